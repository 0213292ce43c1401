/** The check of sessions that needs no run of a session: invalid sessions are compared with a valid one. */
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { varySecret } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { decide, makeSessionWith, openSession, OTHER_ORIGIN, unknownIds, type Decision } from './turn.ts';
import { msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

export const sessionCheck = defineCheck({
  id: 'CLIENT22',
  title: 'An invalid session is rejected before its run is looked up.',
  description:
    'Sends decisions about an unknown run from a valid session, an unknown one, and another origin; with a driver also from a disabled and an expired session. The invalid ones return another status than the valid one.',
  rationale: 'Someone without a session could find out which runs exist, or decide about them.',
  basis: relyOnFacts('F-4.6-018..021', 'F-5-084..086'),
  run: compareSessions,
});

async function compareSessions(context: CheckContext): Promise<void> {
  const session = await openSession(context);
  const question = { session, ...unknownIds };
  const { status } = await decide(context, question);
  if (![400, 404].includes(status))
    context.skip(`A decision about an unknown run returned ${status} from a valid session.`);
  const compare = async (what: string, decision: Decision): Promise<void> => {
    const response = await decide(context, question, decision);
    // Why a warning: the source does not state which of two errors is returned.
    context.warn(
      response.status !== status,
      `A decision about an unknown run returned ${status} from ${what}, as from a valid session.`,
      'status',
    );
  };
  await compare('an unknown session', { sessionId: varySecret(session.sessionId) });
  if (session.origin !== null) await compare('another origin', { origin: OTHER_ORIGIN });
  if (!('makeClientSession' in context.abilities)) return;
  await compare('a disabled session', await makeSessionWith(context, { active: false }));
  if (!('now' in context.abilities)) return;
  const expiresAt = new Date((await context.abilities.now()) - msPerMinute).toISOString();
  await compare('an expired session', await makeSessionWith(context, { expiresAt }));
}
