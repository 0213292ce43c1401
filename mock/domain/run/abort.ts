/**
 * Stops a run while it is played. What is open on the stream is closed first, so that no client is left waiting for the
 * rest of a sentence.
 */
import type { Draft } from '../../kernel/draft.ts';
import { closeTurn, compose } from './compose.ts';
import { emitEvent } from './emit.ts';
import { beatTimer, endRun } from './play.ts';
import { runs, totalsOf } from './run.ts';
import type { Beat, RunEnd, RunRecord, TimelessEvent } from './run.ts';
import { closeFlowStep } from './steps/flow.ts';

const stopped: RunEnd = { outcome: 'aborted', stopReason: 'unknown', error: null };
const reason = 'The run was stopped';

/** Stops the run of an execution that is neither paused nor over; any other stays as it is. */
export function abortRun(draft: Draft, executionId: string): void {
  const run = draft.get(runs, executionId);
  if (run === undefined || run.gates.length > 0) return;
  draft.cancelTimer(beatTimer(executionId));
  const left = run.beats.slice(run.next);
  for (const closer of closersAmong(left)) emitEvent(draft, closer.on ?? executionId, cutShort(closer.emit));
  for (const beat of left) {
    if ('end' in beat && beat.on !== undefined && !isYetToBegin(left, beat.on))
      endRun(draft, beat.on, stopped, beat.totals);
  }
  const composition = compose(openPart(run, left), draft);
  closeFlowStep(composition, reason);
  closeTurn(composition);
  for (const beat of composition.beats) if ('emit' in beat) emitEvent(draft, executionId, beat.emit);
  endRun(draft, executionId, stopped, totalsOf(composition.run));
}

type Told = Extract<Beat, { readonly emit: TimelessEvent }>;

/** Finds the events that close what has been opened already: those whose opening is not still to come. */
function closersAmong(left: readonly Beat[]): readonly Told[] {
  const told = left.filter((beat): beat is Told => 'emit' in beat);
  const opened = new Set(told.filter(({ emit }) => emit.type.endsWith('_start')).map(blockOf));
  return told.filter((beat) => isCloser(beat.emit) && !opened.has(blockOf(beat)));
}

/** The parameters of a tool call are complete before it is; a notice of phase `complete` closes no block. */
function isCloser({ type }: TimelessEvent): boolean {
  return type.endsWith('_complete') && type !== 'tool_input_complete' && type !== 'execution_complete';
}

function blockOf({ emit, on = '' }: Told): string {
  const fields = emit as { readonly id?: string; readonly toolCallId?: string };
  const family = emit.type.slice(0, emit.type.lastIndexOf('_'));
  return `${on}/${family}/${fields.id ?? fields.toolCallId ?? ''}`;
}

/** What a closing event says when its block was not told to the end: nothing of the rest. */
function cutShort(event: TimelessEvent): TimelessEvent {
  if (event.type === 'tool_complete') {
    const { result: _, ...rest } = event;
    return { ...rest, success: false, error: reason };
  }
  if (event.type === 'text_complete' || event.type === 'reasoning_complete') {
    const { text: _, ...rest } = event;
    return rest;
  }
  return event.type === 'media_complete' ? { type: 'media_complete', id: event.id } : event;
}

/** The turn, the model call and the step that are open on the stream, of those that are open in the story. */
function openPart(run: RunRecord, left: readonly Beat[]): RunRecord {
  const toCome = new Set(
    left.flatMap((beat) => ('emit' in beat && beat.on === undefined ? idOf(beat.emit) : [])),
  );
  const { turn, modelCall, flowStep } = run;
  return {
    ...run,
    beats: [],
    pending: 0,
    turn: turn && toCome.has(turn.id) ? null : turn,
    modelCall: modelCall && toCome.has(modelCall.id) ? null : modelCall,
    flowStep: flowStep && toCome.has(flowStep.id) ? null : flowStep,
  };
}

function idOf(event: TimelessEvent): string[] {
  return event.type === 'turn_start' || event.type === 'model_call_start' || event.type === 'step_start'
    ? [event.id]
    : [];
}

function isYetToBegin(left: readonly Beat[], executionId: string): boolean {
  return left.some((beat) => 'begin' in beat && beat.begin.executionId === executionId);
}
