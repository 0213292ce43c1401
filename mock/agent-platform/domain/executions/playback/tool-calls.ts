/**
 * Tool calls: the tool that a step calls, the approval that the agent requires, and the events of the call. A call that
 * needs an approval is made once it is granted, with the approved id and parameters.
 */
import { toText } from '../../../../../templates/runtime/json/value.ts';
import type {
  ToolStep,
  ApproveStep,
  AwaitedItem,
  SubagentStep,
  Step,
  LocalToolStep,
} from '../../scenarios/scenario.ts';
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';
import { advance, between, emit, type StepBuilder } from './step-builder.ts';
import {
  addContext,
  addModelOutput,
  changeTurn,
  closeModelCall,
  openModelCall,
  openTurn,
  stepOf,
} from './turns.ts';
import type { CalledTool, CallOutcome, OfferedTool } from './pending-action.ts';
import { quoteJson } from './texts.ts';
import type { Grant, RunRecord } from './run.ts';
import type { TimelessEvent } from './event-body.ts';
import { countTokens, cutIntoDeltas } from './usage.ts';
import { requiresApproval, type ApprovalRules } from '../../agents/definition/agent-tools.ts';
import { sampleOf } from '../../agents/definition/sample-parameters.ts';

/**
 * Starts a tool call. It belongs to a turn with a model call, even if the model only calls the tool; in a step of
 * a flow it needs neither. Shape: `calls` is the number of simultaneous tool calls.
 */
export function beginCall(builder: StepBuilder, calls = 1): void {
  if (builder.run.flowStep === null && openTurn(builder).modelCalls === 0) openModelCall(builder);
  builder.run = { ...builder.run, toolCalls: builder.run.toolCalls + calls };
  if (builder.run.modelCall !== null) {
    addModelOutput(builder, countTokens('a tool call'), 'output');
    closeModelCall(builder, 'tool_calls');
  }
  const { turn } = builder.run;
  if (turn !== null) changeTurn(builder, { acted: true, toolCalls: turn.toolCalls + calls });
}

/** Starts the call of one tool, unless an approval has started it. */
export function makeCall(
  builder: StepBuilder,
  { name, parameters = {} }: Pick<ToolStep, 'name' | 'parameters'>,
): Grant {
  const grant = takeGrant(builder, name);
  if (grant === null) beginCall(builder);
  else noteAction(builder);
  return grant ?? { toolCallId: builder.source.nextId('call'), parameters };
}

/** Records a tool call: after it the model continues in the next turn. */
export function noteAction(builder: StepBuilder): void {
  if (builder.run.turn !== null) changeTurn(builder, { acted: true });
}

/** Plays a tool of the service from its start to its end. Shape: the placeholders of its parameters are replaced. */
export function playTool(builder: StepBuilder, tool: ToolStep, toolCallId: string): void {
  const { name, toolType = 'custom', hidden, annotations, progress = [] } = tool;
  const parameters = { ...tool.parameters };
  const shown = hidden === undefined ? {} : { hiddenParameterNames: [...hidden] };
  emit(builder, {
    type: 'tool_start',
    toolCallId,
    toolName: name,
    toolType,
    parameters,
    ...callPlace(builder),
    ...(annotations && { annotations }),
    ...shown,
  });
  if (tool.streamInput === true) streamInput(builder, { toolCallId, toolName: name, parameters, ...shown });
  const startedAt = builder.run.elapsed;
  const takes = Math.round(tool.takes ?? between(builder, 300, 1200));
  const pause = Math.floor(takes / (progress.length + 1));
  for (const delta of progress) emit(builder, { type: 'tool_output_delta', toolCallId, delta }, pause);
  advance(builder, takes - pause * progress.length);
  const result = quoteJson(tool.result ?? null, builder.run);
  const outcome = tool.error === undefined ? { result } : { error: tool.error };
  completeCall(builder, toolCallId, name, outcome, { startedAt, cost: tool.cost });
}

type CallInput = Omit<Extract<TimelessEvent, { readonly type: 'tool_input_complete' }>, 'type'> & {
  readonly parameters: JsonMap;
};

/** Streams the input of a call in deltas. */
export function streamInput(builder: StepBuilder, input: CallInput): void {
  const { toolCallId, parameters } = input;
  for (const delta of cutIntoDeltas(JSON.stringify(parameters)))
    emit(builder, { type: 'tool_input_delta', toolCallId, delta }, between(builder, 10, 30));
  emit(builder, { type: 'tool_input_complete', ...input });
}

/**
 * Completes a call and stores its output under the tool's name.
 *
 * Shape: placeholders in the outcome are not replaced.
 * Units: `startedAt` as the run's `elapsed`, `cost` in US dollars.
 */
export function completeCall(
  builder: StepBuilder,
  toolCallId: string,
  toolName: string,
  outcome: CallOutcome,
  { startedAt, cost }: { readonly startedAt: number; readonly cost?: number | undefined },
): void {
  const ending = 'error' in outcome ? { error: outcome.error } : { result: outcome.result };
  emit(builder, {
    type: 'tool_complete',
    toolCallId,
    toolName,
    success: !('error' in ending),
    executionTime: builder.run.elapsed - startedAt,
    ...callPlace(builder),
    ...(cost !== undefined && { toolCost: cost }),
    ...ending,
  });
  const output = 'error' in ending ? ending.error : ending.result;
  storeOutput(builder, toolName, output);
  addContext(builder, countTokens(toText(output)));
  builder.run = { ...builder.run, lastCallId: toolCallId };
}

