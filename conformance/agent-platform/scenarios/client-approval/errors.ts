/** Checks of rejected decisions, each with exactly one fault. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { defineCheck, doubtful, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { describeResponse, patienceOf } from '../paused-run.ts';
import { readResult } from '../play-run.ts';
import { mentions, varyId, varySecret } from '../read-value.ts';
import { withSwitch } from '../with-switch.ts';
import {
  decide,
  decideRightly,
  elsewhere,
  expectError,
  makeSessionWith,
  openSession,
  openOtherSession,
  openTurn,
  startTurn,
  startsByContract,
} from './turn.ts';

const runs = ['endUserGate'];

/** Checks of rejected decisions. */
export const errorChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'CLIENT06',
    title: 'A decision cannot be streamed.',
    description:
      'Sends a decision with streamResponse true, and then one with false. With a configured session, compares the errors of decisions about an unknown run.',
    rationale: 'A page that waits for a stream would wait forever.',
    basis: relyOnFacts('F-4.6-008', 'F-4.6-013', 'F-4.6-016'),
    async run(context: CheckContext) {
      if (!canStartTurns(context)) return compareErrors(context);
      const turn = await openTurn(context);
      const response = await decide(context, turn, { streamResponse: true });
      await expectError(context, turn, {
        response,
        what: 'A decision with streamResponse true',
        status: 400,
      });
    },
  }),
  defineCheck({
    id: 'CLIENT07',
    title: 'A decision on another approval than the pending one returns 400.',
    description: 'Sends a decision with another approvalId, and then the right one.',
    rationale: 'A stale page would decide about something that its visitor has never seen.',
    runs,
    basis: relyOnFacts('F-4.6-017', 'F-3-020'),
    async run(context: CheckContext) {
      const turn = await openTurn(context);
      const response = await decide(context, turn, { approvalId: varyId(turn.approvalId) });
      await expectError(context, turn, { response, what: 'A decision on another approval', status: 400 });
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
      context.expect(
        response.status === 401,
        `A decision of an unknown session returned ${describeResponse(response)}.`,
        'status',
      );
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
    run: decideSwitchedOff,
  }),
  defineCheck({
    id: 'CLIENT11',
    title: 'A decision from another origin than that of the session returns 403.',
    description:
      'Sends a decision with the Origin of another page and with one that only begins like the right one, and then with the right one.',
    rationale: 'A stolen session id must not work on another page.',
    runs,
    basis: relyOnFacts('F-4.6-021', 'F-5-086'),
    async run(context: CheckContext) {
      const turn = await openTurn(context);
      if (turn.session.origin === null) context.skip('The session is not bound to a page.');
      const similar = await decide(context, turn, { origin: `${turn.session.origin}.attacker.test` });
      context.note(
        similar.status === 403,
        `A decision from a page whose origin begins like the right one returned ${similar.status}.`,
        'status',
      );
      const response = await decide(context, turn, { origin: elsewhere });
      await expectError(context, turn, { response, what: 'A decision from another page', status: 403 });
    },
  }),
  defineCheck({
    id: 'CLIENT21',
    title: 'A decision without an Origin returns 403 if the session is bound to a page.',
    description: 'Sends a decision without the header Origin, and then with the correct one.',
    rationale: 'A session copied from a page must not decide from a script.',
    runs,
    basis: relyOnPractice('A header that is missing does not match the one that is required.'),
    async run(context: CheckContext) {
      const turn = await openTurn(context);
      if (turn.session.origin === null) context.skip('The session is not bound to a page.');
      const response = await decide(context, turn, { origin: null });
      await expectError(context, turn, { response, what: 'A decision without an Origin', status: 403 });
    },
  }),
  defineCheck({
    id: 'CLIENT12',
    title: 'A decision of a session that did not start the turn returns 403.',
    description: 'Sends a decision about the run of one session from another session, and then from its own.',
    rationale: 'One visitor must not decide for another.',
    runs,
    basis: relyOnFacts('F-4.6-022', 'F-4.6-033'),
    async run(context: CheckContext) {
      const turn = await openTurn(context);
      const { sessionId, origin } = await openOtherSession(context);
      const response = await decide(context, turn, { sessionId, origin });
      await expectError(context, turn, { response, what: 'A decision of another session', status: 403 });
    },
  }),
  defineCheck({
    id: 'CLIENT13',
    title: 'An approval by the owner returns 403 with a code.',
    description:
      'Sends a decision on an approval for the owner from a session that can decide end-user approvals.',
    rationale: 'A page uses the code to show that someone else has to decide.',
    runs: ['endUserGate', 'ownerGate'],
    basis: relyOnFacts('F-4.6-023', 'F-4.6-029..031', 'F-7-022'),
    async run(context: CheckContext) {
      const turn = await openTurn(context);
      const gate = await startTurn(context, turn.session, 'ownerGate');
      const response = await decide(context, gate);
      const what = 'The decision of a visitor about an approval by the owner';
      await expectError(context, turn, {
        response,
        what,
        status: 403,
        code: 'APPROVAL_APPROVER_NOT_END_USER',
      });
    },
  }),
  defineCheck({
    id: 'CLIENT14',
    title: 'A decision about a run that is not waiting returns 404.',
    description: 'Sends a decision about a finished run of the session.',
    rationale: 'A page removes the question when it gets this status.',
    runs: ['endUserGate', 'text'],
    basis: relyOnFacts('F-4.6-024'),
    run: decideUnasked,
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

const MINUTE = 60_000;

/** Returns whether a session is sure to have runs of its own: a configured one may not be bound to those it names. */
function canStartTurns({ abilities, environment }: CheckContext): boolean {
  if ('startClientTurn' in abilities) return true;
  return environment.runs['endUserGate'] !== undefined && 'makeClientSession' in abilities;
}

/** Compares errors of decisions. Why a warning: the source does not state which of two errors is returned. */
async function compareErrors(context: CheckContext): Promise<void> {
  const ids = { executionId: 'exec_of_a_check', approvalId: 'appr_of_a_check' };
  const question = { session: await openSession(context), ...ids };
  const { status } = await decide(context, question);
  const malformed = await decide(context, question, { decision: 'perhaps' });
  if (status === 400 || malformed.status !== 400)
    context.skip(
      'A session is not sure to have runs of its own, and a decision about an unknown run returns no error of its own.',
    );
  const wishes = [
    ['with streamResponse true', { streamResponse: true }],
    ['without streamResponse', { more: { streamResponse: undefined } }],
  ] as const;
  for (const [what, wish] of wishes)
    context.note(
      (await decide(context, question, wish)).status !== status,
      doubtful(`A decision ${what} returned ${status} like a valid one, another invalid one 400.`, 'status'),
    );
}

async function decideExpired(context: CheckContext): Promise<void> {
  const expiresAt = new Date((await context.abilities.now()) + MINUTE).toISOString();
  const turn = await startTurn(context, await makeSessionWith(context, { expiresAt }));
  await context.abilities.advance(2 * MINUTE);
  const response = await decide(context, turn);
  context.expect(
    response.status === 401,
    `A decision of a session that has expired returned ${describeResponse(response)}.`,
    'status',
  );
}

async function decideSwitchedOff(context: CheckContext): Promise<void> {
  const off = await makeSessionWith(context, { active: false });
  const { sessionId, origin } = off;
  const headers = origin === null ? {} : { origin };
  const sessionRun = startsByContract(context)
    ? await context.play('endUserGate', { body: { sessionId }, headers })
    : readResult(null);
  const approvalId = sessionRun.last('approval_start')?.['approvalId'];
  const turn =
    sessionRun.executionId !== null && typeof approvalId === 'string'
      ? { session: off, executionId: sessionRun.executionId, approvalId }
      : { ...(await openTurn(context)), session: off };
  const response = await decide(context, turn);
  context.expect(
    response.status === 403,
    `A decision with a disabled client token returned ${describeResponse(response)}.`,
    'status',
  );
}

async function decideUnasked(context: CheckContext): Promise<void> {
  if (!startsByContract(context)) context.skip('It needs a session that can start runs of other kinds.');
  const turn = await openTurn(context);
  const { sessionId, origin } = turn.session;
  const headers = origin === null ? {} : { origin };
  const { executionId } = await context.play('text', { body: { sessionId }, headers });
  if (executionId === null) return context.skip('A run of the kind text does not start in a session.');
  const response = await decide(context, turn, { executionId, approvalId: varyId(turn.approvalId) });
  await expectError(context, turn, { response, what: 'A decision about a finished run', status: 404 });
}

async function decideLate(context: CheckContext): Promise<void> {
  const expiresAt = new Date((await context.abilities.now()) + 500 * 24 * 60 * MINUTE).toISOString();
  const session = await makeSessionWith(context, { expiresAt });
  await decideRightly(context, await startTurn(context, session));
  const turn = await startTurn(context, session);
  await context.abilities.advance(patienceOf(context, turn));
  const response = await decide(context, turn);
  if (response.status === 401) context.skip('The session does not live longer than the approval.');
  // Why: a driver may advance the clock but not the timers of the service.
  context.expect(
    response.status !== 200,
    doubtful(
      'An approval was decided after its timeout, unless advance() does not reach its timer.',
      'status',
    ),
  );
  context.expect(
    response.status === 404,
    `A decision about an expired approval returned ${describeResponse(response)}.`,
    'status',
  );
}

async function decideUnavailable(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  const limit = { name: 'platformKeyLimit', value: 'exhausted' } as const;
  const response = await withSwitch(context, limit, () => decide(context, turn));
  await expectError(context, turn, { response, what: 'A decision with an exhausted limit', status: 503 });
  const words = ['spend', 'limit', 'budget', 'key', 'bill'].filter((word) => mentions(response.json, word));
  context.note(words.length === 0, doubtful(`The body of the 503 contains: ${words.join(', ')}.`, 'body'));
}
