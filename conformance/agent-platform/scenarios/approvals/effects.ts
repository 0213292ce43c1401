/** Checks that decisions take effect: a denied tool does not run, an approved one does. */
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { decideCorrectly, pauseForApproval } from '../paused-run.ts';
import { covers, isFields, itemsOf, propertyOf, textOf } from '../read-value.ts';
import { terminalOf } from '../play-run.ts';
import type { PlayedRun } from '../played-run.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

export const effectChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'APPR10',
    title: 'A tool that was denied does not run.',
    description:
      'Denies a pending approval, and looks for a call of its tool in the events, the results and the tool calls of the run.',
    rationale: 'A person who denies a payment expects that nothing is paid.',
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
];

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
  const run = await decideCorrectly(context, pending, { decision: 'denied', isStreamed: true });
  context.expect(
    callsOf(run, tool).length === 0,
    'A tool that was denied is reported as successful.',
    'events',
  );
  context.warn(
    run.last('execution_error') === null,
    'A run in which a tool was denied ends with an error.',
    'events',
  );
  if (tool.toolCallId === null) return;
  const { agentId: id, executionId } = pending;
  const list = await context.call('listExecutionToolCalls', { path: { id, executionId } });
  const row = (itemsOf(list.body) ?? []).find((one) => textOf(one, 'toolCallId', 'id') === tool.toolCallId);
  const hasRun =
    propertyOf(row, 'success') === true || ['completed', 'success'].includes(textOf(row, 'status') ?? '');
  context.warn(!hasRun, 'The list of tool calls has a denied one as successful.', 'body');
}

async function approve(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const tool = toolOf(pending.run);
  const { toolCallId } = tool;
  const run = await decideCorrectly(context, pending, { isStreamed: true });
  if (toolCallId === null || terminalOf(run) === null)
    return context.skip('The approval does not identify its call, or the run pauses again.');
  context.expect(callsOf(pending.run, tool).length === 0, 'A tool runs before it is approved.', 'events');
  const count = callsOf(run, tool).length;
  context.note(
    count <= 1,
    `A tool that was approved once is reported as successful ${count} times.`,
    'events',
  );
  const hasFailed = run.last('execution_error') !== null;
  const ofCall = run.events.filter((event) => event['toolCallId'] === toolCallId);
  context.warn(
    count === 1 || hasFailed || ofCall.length > 0,
    'A tool that was approved is not run.',
    'events',
  );
  context.warn(
    hasFailed || ofCall.find(({ type }) => type === 'tool_complete')?.['success'] !== false,
    'A tool that was approved is reported as failed.',
    'events',
  );
  const parameters = propertyOf(pending.run.last('approval_start'), 'parameters');
  const path = { id: pending.agentId, executionId: pending.executionId, toolCallId };
  const { body } = await context.call('getExecutionToolCall', { path });
  const input = propertyOf(body, 'input') ?? propertyOf(body, 'parameters');
  context.warn(
    !isFields(parameters) || !isFields(input) || covers(input, parameters),
    'A tool ran with other parameters than those that were approved.',
    'body.input',
  );
}
