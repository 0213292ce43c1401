/** The pauses of a run: for a decision on a tool, or for input from outside. */
import type { AwaitedItem, BackgroundStep } from '../../../scenarios/scenario.ts';
import { emit, pause, type StepBuilder, type Expanders } from '../step-builder.ts';
import { closeTurn } from '../turns.ts';
import { awaitEvent, actionStartEvent, type OpenOutput } from '../pending-action.ts';
import { toolMarkOf } from '../texts.ts';
import { callTool, awaitedCall, takeGrant, beginCall, callPlace, noteAction } from '../tool-calls.ts';
import type { RunRecord, Grant } from '../run.ts';

/** The default timeout of an approval. Units: milliseconds. Source: assumption A-116. */
export const defaultApprovalTimeout = 300_000;

export const pauses: Expanders<'approve' | 'await'> = {
  // The approver sees the exact parameters of the call. Source: F-4.6-035.
  approve(builder, tool) {
    beginCall(builder);
    closeTurn(builder);
    const { run, source } = builder;
    const approvalId = source.nextId('appr');
    const toolCallId = source.nextId('call');
    const { iteration } = run;
    const { name, toolType = 'custom', parameters = {}, description, reason } = tool;
    emit(builder, {
      type: 'approval_start',
      approvalId,
      toolCallId,
      toolName: name,
      toolType,
      parameters: { ...parameters },
      timeout: tool.timeout ?? defaultApprovalTimeout,
      iteration,
      ...externalAgentOf(run),
      ...(description !== undefined && { description }),
      ...(reason !== undefined && { reason }),
    });
    const stepId = run.flowStep?.id ?? null;
    const toolId = toolIdOf(run, name, toolType);
    pause(builder, [{ kind: 'approval', approvalId, toolCallId, toolId, iteration, stepId, tool }]);
  },

  await(builder, items) {
    const calls = items.map((item) => withGrant(builder, item));
    const fresh = calls.filter(({ grant }) => grant === null).length;
    if (fresh > 0) beginCall(builder, fresh);
    else noteAction(builder);
    const gates = calls.map(({ item, grant }) => openPendingAction(builder, item, grant));
    for (const action of gates) {
      emit(builder, { ...actionStartEvent(action), ...callPlace(builder) });
      emit(builder, { ...awaitEvent(action), ...externalAgentOf(builder.run) });
    }
    pause(builder, gates);
  },
};

function withGrant(builder: StepBuilder, item: AwaitedItem) {
  const { name } = awaitedCall(builder.run, item);
  return { item, grant: takeGrant(builder, name) };
}

function openPendingAction(builder: StepBuilder, item: AwaitedItem, grant: Grant | null): OpenOutput {
  const action = createPendingAction(builder, item, grant?.toolCallId ?? builder.source.nextId('call'));
  return grant === null
    ? action
    : ({ ...action, tool: { ...action.tool, parameters: grant.parameters } } as OpenOutput);
}

function createPendingAction(builder: StepBuilder, item: AwaitedItem, toolCallId: string): OpenOutput {
  const { run, source } = builder;
  const place = {
    toolCallId,
    iteration: run.iteration,
    stepId: run.flowStep?.id ?? null,
    calledAt: run.elapsed,
  };
  if ('tool' in item) {
    return {
      ...place,
      kind: 'tool',
      tool: callTool(item.tool, run.offeredTools, toolMarkOf(run.lastMessage)),
    };
  }
  if ('elicitation' in item) {
    const { elicitation } = item;
    const { parameters = {} } = elicitation;
    return { ...place, kind: 'elicitation', tool: { ...elicitation, parameters }, pauseCount: 1 };
  }
  if ('crawl' in item)
    return {
      ...place,
      kind: 'crawl',
      crawlId: source.nextId('crawl'),
      tool: callWork(item.crawl, 'crawl_site'),
    };
  return { ...place, kind: 'poll', tool: callWork(item.poll, 'wait_for_job') };
}

/** Returns the id of the tool's record; a tool without a record is identified by its name. */
function toolIdOf({ agent }: RunRecord, name: string, toolType: string): string {
  const toolId = agent.tools.find((tool) => tool.name === name)?.toolId ?? null;
  return toolId ?? `${toolType === 'local' ? 'local' : 'tool'}_${name}`;
}

function callWork(work: BackgroundStep, defaultName: string) {
  const { name = defaultName, parameters = {} } = work;
  return { ...work, name, parameters };
}

/** Returns the conversation and the task of an external agent. */
function externalAgentOf({ host }: RunRecord) {
  return host.externalAgent === undefined ? {} : { externalAgent: host.externalAgent };
}
