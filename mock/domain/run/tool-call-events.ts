/**
 * The events of one tool call, whoever runs the tool.
 */
import type { ToolStep } from '../scenario-steps.ts';
import type { Json } from '../scenario.ts';
import {
  addModelOutput,
  between,
  changeTurn,
  closeModelCall,
  emit,
  openModelCall,
  openTurn,
  stepOf,
} from './compose.ts';
import type { Composition } from './compose.ts';
import type { CallOutcome } from './gate.ts';
import { quoteJson, quoteMap, quoteText } from './quote.ts';
import { countTokens, cutIntoDeltas } from './usage.ts';

/** What a tool call is charged and how long it took, as far as that is known. */
export interface CallFigures {
  readonly takes?: number;
  readonly cost?: number;
}

/**
 * Begins the call of a tool. It belongs to a turn in which the model has spoken, if only to ask for the tool; in a step of
 * a flow it needs neither.
 */
export function beginCall(composition: Composition): void {
  if (composition.run.flowStep === null) {
    if (composition.run.turn === null) openModelCall(composition);
    openTurn(composition);
  }
  if (composition.run.modelCall !== null) {
    addModelOutput(composition, countTokens('a tool call'), 0, 'output');
    closeModelCall(composition, 'tool_calls');
  }
  noteAction(composition);
}

/** Plays a tool of the service from its start to its end. */
export function playTool(composition: Composition, tool: ToolStep, toolCallId: string): void {
  const { name, toolType = 'custom', hidden, annotations, progress = [] } = tool;
  const parameters = quoteMap(tool.parameters ?? {}, composition.run);
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
  const takes = tool.takes ?? between(composition, 300, 1200);
  const pause = Math.round(takes / (progress.length + 1));
  for (const part of progress) {
    const delta = quoteText(part, composition.run);
    emit(composition, { type: 'tool_output_delta', toolCallId, delta }, pause);
  }
  const outcome = tool.error === undefined ? { result: tool.result ?? null } : { error: tool.error };
  completeCall(composition, toolCallId, name, outcome, { ...tool, takes }, pause);
}

/** Completes a call and keeps its output under the tool's name. */
export function completeCall(
  composition: Composition,
  toolCallId: string,
  toolName: string,
  outcome: CallOutcome,
  { takes = 0, cost }: CallFigures,
  after = 0,
): void {
  const told =
    'error' in outcome ? { error: outcome.error } : { result: quoteJson(outcome.result, composition.run) };
  emit(
    composition,
    {
      type: 'tool_complete',
      toolCallId,
      toolName,
      success: !('error' in told),
      executionTime: takes,
      ...callPlace(composition),
      ...(cost !== undefined && { toolCost: cost }),
      ...told,
    },
    after,
  );
  keepOutput(composition, toolName, 'error' in told ? told.error : told.result);
  composition.run = { ...composition.run, lastCallId: toolCallId };
  if (composition.run.turn !== null) noteAction(composition);
}

/** Keeps the output of a tool, so that later texts can quote it. */
export function keepOutput(composition: Composition, name: string, output: Json): void {
  const { run } = composition;
  composition.run = { ...run, outputs: { ...run.outputs, [name]: output } };
}

/** After a tool was called in a turn, the model speaks in the next one. */
function noteAction(composition: Composition): void {
  if (composition.run.flowStep === null) changeTurn(composition, { acted: true });
}

/** Names the turn or the step that a call stands in. */
export function callPlace({ run }: Composition) {
  return { ...(run.turn !== null && { iteration: run.turn.iteration }), ...stepOf(run) };
}
