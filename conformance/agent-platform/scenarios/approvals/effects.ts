/** Checks that a decision has the effect that it says: a denied tool does not run, an approved one does. */
import { callOperation } from '../call-operation.ts';
import { defineCheck, doubtful, relyOnFacts } from '../define-check.ts';
import { decideCorrectly, pauseForApproval, terminalOf } from '../paused-run.ts';
import { itemsOf } from '../walk-pages.ts';
import { covers, isFields, propertyOf, textOf } from '../read-value.ts';
import type { PlayedRun } from '../play-run.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

/** Checks of effects. */
export const effectChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'APPR10',
    title: 'A tool that was denied does not run.',
    description:
      'Denies a pending approval, and looks for a call of its tool in the events, the results and the tool calls of the run.',
    rationale: 'A person who says no to a payment expects that nothing is paid.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-019', 'F-4.2-127'),
    run: deny,
  }),
  defineCheck({
    id: 'APPR11',
    title: 'A tool that was approved runs once.',
    description:
      'Approves a pending approval, counts the calls of its tool in the continued run, and compares the input of the call with what was approved.',
    rationale: 'A payment that was approved once must be made once.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-019', 'F-4.2-126'),
    run: approve,
  }),
  defineCheck({
    id: 'APPR12',
    title: 'A malformed decision is rejected and decides nothing.',
    description:
      'Sends decisions on a pending approval that are unknown, missing, or of another type, and then a valid one.',
    rationale: 'A typing error in a client would start a payment.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.2-123', 'F-4.2-126', 'F-4.2-127', 'F-4.2-130'),
    run: sendMalformed,
  }),
];

async function sendMalformed(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const { agentId: id, executionId, approvalId } = pending;
  const statuses: (readonly [string, number])[] = [];
  for (const decision of ['perhaps', '', true, null, undefined]) {
    const body = { executionId, approvalId, decision, streamResponse: false };
    const { status } = await callOperation(context, 'approveAgentExecution', { path: { id }, body });
    statuses.push([decision === undefined ? 'missing' : JSON.stringify(decision), status]);
  }
  // Why: the errors are only meaningful if the service accepts a valid decision of the same form.
  const right = await decideCorrectly(context, pending, { decision: 'denied', isStreamed: false });
  for (const [decision, status] of statuses)
    context.expect(status >= 400, `A decision that is ${decision} returned ${status}.`, 'status');
  context.expect(
    right.status < 400,
    `After malformed decisions, a valid one returned ${right.status}.`,
    'status',
  );
}

/** Returns the successful calls that match an approval: by the id of the call, or by the name of the tool. */
function callsOf(run: PlayedRun, { toolCallId, toolName }: ApprovedTool): readonly unknown[] {
  return run.events.filter(
    (event) =>
      event.type === 'tool_complete' &&
      event['success'] === true &&
      (toolCallId === null ? event['toolName'] === toolName : event['toolCallId'] === toolCallId),
  );
}

interface ApprovedTool {
  readonly toolCallId: string | null;
  readonly toolName: string | null;
}

function toolOf(run: PlayedRun): ApprovedTool {
  const start = run.last('approval_start');
  return { toolCallId: textOf(start, 'toolCallId'), toolName: textOf(start, 'toolName') };
}

async function deny(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const tool = toolOf(pending.run);
  const run = await decideCorrectly(context, pending, { decision: 'denied' });
  context.expect(
    callsOf(run, tool).length === 0,
    'A tool that was denied is reported as successful.',
    'events',
  );
  context.note(
    run.last('execution_error') === null,
    doubtful('A run in which a tool was denied ends with an error.', 'events'),
  );
  if (tool.toolCallId === null) return;
  const { agentId: id, executionId } = pending;
  const list = await callOperation(context, 'listExecutionToolCalls', { path: { id, executionId } });
  const row = (itemsOf(list.body) ?? []).find((one) => textOf(one, 'toolCallId', 'id') === tool.toolCallId);
  const hasRun =
    propertyOf(row, 'success') === true || ['completed', 'success'].includes(textOf(row, 'status') ?? '');
  context.note(!hasRun, doubtful('The list of tool calls has a denied one as successful.', 'body'));
}

async function approve(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const tool = toolOf(pending.run);
  const run = await decideCorrectly(context, pending, { decision: 'approved' });
  const count = callsOf(run, tool).length;
  const early = callsOf(pending.run, tool).length;
  if (tool.toolCallId === null || terminalOf(run) === null)
    context.skip('The approval does not name its call, or the run pauses again.');
  context.expect(early === 0, 'A tool runs before it is approved.', 'events');
  context.note(
    count <= 1,
    `A tool that was approved once is reported as successful ${count} times.`,
    'events',
  );
  const failed = run.events.some(({ type }) => type === 'execution_error');
  context.note(
    count === 1 || failed || run.events.some((event) => event['toolCallId'] === tool.toolCallId),
    doubtful('A tool that was approved is not run.', 'events'),
  );
  const end = run.events.find(
    (event) => event.type === 'tool_complete' && event['toolCallId'] === tool.toolCallId,
  );
  context.note(
    failed || propertyOf(end, 'success') !== false,
    doubtful('A tool that was approved is reported as failed.', 'events'),
  );
  const parameters = propertyOf(pending.run.last('approval_start'), 'parameters');
  const { agentId: id, executionId } = pending;
  const path = { id, executionId, toolCallId: tool.toolCallId };
  const { body } = await callOperation(context, 'getExecutionToolCall', { path });
  const input = propertyOf(body, 'input') ?? propertyOf(body, 'parameters');
  context.note(
    !isFields(parameters) || !isFields(input) || covers(input, parameters),
    doubtful('A tool ran with other parameters than those that were approved.', 'body.input'),
  );
}
