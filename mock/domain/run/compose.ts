/**
 * The frame around what a scenario says: turns, model calls, the pause before a model answers, the cadence of its
 * words. A composition collects the beats of one step and moves the run's open turn along with them.
 */
import { cutIntoDeltas, addUsage, countTokens, mockModel, noUsage, priceTokens } from './usage.ts';
import type { Beat, EventBody, Gate, OpenTurn, RunEnd, RunRecord } from './run.ts';
import type { StopReason } from '../scenario.ts';

/** Where a composition takes new ids and chance from. */
export interface Source {
  nextId(prefix: string): string;
  /** Returns a number from 0 up to but not including 1. */
  random(): number;
}

/** A step being composed: the beats so far, and the run as it will be once they are played. */
export interface Composition {
  run: RunRecord;
  readonly beats: Beat[];
  readonly source: Source;
  /** The delay that the next beat takes over, in milliseconds. */
  delay: number;
}

/** Begins a composition on a run. */
export function compose(run: RunRecord, source: Source): Composition {
  return { run, beats: [], source, delay: 0 };
}

/** Adds an event, after a delay in milliseconds. */
export function emit(composition: Composition, event: EventBody, after = 0): void {
  composition.beats.push({ after: takeDelay(composition) + after, emit: event });
}

/** Adds a pause that holds the run until its gates are answered. */
export function hold(composition: Composition, gates: readonly Gate[]): void {
  composition.beats.push({ after: takeDelay(composition), gates });
}

/** Adds the end of the run. */
export function end(composition: Composition, runEnd: RunEnd): void {
  composition.beats.push({ after: takeDelay(composition), end: runEnd });
}

/** Returns a whole number of milliseconds between two, by the world's randomness. */
export function between(composition: Composition, low: number, high: number): number {
  return Math.round(low + composition.source.random() * (high - low));
}

/** Makes sure that a turn is open in which a tool may be called or the model may speak. */
export function openTurn(composition: Composition): OpenTurn {
  const { run, source } = composition;
  if (run.turn !== null) return run.turn;
  const turn: OpenTurn = {
    id: source.nextId('turn'),
    iteration: run.iteration + 1,
    modelCall: null,
    content: '',
    acted: false,
    usage: noUsage,
  };
  composition.run = { ...run, turn, iteration: turn.iteration };
  emit(composition, {
    type: 'turn_start',
    id: turn.id,
    role: 'assistant',
    iteration: turn.iteration,
    turnIndex: turn.iteration - 1,
  });
  return turn;
}

/** Makes sure that a model call is open. After a tool was called, the model speaks in a new turn. */
export function openModelCall(composition: Composition): OpenTurn {
  if (composition.run.turn?.acted === true) closeTurn(composition);
  const turn = openTurn(composition);
  if (turn.modelCall !== null) return turn;
  const ordinal = composition.run.modelCalls + 1;
  const id = composition.source.nextId('model');
  emit(composition, {
    type: 'model_call_start',
    id,
    ordinal,
    iteration: turn.iteration,
    turnId: turn.id,
    ...mockModel,
  });
  const latency = between(composition, 350, 900);
  composition.delay += latency;
  composition.run = { ...composition.run, modelCalls: ordinal };
  return setTurn(composition, { modelCall: { id, ordinal, durationMs: latency, outputTokens: 0 } });
}

/** Streams a text of the open model call in parts. */
export function streamDeltas(
  composition: Composition,
  text: string,
  write: (delta: string) => EventBody,
): void {
  let durationMs = 0;
  for (const delta of cutIntoDeltas(text)) {
    const pause = between(composition, 18, 60);
    durationMs += pause;
    emit(composition, write(delta), pause);
  }
  addModelOutput(composition, text, durationMs);
}

/** Counts an output of the open model call. */
export function addModelOutput(composition: Composition, text: string, durationMs: number): void {
  const call = composition.run.turn?.modelCall;
  if (!call) return;
  setTurn(composition, {
    modelCall: {
      ...call,
      durationMs: call.durationMs + durationMs,
      outputTokens: call.outputTokens + countTokens(text),
    },
  });
}

/** Completes the model call if one is open. */
export function closeModelCall(
  composition: Composition,
  finishReason: 'stop' | 'tool_calls' | 'error',
): void {
  const { run } = composition;
  const call = run.turn?.modelCall;
  if (!run.turn || !call) return;
  const usage = priceTokens(run.inputTokens, call.outputTokens);
  emit(composition, {
    type: 'model_call_complete',
    id: call.id,
    ordinal: call.ordinal,
    iteration: run.turn.iteration,
    turnId: run.turn.id,
    ...mockModel,
    responseModel: mockModel.model,
    success: finishReason !== 'error',
    finishReason,
    durationMs: call.durationMs,
    tokens: { input: usage.input, output: usage.output },
    cost: usage.cost,
  });
  composition.run = {
    ...run,
    inputTokens: run.inputTokens + call.outputTokens,
    usage: addUsage(run.usage, usage),
    turn: { ...run.turn, modelCall: null, usage: addUsage(run.turn.usage, usage) },
  };
}

/** Completes the turn if one is open. `stopReason` is given on the last turn of a run only. */
export function closeTurn(composition: Composition, stopReason?: StopReason): void {
  closeModelCall(
    composition,
    stopReason === 'error' ? 'error' : composition.run.turn?.acted ? 'tool_calls' : 'stop',
  );
  const { turn } = composition.run;
  if (turn === null) return;
  emit(composition, {
    type: 'turn_complete',
    id: turn.id,
    role: 'assistant',
    iteration: turn.iteration,
    content: turn.content,
    tokens: { input: turn.usage.input, output: turn.usage.output },
    cost: turn.usage.cost,
    ...(stopReason && { stopReason }),
  });
  composition.run = { ...composition.run, turn: null };
}

/** Changes the open turn. */
export function setTurn(composition: Composition, change: Partial<OpenTurn>): OpenTurn {
  const turn = { ...openTurn(composition), ...change };
  composition.run = { ...composition.run, turn };
  return turn;
}

function takeDelay(composition: Composition): number {
  const { delay } = composition;
  composition.delay = 0;
  return delay;
}
