/** Checks of the precedence of errors of a decision, and of its effect on limits. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus, noteStatus } from '../call-response.ts';
import { defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { isBurstRate, startRun } from '../limits/start-runs.ts';
import { pendingApproval } from '../paused-run.ts';
import { varyId, varySecret } from '../read-value.ts';
import {
  decide,
  decideCorrectly,
  inSession,
  openOtherSession,
  openSession,
  openTurn,
  OTHER_ORIGIN,
  type Decision,
  type Turn,
} from './turn.ts';

/** Checks of the precedence of errors and the count of executions. */
export const boundChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'CLIENT17',
    title: 'Of several errors of a decision, the one that discloses least is reported.',
    description: 'Sends decisions with two errors at the same time, and compares the reported one.',
    rationale: 'A page acts on the first error; an unauthorized caller must not find out which runs exist.',
    runs: ['endUserGate'],
    basis: relyOnAssumption('A-074'),
    run: compareErrors,
  }),
  defineCheck({
    id: 'CLIENT18',
    title: 'A decision does not count towards the limits of a key.',
    description:
      'Starts a gated run with a test key, decides as a visitor, and starts the other nineteen runs of the day.',
    rationale: 'Every decision of a visitor would cost the owner an execution.',
    needs: ['makeKey'],
    runs: ['endUserGate', 'text'],
    basis: relyOnFacts('F-4.6-037', 'F-8-025', 'F-5-006'),
    run: countRuns,
  }),
];

/** A decision with two errors, and the error to expect. */
type Pair = readonly [what: string, decision: Decision, status: number];

async function compareErrors(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  const { sessionId: otherSession, origin } = await openOtherSession(context);
  const sessionId = varySecret(turn.session.sessionId);
  const executionId = varyId(turn.executionId);
  const approvalId = varyId(turn.approvalId);
  const ofOther = { sessionId: otherSession, origin };
  const ofOtherPage: Pair = ['another page and an unknown run', { origin: OTHER_ORIGIN, executionId }, 403];
  await compare(context, turn, [
    ['an invalid value and an unknown session', { decision: 'maybe', sessionId }, 400],
    ['an unknown session and an unknown run', { sessionId, executionId }, 401],
    ...(turn.session.origin === null ? [] : [ofOtherPage]),
    ['another session and another approval', { ...ofOther, approvalId }, 403],
  ]);
  await decideCorrectly(context, turn);
  await compare(context, turn, [['another session and a decided approval', ofOther, 403]]);
}

async function compare(context: CheckContext, turn: Turn, pairs: readonly Pair[]): Promise<void> {
  for (const [what, decision, status] of pairs)
    noteStatus(context, await decide(context, turn, decision), status, `A decision with ${what}`);
}

const DAILY = 20;

async function countRuns(context: CheckContext): Promise<void> {
  const { key } = await context.abilities.makeKey({ environment: 'test', scopes: ['*'] });
  const profile = context.profileOf(key, 'counted');
  const kind = 'endUserGate';
  const session = await openSession(context);
  const { agentId } = context.runTemplate(kind);
  const { body } = inSession(session);
  const run = await context.play(kind, { profile, isStreamed: false, body });
  await decideCorrectly(context, { ...pendingApproval(context, { agentId, kind, run }), session });
  for (let count = 2; count <= DAILY; count++) {
    const response = await startRun(context, profile);
    if (isBurstRate(response)) context.skip('The burst rate of the test key is exhausted.');
    expectStatus(context, response, 200, `After a decision, run ${count} of the daily ${DAILY}`);
  }
}
