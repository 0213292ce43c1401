/**
 * The events of one tool call, whether the service, the caller or another agent runs the tool.
 */
import type { ToolStep } from '../../scenarios/scenario.ts';
import type { Json } from '../../json.ts';
import {
  addContext,
  addModelOutput,
  between,
  changeTurn,
  closeModelCall,
  emit,
  openModelCall,
  openTurn,
  advance,
  stepOf,
} from './step-builder.ts';
import type { StepBuilder } from './step-builder.ts';
import type { CallOutcome } from './pending-action.ts';
import { quoteJson } from './quote.ts';
import { takeGrant } from './required-approvals.ts';
import type { Grant } from './run.ts';
import { countTokens, cutIntoDeltas } from './usage.ts';

/** When a tool call began and what it is charged. Units: `startedAt` as the run's `elapsed`, `cost` in US dollars. */
export interface CallFigures {
  readonly startedAt: number;
  readonly cost?: number | undefined;
}

/**
 * Starts the call of a tool. It belongs to a turn in which the model has spoken, if only to ask for the tool; in a step of
 * a flow it needs neither. Shape: `calls` is how many tools are called at once.
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

/** Starts the call of one tool, unless an approval has begun it. */
export function makeCall(
  builder: StepBuilder,
  { name, parameters = {} }: Pick<ToolStep, 'name' | 'parameters'>,
): Grant {
  const grant = takeGrant(builder, name);
  if (grant === null) beginCall(builder);
  else noteAction(builder);
  return grant ?? { toolCallId: builder.source.nextId('call'), parameters };
}

/** After a tool was called in a turn, the model speaks in the next one. */
export function noteAction(builder: StepBuilder): void {
  if (builder.run.turn !== null) changeTurn(builder, { acted: true });
}

/** Plays a tool of the service from its start to its end. Shape: the parameters are quoted already. */
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
  if (tool.streamInput === true) {
    for (const delta of cutIntoDeltas(JSON.stringify(parameters))) {
      emit(builder, { type: 'tool_input_delta', toolCallId, delta }, between(builder, 10, 30));
    }
    emit(builder, { type: 'tool_input_complete', toolCallId, toolName: name, parameters, ...shown });
  }
  const startedAt = builder.run.elapsed;
  const takes = Math.round(tool.takes ?? between(builder, 300, 1200));
  const pause = Math.floor(takes / (progress.length + 1));
  for (const delta of progress) emit(builder, { type: 'tool_output_delta', toolCallId, delta }, pause);
  advance(builder, takes - pause * progress.length);
  const result = quoteJson(tool.result ?? null, builder.run);
  const outcome = tool.error === undefined ? { result } : { error: tool.error };
  completeCall(builder, toolCallId, name, outcome, { startedAt, cost: tool.cost });
}

/** Completes a call and keeps its output under the tool's name. Shape: the outcome is taken as it is, nothing in it is quoted. */
export function completeCall(
  builder: StepBuilder,
  toolCallId: string,
  toolName: string,
  outcome: CallOutcome,
  { startedAt, cost }: CallFigures,
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
  keepOutput(builder, toolName, output);
  addContext(builder, countTokens(typeof output === 'string' ? output : JSON.stringify(output)));
  builder.run = { ...builder.run, lastCallId: toolCallId };
}

/** Keeps the output of a tool, so that later texts can quote it. */
export function keepOutput(builder: StepBuilder, name: string, output: Json): void {
  const { run } = builder;
  builder.run = { ...run, outputs: { ...run.outputs, [name]: output } };
}

/** Names the turn or the step that a call stands in. */
export function callPlace({ run }: StepBuilder) {
  return { ...(run.turn !== null && { iteration: run.turn.iteration }), ...stepOf(run) };
}
