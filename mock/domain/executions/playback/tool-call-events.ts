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
  spend,
  stepOf,
} from './compose.ts';
import type { Composition } from './compose.ts';
import type { CallOutcome } from './gate.ts';
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
 * Begins the call of a tool. It belongs to a turn in which the model has spoken, if only to ask for the tool; in a step of
 * a flow it needs neither. Shape: `calls` is how many tools are called at once.
 */
export function beginCall(composition: Composition, calls = 1): void {
  if (composition.run.flowStep === null && openTurn(composition).modelCalls === 0) openModelCall(composition);
  composition.run = { ...composition.run, toolCalls: composition.run.toolCalls + calls };
  if (composition.run.modelCall !== null) {
    addModelOutput(composition, countTokens('a tool call'), 'output');
    closeModelCall(composition, 'tool_calls');
  }
  const { turn } = composition.run;
  if (turn !== null) changeTurn(composition, { acted: true, toolCalls: turn.toolCalls + calls });
}

/** Begins the call of one tool, unless an approval has begun it. */
export function makeCall(
  composition: Composition,
  { name, parameters = {} }: Pick<ToolStep, 'name' | 'parameters'>,
): Grant {
  const grant = takeGrant(composition, name);
  if (grant === null) beginCall(composition);
  else noteAction(composition);
  return grant ?? { toolCallId: composition.source.nextId('call'), parameters };
}

/** After a tool was called in a turn, the model speaks in the next one. */
export function noteAction(composition: Composition): void {
  if (composition.run.turn !== null) changeTurn(composition, { acted: true });
}

/** Plays a tool of the service from its start to its end. Shape: the parameters are quoted already. */
export function playTool(composition: Composition, tool: ToolStep, toolCallId: string): void {
  const { name, toolType = 'custom', hidden, annotations, progress = [] } = tool;
  const parameters = { ...tool.parameters };
  const shown = hidden === undefined ? {} : { hiddenParameterNames: [...hidden] };
  emit(composition, {
    type: 'tool_start',
    toolCallId,
    toolName: name,
    toolType,
    parameters,
    ...callPlace(composition),
    ...(annotations && { annotations }),
    ...shown,
  });
  if (tool.streamInput === true) {
    for (const delta of cutIntoDeltas(JSON.stringify(parameters))) {
      emit(composition, { type: 'tool_input_delta', toolCallId, delta }, between(composition, 10, 30));
    }
    emit(composition, { type: 'tool_input_complete', toolCallId, toolName: name, parameters, ...shown });
  }
  const startedAt = composition.run.elapsed;
  const takes = Math.round(tool.takes ?? between(composition, 300, 1200));
  const pause = Math.floor(takes / (progress.length + 1));
  for (const delta of progress) emit(composition, { type: 'tool_output_delta', toolCallId, delta }, pause);
  spend(composition, takes - pause * progress.length);
  const result = quoteJson(tool.result ?? null, composition.run);
  const outcome = tool.error === undefined ? { result } : { error: tool.error };
  completeCall(composition, toolCallId, name, outcome, { startedAt, cost: tool.cost });
}

/** Completes a call and keeps its output under the tool's name. Shape: the outcome is taken as it is, nothing in it is quoted. */
export function completeCall(
  composition: Composition,
  toolCallId: string,
  toolName: string,
  outcome: CallOutcome,
  { startedAt, cost }: CallFigures,
): void {
  const ending = 'error' in outcome ? { error: outcome.error } : { result: outcome.result };
  emit(composition, {
    type: 'tool_complete',
    toolCallId,
    toolName,
    success: !('error' in ending),
    executionTime: composition.run.elapsed - startedAt,
    ...callPlace(composition),
    ...(cost !== undefined && { toolCost: cost }),
    ...ending,
  });
  const output = 'error' in ending ? ending.error : ending.result;
  keepOutput(composition, toolName, output);
  addContext(composition, countTokens(typeof output === 'string' ? output : JSON.stringify(output)));
  composition.run = { ...composition.run, lastCallId: toolCallId };
}

/** Keeps the output of a tool, so that later texts can quote it. */
export function keepOutput(composition: Composition, name: string, output: Json): void {
  const { run } = composition;
  composition.run = { ...run, outputs: { ...run.outputs, [name]: output } };
}

/** Names the turn or the step that a call stands in. */
export function callPlace({ run }: Composition) {
  return { ...(run.turn !== null && { iteration: run.turn.iteration }), ...stepOf(run) };
}
