/**
 * Checks of the decision on an approval, by the route of the agent: the run pauses, is answered and goes on.
 */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import type { PlayedRun } from '../play-run.ts';
import { assumed, defineCheck, relyOnFacts } from '../define-check.ts';
import {
  answerRightly,
  describeResponse,
  pauseForApproval,
  pausedReasonOf,
  terminalOf,
  type PendingApproval,
} from '../paused-run.ts';
import { memberOf, textOf } from '../read-value.ts';

/** Approvals are asked for and answered. */
export const answerChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'APPR01',
    title: 'A run that needs an approval pauses and names it.',
    description: 'Plays a run with a gate, once as a stream and once as JSON.',
    rationale:
      'Without the id nobody can decide; with a terminal event clients believe that the run is over.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-1-004', 'F-6.1.2-001', 'F-2.5-005', 'F-3-014'),
    run: pauseTwice,
  }),
  defineCheck({
    id: 'APPR02',
    title: 'A granted approval is reported as approved, and the run continues.',
    description: 'Approves a pending approval and reads the stream of the continued run.',
    rationale: 'A page waits for this event to remove the question.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-019', 'F-3-021', 'F-4.2-126', 'F-4.2-125', 'F-6.1-001'),
    run: async (tools: CheckContext) => answerStreamed(tools, 'approved'),
  }),
  defineCheck({
    id: 'APPR03',
    title: 'A denied approval is reported as denied, and the run continues.',
    description: 'Denies a pending approval and reads the stream of the continued run.',
    rationale: 'A denial that is taken for an approval runs the tool.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-019', 'F-3-021', 'F-4.2-127', 'F-4.2-125', 'F-6.1-001'),
    run: async (tools: CheckContext) => answerStreamed(tools, 'denied'),
  }),
  defineCheck({
    id: 'APPR04',
    title: 'A decision without streaming returns the result of the same run.',
    description: 'Denies a pending approval with streamResponse false and reads the result.',
    rationale: 'A back end that decides for its users has no use for a stream.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.2-125', 'F-2.5-019', 'F-2.5-002', 'F-3-019', 'F-3-021'),
    run: answerAsJson,
  }),
];

async function pauseTwice(tools: CheckContext): Promise<void> {
  const streamed = await tools.play('ownerGate');
  if (streamed.status !== 200)
    tools.skip(`A run of the kind ownerGate does not start: ${describeResponse(streamed)}.`);
  const start = streamed.last('approval_start');
  const end = terminalOf(streamed);
  if (start === null && end !== null) tools.skip('A run of the kind ownerGate ended without asking.');
  tools.expect(textOf(start, 'approvalId') !== null, {
    message: 'A stream pauses without an approval_start that carries an approvalId.',
    at: 'events',
  });
  tools.expect(end === null, {
    message: 'A stream that asks for an approval ends like a finished run.',
    at: 'events',
  });

  const { json, ...run } = await tools.play('ownerGate', { isStreamed: false });
  tools.expect(memberOf(json, 'status') === 'paused', {
    message: `The result of a run that asks for an approval has the status ${String(memberOf(json, 'status'))}.`,
    at: 'body.status',
  });
  const told = textOf(pausedReasonOf({ json, ...run }), 'approvalId');
  const asked = textOf(run.last('approval_start'), 'approvalId');
  tools.note(
    told !== null && (asked === null || told === asked),
    assumed(
      'A-115',
      'pausedReason does not name the approval that is asked for.',
      'body.pausedReason.approvalId',
    ),
  );
}

async function answerStreamed(tools: CheckContext, decision: 'approved' | 'denied'): Promise<void> {
  const pending = await pauseForApproval(tools, 'ownerGate');
  const run = await answerRightly(tools, pending, { decision });
  tools.expect(run.status === 200, {
    message: `An answer to a pending approval returned ${describeResponse(run)}.`,
    at: 'status',
  });
  tools.expect(run.json === undefined, {
    message: 'An answer that asks for a stream gets none.',
    at: 'header Content-Type',
  });
  tools.expect(run.last('approval_complete') !== null, {
    message: 'The stream of an answered run has no approval_complete.',
    at: 'events',
  });
  expectDecision(tools, run, pending, decision);
  expectGoneOn(tools, run, pending);
}

async function answerAsJson(tools: CheckContext): Promise<void> {
  const pending = await pauseForApproval(tools, 'ownerGate', { isStreamed: false });
  const run = await answerRightly(tools, pending, { decision: 'denied', isStreamed: false });
  tools.expect(run.status === 200 && run.json !== undefined, {
    message: `An answer with streamResponse false returned ${describeResponse(run)} and no result.`,
    at: 'status',
  });
  tools.expect(memberOf(run.json, 'executionId') === pending.executionId, {
    message: 'The result of an answer is that of another run.',
    at: 'body.executionId',
  });
  const status = memberOf(run.json, 'status');
  tools.expect(status === 'completed' || status === 'failed' || status === 'paused', {
    message: `The result of an answer has the status ${String(status)}.`,
    at: 'body.status',
  });
  if (run.last('approval_complete') !== null) expectDecision(tools, run, pending, 'denied');
  else
    tools.note(false, assumed('A-035', 'The events of the result do not tell the decision.', 'body.events'));
}

/** Looks at the event that tells a decision. */
function expectDecision(
  tools: CheckContext,
  run: PlayedRun,
  { approvalId }: PendingApproval,
  decision: string,
): void {
  const told = run.events.find(
    (event) => event.type === 'approval_complete' && event['approvalId'] === approvalId,
  );
  tools.expect(told !== undefined, {
    message: 'approval_complete is about another approval than the one that was answered.',
    at: 'event approval_complete: approvalId',
  });
  tools.expect(told['decision'] === decision, {
    message: `approval_complete tells ${String(told['decision'])} where ${decision} was answered.`,
    at: 'event approval_complete: decision',
  });
}

/** The stream is that of the same run, and comes to an end or to another pause. */
function expectGoneOn(tools: CheckContext, run: PlayedRun, { executionId }: PendingApproval): void {
  tools.expect(run.executionId === executionId, {
    message: 'An answer goes on with another run than the one that was paused.',
    at: 'events',
  });
  const isPaused = run.last('approval_start') !== null || run.last('await') !== null;
  tools.expect(terminalOf(run) !== null || isPaused, {
    message: 'The stream of an answered run neither ends nor pauses again.',
    at: 'events',
  });
}
