/** The check of a cursor before the first event of a feed. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { avoidLimit, keyIn, registerBy, signFor } from '../registration/register.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { textOf } from '../read-value.ts';
import { playResult } from '../play-run.ts';
import { feedStart, poll } from './feed.ts';

export const cursorChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT31',
    title: 'A client that starts on an empty feed gets the first event.',
    description:
      'Polls the feed of a new account, plays a failing run in it, and polls again with the cursor of the first page.',
    rationale:
      'A client that keeps its cursor between polls would miss the first event of every new customer.',
    basis: relyOnFacts('F-4.7-003', 'F-4.7-019', 'F-4.7-023'),
    needs: ['signAssertion'],
    runs: ['failing'],
    run: startOnEmptyFeed,
  }),
];

async function startOnEmptyFeed(context: CheckContext): Promise<void> {
  await avoidLimit(context);
  const key = keyIn((await registerBy(context, await signFor(context))).body);
  if (key === null) return context.skip('A registration by assertion returns no key.');
  const profile = context.profileOf(key, 'accountKey');
  const { cursor } = await poll(context, {}, profile);
  const body = { name: 'Backlot check of a feed' };
  const agentId = textOf(await context.need('createAgent', { body, profile }), 'id') ?? '';
  await playResult(context, 'failing', { agentId, profile });
  const { events: all } = await poll(context, { after: feedStart }, profile);
  if (all.length === 0) context.skip('A run that failed in the new account created no event.');
  const { events } = await poll(context, cursor === null ? {} : { after: cursor }, profile);
  context.expect(
    events.length > 0,
    'The first event of a feed is lost between two polls of a client that keeps its cursor.',
    'body.events',
  );
}
