/** Checks of the precedence of errors of a decision, and of its effect on limits. */
import { executeAgent, type Client } from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, type CallResponse, expectStatus } from '../call-response.ts';
import { defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { describeResponse } from '../paused-run.ts';
import { propertyOf, textOf, varyId, varySecret } from '../read-value.ts';
import { decide, decideRightly, elsewhere, openOtherSession, openSession, openTurn } from './turn.ts';
import type { Decision, Turn } from './turn.ts';

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
type Pair = readonly [what: string, wish: Decision, status: number];

async function compareErrors(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  const other = await openOtherSession(context);
  const sessionId = varySecret(turn.session.sessionId);
  const executionId = varyId(turn.executionId);
  const approvalId = varyId(turn.approvalId);
  const strange = { sessionId: other.sessionId, origin: other.origin };
  const elsewhereToo: Pair = ['another page and an unknown run', { origin: elsewhere, executionId }, 403];
  await compare(context, turn, [
    ['an invalid value and an unknown session', { decision: 'maybe', sessionId }, 400],
    ['an unknown session and an unknown run', { sessionId, executionId }, 401],
    ...(turn.session.origin === null ? [] : [elsewhereToo]),
    ['another session and another approval', { ...strange, approvalId }, 403],
  ]);
  await decideRightly(context, turn);
  await compare(context, turn, [['another session and a decided approval', strange, 403]]);
}

async function compare(context: CheckContext, turn: Turn, pairs: readonly Pair[]): Promise<void> {
  for (const [what, wish, status] of pairs) {
    const response = await decide(context, turn, wish);
    context.note(
      response.status === status,
      `A decision with ${what} returned ${describeResponse(response)} instead of ${status}.`,
      'status',
    );
  }
}

const DAILY = 20;

async function countRuns(context: CheckContext): Promise<void> {
  const { key } = await context.abilities.makeKey({ environment: 'test', scopes: ['*'] });
  const client = context.clientWith(key, 'counted');
  const session = await openSession(context);
  const gated = await execute(context, client, 'endUserGate', { sessionId: session.sessionId });
  const executionId = textOf(gated.body, 'executionId');
  const approvalId = approvalIn(gated.body);
  if (executionId === null || approvalId === null)
    return context.skip(`A run with a test key did not request an approval: ${gated.status}.`);
  await decideRightly(context, { session, executionId, approvalId });
  for (let count = 2; count <= DAILY; count++) {
    const response = await execute(context, client, 'text', {});
    if (isBurst(response)) context.skip('The burst rate of the test key is exhausted.');
    expectStatus(context, response.status, 200, `After a decision, run ${count} of the daily ${DAILY}`);
  }
}

function execute(
  context: CheckContext,
  client: Client,
  kind: string,
  properties: Readonly<Record<string, string>>,
): Promise<CallResponse> {
  const { agentId, message, headers, body } = context.runTemplate(kind);
  const messages = [{ role: 'user' as const, content: message }];
  const request = { ...body, ...properties, messages, streamResponse: false as const };
  return awaitResponse(executeAgent(client, { path: { id: agentId }, body: request }, { headers }));
}

function approvalIn(body: unknown): string | null {
  const events = propertyOf(body, 'events');
  const approval = (Array.isArray(events) ? (events as readonly unknown[]) : []).findLast(
    (event) => propertyOf(event, 'type') === 'approval_start',
  );
  return textOf(propertyOf(body, 'pausedReason'), 'approvalId') ?? textOf(approval, 'approvalId');
}

/** Why: an exceeded burst rate returns the same status as an exhausted daily limit, with a short Retry-After. */
function isBurst(response: CallResponse): boolean {
  const seconds = Number(response.header('retry-after') ?? NaN);
  return response.status === 429 && seconds <= 60;
}
