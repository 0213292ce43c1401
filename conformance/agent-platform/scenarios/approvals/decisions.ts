/** Checks of decisions on an approval by the route of the agent: the run pauses, receives a decision and continues. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import type { PlayedRun } from '../play-run.ts';
import { assumed, defineCheck, relyOnFacts } from '../define-check.ts';
import {
  decideCorrectly,
  describeResponse,
  pauseForApproval,
  omitsOptional,
  pausedReasonOf,
  terminalOf,
  type PendingApproval,
} from '../paused-run.ts';
import { propertyOf, textOf } from '../read-value.ts';

/** Checks of requested approvals and decisions on them. */
export const decisionChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'APPR01',
    title: 'A run that needs an approval pauses and names it.',
    description: 'Plays a run that requires an approval, once as a stream and once as JSON.',
    rationale:
      'Without the id no decision is possible; after a terminal event clients treat the run as finished.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-1-004', 'F-6.1.2-001', 'F-2.5-005', 'F-3-014'),
    run: pauseTwice,
  }),
  defineCheck({
    id: 'APPR02',
    title: 'A granted approval is reported as approved, and the run continues.',
    description: 'Approves a pending approval and reads the stream of the continued run.',
    rationale: 'A page removes the question on this event.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-019', 'F-3-021', 'F-4.2-126', 'F-4.2-125', 'F-6.1-001'),
    run: async (context: CheckContext) => decideStreamed(context, 'approved'),
  }),
  defineCheck({
    id: 'APPR03',
    title: 'A denied approval is reported as denied, and the run continues.',
    description: 'Denies a pending approval and reads the stream of the continued run.',
    rationale: 'A denial that is treated as an approval runs the tool.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-019', 'F-3-021', 'F-4.2-127', 'F-4.2-125', 'F-6.1-001'),
    run: async (context: CheckContext) => decideStreamed(context, 'denied'),
  }),
  defineCheck({
    id: 'APPR04',
    title: 'A decision without streaming returns the result of the same run.',
    description: 'Denies a pending approval with streamResponse false and reads the result.',
    rationale: 'A back end that decides for its users has no use for a stream.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.2-125', 'F-2.5-019', 'F-2.5-002', 'F-3-019', 'F-3-021'),
    run: decideAsJson,
  }),
];

async function pauseTwice(context: CheckContext): Promise<void> {
  const streamed = await context.play('ownerGate');
  if (streamed.status !== 200)
    context.skip(`A run of the kind ownerGate does not start: ${describeResponse(streamed)}.`);
  const start = streamed.last('approval_start');
  const end = terminalOf(streamed);
  if (start === null && end !== null)
    context.skip('A run of the kind ownerGate ended without requesting an approval.');
  context.expect(
    textOf(start, 'approvalId') !== null,
    'A stream pauses without an approval_start that has an approvalId.',
    'events',
  );
  context.expect(end === null, 'A stream that requests an approval ends like a finished run.', 'events');

  const { json, ...run } = await context.play('ownerGate', { isStreamed: false });
  context.expect(
    propertyOf(json, 'status') === 'paused',
    `The result of a run that requests an approval has the status ${String(propertyOf(json, 'status'))}.`,
    'body.status',
  );
  const reasonId = textOf(pausedReasonOf({ json, ...run }), 'approvalId');
  const requestedId = textOf(run.last('approval_start'), 'approvalId');
  context.note(
    omitsOptional({ json }) || (reasonId !== null && (requestedId === null || reasonId === requestedId)),
    assumed(
      'A-115',
      'pausedReason does not contain the id of the requested approval.',
      'body.pausedReason.approvalId',
    ),
  );
}

async function decideStreamed(context: CheckContext, decision: 'approved' | 'denied'): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const run = await decideCorrectly(context, pending, { decision });
  context.expect(
    run.status === 200,
    `A decision on a pending approval returned ${describeResponse(run)}.`,
    'status',
  );
  context.expect(
    run.json === undefined,
    'A decision with streamResponse true did not return a stream.',
    'header Content-Type',
  );
  context.expect(
    run.last('approval_complete') !== null,
    'The stream after a decision has no approval_complete.',
    'events',
  );
  expectDecision(context, run, pending, decision);
  expectContinued(context, run, pending);
}

async function decideAsJson(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate', { isStreamed: false });
  const run = await decideCorrectly(context, pending, { decision: 'denied', isStreamed: false });
  context.expect(
    run.status === 200 && run.json !== undefined,
    `A decision with streamResponse false returned ${describeResponse(run)} and no result.`,
    'status',
  );
  context.expect(
    propertyOf(run.json, 'executionId') === pending.executionId,
    'The result of a decision belongs to another run.',
    'body.executionId',
  );
  const status = propertyOf(run.json, 'status');
  context.expect(
    status === 'completed' || status === 'failed' || status === 'paused',
    `The result of a decision has the status ${String(status)}.`,
    'body.status',
  );
  if (run.last('approval_complete') !== null) expectDecision(context, run, pending, 'denied');
  else context.note(false, assumed('A-035', 'The events of the result lack the decision.', 'body.events'));
}

/** Checks the event that reports a decision. */
function expectDecision(
  context: CheckContext,
  run: PlayedRun,
  { approvalId }: PendingApproval,
  decision: string,
): void {
  const completion = run.events.find(
    (event) => event.type === 'approval_complete' && event['approvalId'] === approvalId,
  );
  context.expect(
    completion !== undefined,
    'approval_complete is about another approval than the one that was decided.',
    'event approval_complete: approvalId',
  );
  context.expect(
    completion['decision'] === decision,
    `approval_complete has the decision ${String(completion['decision'])} instead of ${decision}.`,
    'event approval_complete: decision',
  );
}

/** Checks that the run continues, and ends or pauses again. */
function expectContinued(context: CheckContext, run: PlayedRun, { executionId }: PendingApproval): void {
  context.expect(
    run.executionId === executionId,
    'A decision continues another run than the paused one.',
    'events',
  );
  const isPaused = run.last('approval_start') !== null || run.last('await') !== null;
  context.expect(
    terminalOf(run) !== null || isPaused,
    'The stream of a continued run neither ends nor pauses again.',
    'events',
  );
}
