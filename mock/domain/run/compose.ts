/**
 * The frame around what a scenario says: the silence between two events, turns, model calls, the cadence of words.
 * A composition collects the beats of one step and moves what is open in the run along with them.
 */
import type { StopReason } from '../scenario.ts';
import { contextBreakdown } from './context-breakdown.ts';
import { fallbackReport } from './fallback-report.ts';
import type { Gate } from './gate.ts';
import { totalsOf } from './run.ts';
import type { Beat, OpenModelCall, OpenTurn, RunEnd, RunRecord, TimelessEvent } from './run.ts';
import { addUsage, countTokens, cutIntoDeltas, noUsage, priceTokens, provider } from './usage.ts';

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
}

/** How long a stream is silent before a ping. Units: milliseconds of the real pace. Source: F-6.1.2-003. */
export const heartbeat = 15_000;

/** Begins a composition on a run. */
export function compose(run: RunRecord, source: Source): Composition {
  return { run, beats: [], source };
}

/** Lets time pass before the next beat. Units: milliseconds of the real pace. */
export function spend(composition: Composition, duration: number): void {
  const { run } = composition;
  const { flowStep, pending } = run;
  composition.run = {
    ...run,
    pending: pending + duration,
    flowStep: flowStep && { ...flowStep, elapsed: flowStep.elapsed + duration },
  };
}

/** Adds an event, after a delay in milliseconds. */
export function emit(composition: Composition, event: TimelessEvent, after = 0): void {
  spend(composition, after);
  composition.beats.push({ after: takeSilence(composition), emit: event });
}

/** Adds a pause that holds the run until its gates are answered. */
export function hold(composition: Composition, gates: readonly Gate[]): void {
  composition.beats.push({ after: takeSilence(composition), gates });
}

/** Adds the end of the run. */
export function end(composition: Composition, runEnd: RunEnd): void {
  const after = takeSilence(composition);
  composition.beats.push({ after, end: runEnd, totals: totalsOf(composition.run) });
}

/** Takes the silence before a beat, and keeps a long one alive with pings. */
export function takeSilence(composition: Composition): number {
  let silence = composition.run.pending;
  for (; silence > heartbeat; silence -= heartbeat) {
    composition.beats.push({ after: heartbeat, emit: { type: 'ping' } });
  }
  composition.run = { ...composition.run, pending: 0 };
  return silence;
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
    content: '',
    acted: false,
    usage: noUsage,
    fallback: null,
  };
  const { id, iteration } = turn;
  composition.run = { ...run, turn, iteration };
  emit(composition, { type: 'turn_start', id, role: 'assistant', iteration, turnIndex: iteration - 1 });
  return turn;
}

/**
 * Makes sure that a model call is open, in a turn or in the step of a flow. After a tool was called, the model speaks in
 * a new turn.
 */
export function openModelCall(composition: Composition): void {
  if (composition.run.turn?.acted === true) closeTurn(composition);
  if (composition.run.flowStep === null) openTurn(composition);
  const { run, source } = composition;
  if (run.modelCall !== null) return;
  const ordinal = run.modelCalls + 1;
  const id = source.nextId('model');
  emit(composition, {
    type: 'model_call_start',
    id,
    ordinal,
    ...placeOf(run),
    model: run.model,
    provider,
  });
  const latency = between(composition, 350, 900);
  spend(composition, latency);
  const modelCall: OpenModelCall = {
    id,
    ordinal,
    model: run.model,
    durationMs: latency,
    outputTokens: 0,
    reasoningTokens: 0,
  };
  composition.run = { ...composition.run, modelCalls: ordinal, modelCall };
}

/** What a text of a model call counts as. */
export type TokenUse = 'output' | 'reasoning';

/** Streams a text of the open model call in parts. */
export function streamDeltas(
  composition: Composition,
  text: string,
  write: (delta: string) => TimelessEvent,
  use: TokenUse,
): void {
  let durationMs = 0;
  for (const delta of cutIntoDeltas(text)) {
    const pause = between(composition, 18, 60);
    durationMs += pause;
    emit(composition, write(delta), pause);
  }
  addModelOutput(composition, countTokens(text), durationMs, use);
}

/** Counts an output of the open model call. Units: tokens and milliseconds. */
export function addModelOutput(
  composition: Composition,
  tokens: number,
  durationMs: number,
  use: TokenUse,
): void {
  const { modelCall } = composition.run;
  if (modelCall === null) return;
  const counter = `${use}Tokens` as const;
  composition.run = {
    ...composition.run,
    modelCall: {
      ...modelCall,
      durationMs: modelCall.durationMs + durationMs,
      [counter]: modelCall[counter] + tokens,
    },
  };
}

/** Completes the model call if one is open. */
export function closeModelCall(
  composition: Composition,
  finishReason: 'stop' | 'tool_calls' | 'error',
): void {
  const { run } = composition;
  const { modelCall: call } = run;
  if (call === null) return;
  const { inputTokens, cachedTokens } = run;
  const usage = priceTokens(inputTokens, call.outputTokens + call.reasoningTokens);
  emit(composition, {
    type: 'model_call_complete',
    id: call.id,
    ordinal: call.ordinal,
    ...turnOf(run),
    model: call.model,
    provider,
    responseModel: call.model,
    success: finishReason !== 'error',
    finishReason,
    durationMs: call.durationMs,
    tokens: {
      input: usage.input,
      output: usage.output,
      cacheRead: cachedTokens,
      cacheWrite: inputTokens - cachedTokens,
      ...(call.reasoningTokens > 0 && { reasoning: call.reasoningTokens }),
    },
    cost: usage.cost,
  });
  const { turn, flowStep } = composition.run;
  composition.run = {
    ...composition.run,
    modelCall: null,
    inputTokens: inputTokens + call.outputTokens,
    cachedTokens: inputTokens,
    usage: addUsage(run.usage, usage),
    turn: turn && { ...turn, usage: addUsage(turn.usage, usage) },
    flowStep: flowStep && { ...flowStep, usage: addUsage(flowStep.usage, usage) },
  };
}

/** Completes the turn if one is open. `stopReason` is given on the last turn of a run only. */
export function closeTurn(composition: Composition, stopReason?: StopReason): void {
  const acted = composition.run.turn?.acted === true;
  closeModelCall(composition, stopReason === 'error' ? 'error' : acted ? 'tool_calls' : 'stop');
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
    estimatedContextBreakdown: contextBreakdown(composition.run),
    ...(turn.fallback !== null && { fallback: fallbackReport(turn.fallback) }),
    ...(stopReason && { stopReason }),
  });
  composition.run = { ...composition.run, turn: null };
}

/** Changes the open turn, which is opened if there is none. */
export function changeTurn(composition: Composition, change: Partial<OpenTurn>): void {
  const turn = { ...openTurn(composition), ...change };
  composition.run = { ...composition.run, turn };
}

/** Names the step of the flow that an event belongs to. Shape: empty outside of one. */
export function stepOf({ flowStep }: RunRecord): { readonly stepId?: string } {
  return flowStep === null ? {} : { stepId: flowStep.id };
}

/** Names the turn that a model call belongs to. Shape: empty in a step of a flow. */
function turnOf({ turn }: RunRecord): { readonly turnId?: string; readonly iteration?: number } {
  return turn === null ? {} : { turnId: turn.id, iteration: turn.iteration };
}

function placeOf(run: RunRecord) {
  return { ...turnOf(run), ...stepOf(run) };
}
