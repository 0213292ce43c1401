/** Checks of rejected decisions, each with exactly one fault. */
import { expectFailure, expectStatus } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice, warning } from '../define-check.ts';
import { defineFlawChecks, sendFlawed, type FlawTable } from '../flaw-table.ts';
import { expiryDelay } from '../paused-run.ts';
import { mentions, varyId, varySecret } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { withSwitch } from '../with-switch.ts';
import {
  decide,
  decideCorrectly,
  inSession,
  makeSessionWith,
  openOtherSession,
  openSession,
  openTurn,
  OTHER_ORIGIN,
  startsByContract,
  startTurn,
  unknownIds,
  type Decision,
  type Turn,
} from './turn.ts';
import { msPerDay, msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

const runs = ['endUserGate'];

const decisions: FlawTable<Turn, Decision> = {
  shared: { runs },
  prepare: openTurn,
  send: decide,
  async confirm(context, turn) {
    await decideCorrectly(context, turn);
  },
};

const flawChecks = defineFlawChecks(decisions, [
  {
    id: 'CLIENT07',
    title: 'A decision on another approval than the pending one returns 400.',
    description: 'Sends a decision with another approvalId, and then the right one.',
    rationale: 'A stale page would decide about something that its visitor has never seen.',
    basis: relyOnFacts('F-4.6-017', 'F-3-020'),
    flaws: { 'A decision on another approval': ({ approvalId }) => ({ approvalId: varyId(approvalId) }) },
    status: 400,
  },
  {
    id: 'CLIENT11',
    title: 'A decision from another origin than that of the session returns 403.',
    description:
      'Sends a decision with the Origin of another page and with one that only begins like the right one, and then with the right one.',
    rationale: 'A stolen session id must not work on another page.',
    basis: relyOnFacts('F-4.6-021', 'F-5-086'),
    flaws: {
      'A decision from a page whose origin begins like the right one': (turn, context) => ({
        origin: `${boundOrigin(context, turn)}.attacker.test`,
      }),
      'A decision from another page': () => ({ origin: OTHER_ORIGIN }),
    },
    status: 403,
  },
  {
    id: 'CLIENT12',
    title: 'A decision of a session that did not start the turn returns 403.',
    description: 'Sends a decision about the run of one session from another session, and then from its own.',
    rationale: 'One visitor must not decide for another.',
    basis: relyOnFacts('F-4.6-022', 'F-4.6-033'),
    flaws: { 'A decision of another session': (_, context) => openOtherSession(context) },
    status: 403,
  },
  {
    id: 'CLIENT13',
    title: 'An approval by the owner returns 403 with a code.',
    description:
      'Sends a decision on an approval for the owner from a session that can decide end-user approvals.',
    rationale: 'A page uses the code to show that someone else has to decide.',
    runs: ['endUserGate', 'ownerGate'],
    basis: relyOnFacts('F-4.6-023', 'F-4.6-029..031', 'F-7-022'),
    flaws: {
      async 'The decision of a visitor about an approval by the owner'({ session }, context) {
        const { executionId, approvalId } = await startTurn(context, session, 'ownerGate');
        return { executionId, approvalId };
      },
    },
    status: 403,
    code: 'APPROVAL_APPROVER_NOT_END_USER',
  },
  {
    id: 'CLIENT14',
    title: 'A decision about a run that is not waiting returns 404.',
    description: 'Sends a decision about a finished run of the session.',
    rationale: 'A page removes the question when it gets this status.',
    runs: ['endUserGate', 'text'],
    basis: relyOnFacts('F-4.6-024'),
    flaws: {
      async 'A decision about a finished run'({ session, approvalId }, context) {
        if (!startsByContract(context))
          context.skip('It needs a session that can start runs of other kinds.');
        const { executionId } = await context.play('text', inSession(session));
        return executionId === null
          ? context.skip('A run of the kind text does not start in a session.')
          : { executionId, approvalId: varyId(approvalId) };
      },
    },
    status: 404,
  },
  {
    id: 'CLIENT21',
    title: 'A decision without an Origin returns 403 if the session is bound to a page.',
    description: 'Sends a decision without the header Origin, and then with the correct one.',
    rationale: 'A session copied from a page must not decide from a script.',
    basis: relyOnPractice('A header that is missing does not match the one that is required.'),
    flaws: {
      'A decision without an Origin'(turn, context) {
        boundOrigin(context, turn);
        return { origin: null };
      },
    },
    status: 403,
  },
]);

export const errorChecks: readonly ScenarioCheck[] = [
  ...flawChecks,
  defineCheck({
    id: 'CLIENT06',
    title: 'A decision cannot be streamed.',
    description:
      'Sends a decision with streamResponse true, and then one with false. With a configured session, compares the errors of decisions about an unknown run.',
    rationale: 'A page that waits for a stream would wait forever.',
    basis: relyOnFacts('F-4.6-008', 'F-4.6-013', 'F-4.6-016'),
    async run(context: CheckContext) {
      if (!canStartTurns(context)) return compareErrors(context);
      const flaws = { 'A decision with streamResponse true': () => ({ streamResponse: true }) };
      await sendFlawed(context, decisions, { flaws, status: 400 });
    },
  }),
  defineCheck({
    id: 'CLIENT08',
    title: 'A decision of an unknown session returns 401.',
    description: 'Sends a decision with an unknown sessionId.',
    rationale: 'A page starts a new session when it gets this status.',
    runs,
    basis: relyOnFacts('F-4.6-018', 'F-4.6-003', 'F-5-084'),
    async run(context: CheckContext) {
      const turn = await openTurn(context);
      const response = await decide(context, turn, { sessionId: varySecret(turn.session.sessionId) });
      expectStatus(context, response, 401, 'A decision of an unknown session');
    },
  }),
  defineCheck({
    id: 'CLIENT09',
    title: 'A decision of an expired session returns 401.',
    description:
      'Creates a session of one minute, starts a run in it, advances the clock by two minutes, and sends a decision.',
    rationale: 'A page left open must not decide for the next person at the computer.',
    needs: ['advance', 'now', 'makeClientSession'],
    runs,
    basis: relyOnFacts('F-4.6-019'),
    run: decideExpired,
  }),
  defineCheck({
    id: 'CLIENT10',
    title: 'A decision with a disabled client token returns 403.',
    description:
      'Creates a session with a disabled token and sends a decision, on its own run if it can start one.',
    rationale: 'Disabling a token is how an owner stops a compromised page.',
    needs: ['makeClientSession'],
    runs,
    basis: relyOnFacts('F-4.6-020', 'F-5-085'),
    run: decideDisabled,
  }),
  defineCheck({
    id: 'CLIENT15',
    title: 'A decision about an expired approval returns 404.',
    description: 'Waits until an approval has expired and sends a decision.',
    rationale: 'A question from yesterday must not start a tool today.',
    needs: ['advance', 'now', 'makeClientSession'],
    runs,
    basis: relyOnFacts('F-4.6-025', 'F-3-024'),
    run: decideLate,
  }),
  defineCheck({
    id: 'CLIENT16',
    title: 'When the platform key of the owner is exhausted, a decision returns 503 without details.',
    description:
      'Exhausts the limit of the platform key, sends a decision, and sends it again after the limit is lifted.',
    rationale: 'A visitor must not see billing details of the owner.',
    needs: ['setSwitch'],
    runs,
    basis: relyOnFacts('F-4.6-028', 'F-7-016'),
    run: decideUnavailable,
  }),
];

/** Returns the origin of a session. Skips the check if the session is not bound to a page. */
function boundOrigin(context: CheckContext, { session }: Turn): string {
  return session.origin ?? context.skip('The session is not bound to a page.');
}

/** Returns whether the runs of a session certainly belong to it: a configured session may not be bound to its runs. */
function canStartTurns({ abilities, environment }: CheckContext): boolean {
  if ('startClientTurn' in abilities) return true;
  return environment.runs['endUserGate'] !== undefined && 'makeClientSession' in abilities;
}

/** Compares errors of decisions. Why a warning: the source does not state which of two errors is returned. */
async function compareErrors(context: CheckContext): Promise<void> {
  const question = { session: await openSession(context), ...unknownIds };
  const { status } = await decide(context, question);
  const malformed = await decide(context, question, { decision: 'perhaps' });
  if (status === 400 || malformed.status !== 400)
    context.skip('It cannot start a run in this session, and an unknown run gives the same error.');
  for (const [what, decision] of [
    ['with streamResponse true', { streamResponse: true }],
    ['without streamResponse', { more: { streamResponse: undefined } }],
  ] as const)
    context.warn(
      (await decide(context, question, decision)).status !== status,
      `A decision ${what} returned ${status} like a valid one, another invalid one 400.`,
      'status',
    );
}

async function decideExpired(context: CheckContext): Promise<void> {
  const expiresAt = new Date((await context.abilities.now()) + msPerMinute).toISOString();
  const turn = await startTurn(context, await makeSessionWith(context, { expiresAt }));
  await context.abilities.advance(2 * msPerMinute);
  expectStatus(context, await decide(context, turn), 401, 'A decision of a session that has expired');
}

async function decideDisabled(context: CheckContext): Promise<void> {
  const session = await makeSessionWith(context, { active: false });
  const run = startsByContract(context) ? await context.play('endUserGate', inSession(session)) : null;
  const executionId = run?.executionId;
  const approvalId = run?.last('approval_start')?.['approvalId'];
  const question =
    typeof executionId === 'string' && typeof approvalId === 'string'
      ? { session, executionId, approvalId }
      : { ...(await openTurn(context)), session };
  expectStatus(context, await decide(context, question), 403, 'A decision with a disabled client token');
}

async function decideLate(context: CheckContext): Promise<void> {
  const expiresAt = new Date((await context.abilities.now()) + 500 * msPerDay).toISOString();
  const session = await makeSessionWith(context, { expiresAt });
  await decideCorrectly(context, await startTurn(context, session));
  const turn = await startTurn(context, session);
  await context.abilities.advance(expiryDelay(context, turn));
  const response = await decide(context, turn);
  if (response.status === 401) context.skip('The session does not live longer than the approval.');
  // Why: a driver may advance the clock but not the timers of the service.
  context.expect(
    response.status !== 200,
    warning(
      'An approval was decided after its timeout, unless advance() does not reach its timer.',
      'status',
    ),
  );
  expectStatus(context, response, 404, 'A decision about an expired approval');
}

async function decideUnavailable(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  const limit = { name: 'platformKeyLimit', value: 'exhausted' } as const;
  const response = await withSwitch(context, limit, () => decide(context, turn));
  const what = 'A decision with an exhausted limit';
  expectFailure(context, response, what);
  await decideCorrectly(context, turn);
  expectStatus(context, response, 503, what);
  const words = ['spend', 'limit', 'budget', 'key', 'bill'].filter((word) => mentions(response.body, word));
  context.warn(words.length === 0, `The body of the 503 contains: ${words.join(', ')}.`, 'body');
}
