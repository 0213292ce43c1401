/** Checks of decisions on an approval by the route of the agent: the run pauses, receives a decision and continues. */
import { describeResponse, expectStatus } from '../call-response.ts';
import { citeAssumption, defineChecks, relyOnFacts } from '../define-check.ts';
import {
  decideCorrectly,
  expectContinued,
  expectOwnResult,
  expectResultStatus,
  omitsOptional,
  pausedReasonOf,
  pauseForApproval,
} from '../paused-run.ts';
import { terminalOf } from '../play-run.ts';
import { textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { noteDecision } from './decision-results.ts';

/** Checks of requested approvals and decisions on them. */
export const decisionChecks = defineChecks({ runs: ['ownerGate'] }, [
  {
    id: 'APPR01',
    title: 'A run that needs an approval pauses and reports it.',
    description: 'Plays a run that requires an approval, once as a stream and once as JSON.',
    rationale:
      'Without the id no decision is possible; after a terminal event clients treat the run as finished.',
    basis: relyOnFacts('F-1-004', 'F-6.1.2-001', 'F-2.5-005', 'F-3-014'),
    run: pauseTwice,
  },
  {
    id: 'APPR02',
    title: 'A granted approval is reported as approved, and the run continues.',
    description: 'Approves a pending approval and reads the stream of the continued run.',
    rationale: 'A page removes the question on this event.',
    basis: relyOnFacts('F-3-019', 'F-3-021', 'F-4.2-126', 'F-4.2-125', 'F-6.1-001'),
    run: (context) => decideStreamed(context, 'approved'),
  },
  {
    id: 'APPR03',
    title: 'A denied approval is reported as denied, and the run continues.',
    description: 'Denies a pending approval and reads the stream of the continued run.',
    rationale: 'A denial that is treated as an approval runs the tool.',
    basis: relyOnFacts('F-3-019', 'F-3-021', 'F-4.2-127', 'F-4.2-125', 'F-6.1-001'),
    run: (context) => decideStreamed(context, 'denied'),
  },
  {
    id: 'APPR04',
    title: 'A decision without streaming returns the result of the same run.',
    description: 'Denies a pending approval with streamResponse false and reads the result.',
    rationale: 'A back end that decides for its users has no use for a stream.',
    basis: relyOnFacts('F-4.2-125', 'F-2.5-019', 'F-2.5-002', 'F-3-019', 'F-3-021'),
    run: decideAsJson,
  },
]);

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

  const result = await context.play('ownerGate', { isStreamed: false });
  expectResultStatus(context, result.body, ['paused'], 'The result of a run that requests an approval');
  const reasonId = textOf(pausedReasonOf(result), 'approvalId');
  const requestedId = textOf(result.last('approval_start'), 'approvalId');
  const message = 'pausedReason does not contain the id of the requested approval.';
  context.note(
    omitsOptional(result) || (reasonId !== null && (requestedId === null || reasonId === requestedId)),
    citeAssumption('A-115', message, 'body.pausedReason.approvalId'),
  );
}

async function decideStreamed(context: CheckContext, decision: 'approved' | 'denied'): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const run = await decideCorrectly(context, pending, { decision, isStreamed: true });
  expectStatus(context, run, 200, 'A decision on a pending approval');
  context.expect(
    run.body === undefined,
    'A decision with streamResponse true did not return a stream.',
    'header Content-Type',
  );
  context.expect(
    run.last('approval_complete') !== null,
    'The stream after a decision has no approval_complete.',
    'events',
  );
  noteDecision(context, run, pending, decision);
  expectContinued(context, run, pending, { request: 'A decision', run: 'continued' });
}

async function decideAsJson(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate', { isStreamed: false });
  const run = await decideCorrectly(context, pending, { decision: 'denied' });
  context.expect(
    run.status === 200 && run.body !== undefined,
    `A decision with streamResponse false returned ${describeResponse(run)} and no result.`,
    'status',
  );
  expectOwnResult(context, run, pending, 'a decision');
  noteDecision(context, run, pending, 'denied');
}