/** Stores the output of a tool, so that later texts can quote it. */
export function storeOutput(builder: StepBuilder, name: string, output: Json): void {
  const { run } = builder;
  builder.run = { ...run, outputs: { ...run.outputs, [name]: output } };
}

/** Returns the turn or the step that a call belongs to. */
export function callPlace({ run }: StepBuilder) {
  return { ...(run.turn !== null && { iteration: run.turn.iteration }), ...stepOf(run) };
}

/** Returns the approval that a call in a step needs first, or else the step itself. */
export function withApproval(run: RunRecord, step: Step): Step {
  const rules = run.agent.approval;
  if (rules === null) return step;
  if ('approve' in step) {
    const { approve } = step;
    return isRequired(run, approve.name) ? { approve: withRules(approve, rules) } : step;
  }
  const call = callsOf(run, step).find(
    ({ name }) => isRequired(run, name) && !Object.hasOwn(run.grants, name),
  );
  return call === undefined ? step : { approve: withRules(requestOf(run, call), rules) };
}

/** Removes and returns the grant for a tool call, null when the call needed none. */
export function takeGrant(builder: StepBuilder, name: string): Grant | null {
  const { [name]: grant = null, ...grants } = builder.run.grants;
  if (grant !== null) builder.run = { ...builder.run, grants };
  return grant;
}

/** The properties of a call that an approval shows. */
type Call = Pick<ApproveStep, 'name' | 'toolType' | 'parameters'>;

function isRequired({ agent }: RunRecord, name: string): boolean {
  const toolId = agent.tools.find((tool) => tool.name === name)?.toolId;
  return requiresApproval(agent.approval, { name, toolId });
}

function callsOf(run: RunRecord, step: Step): readonly Call[] {
  if ('tool' in step) return [step.tool];
  if ('subagent' in step) return [{ ...step.subagent, toolType: childToolType(step.subagent) }];
  return 'await' in step ? step.await.map((item) => awaitedCall(run, item)) : [];
}

/** Returns the tool type in events for a call with its own execution. */
export function childToolType({ flow }: SubagentStep): string {
  return flow === undefined ? 'subagent' : 'flow';
}

export function awaitedCall(run: RunRecord, item: AwaitedItem): Call {
  if ('tool' in item) return { ...callTool(item.tool, run.offeredTools), toolType: 'local' };
  if ('elicitation' in item) return { ...item.elicitation, toolType: 'mcp' };
  if ('crawl' in item) return { name: 'crawl_site', ...item.crawl, toolType: 'external' };
  return { name: 'wait_for_job', ...item.poll, toolType: 'external' };
}

function requestOf({ agent }: RunRecord, { name, toolType = 'custom', parameters = {} }: Call): ApproveStep {
  const description = agent.tools.find((tool) => tool.name === name)?.description;
  return {
    name,
    toolType,
    parameters,
    description: description ?? `Calls ${name}.`,
    reason: `The agent has to ask before it calls ${name}.`,
    grants: true,
    denied: [{ say: `${name} was not approved, so I have not called it.` }],
  };
}

/** Applies the approval rules of the agent, which override the scenario. */
function withRules({ reason: asked, ...step }: ApproveStep, rules: ApprovalRules): ApproveStep {
  const reason = rules.requestReason ? (rules.reason ?? asked) : undefined;
  return {
    ...step,
    approver: rules.approver,
    ...(rules.timeout !== null && { timeout: rules.timeout }),
    ...(reason !== undefined && { reason }),
  };
}

/**
 * Finds the tool that a step calls: the offered one with its name, or, if the step prefers offered tools, the one that
 * the user requests with `#tool:NAME`, else the first one.
 *
 * Shape: the request's properties of a tool override those of the step; a tool for which the step has no parameters
 * is called with a sample of its schema.
 */
export function callTool(
  step: LocalToolStep,
  offered: readonly OfferedTool[],
  wanted: string | null = null,
): CalledTool {
  const { preferOffered = false, parameters = {}, ...tool } = step;
  const named = preferOffered && wanted !== null ? wanted : step.name;
  const match = offered.find(({ name }) => name === named);
  const chosen = match ?? (preferOffered && wanted === null ? offered[0] : undefined);
  const alias = (chosen?.name ?? named) === step.name ? {} : { alias: step.name };
  if (chosen === undefined)
    return named === step.name ? { ...tool, parameters } : { name: named, ...alias, parameters: {} };
  const { name, origin = 'sdk', pageOrigin, annotations, parametersSchema } = chosen;
  const isOwn = name === step.name && step.parameters !== undefined;
  const sample = isOwn ? parameters : sampleOf(parametersSchema);
  return {
    name,
    ...alias,
    origin,
    ...(pageOrigin !== undefined && { pageOrigin }),
    ...(annotations !== undefined && { annotations }),
    parameters: isMap(sample) ? sample : {},
  };
}
