/**
 * Composes the beats of a step and what surrounds them: silences, turns, model calls, the pace of words. A composition
 * collects the beats of one step and updates the run with them.
 */
import type { Role, StopReason } from '../../../../generated/service/types.ts';
import { contextBreakdown, fallbackReport } from './turn-reports.ts';
import type { Gate } from './gate.ts';
import { totalsOf } from './run.ts';
import type { Beat, OpenModelCall, OpenTurn, RunEnd, RunRecord } from './run.ts';
import type { TimelessEvent } from './event-body.ts';
import { providerOf, addUsage, countTokens, cutIntoDeltas, noUsage, priceTokens } from './usage.ts';

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

/** Lets time pass before the next beat. Units: milliseconds of the real pace, rounded to whole ones. */
export function spend(composition: Composition, duration: number): void {
  const { run } = composition;
  const whole = Math.round(duration);
  composition.run = { ...run, pending: run.pending + whole, elapsed: run.elapsed + whole };
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

/** Makes sure that a turn of a role is open. Shape: a turn of the assistant is the next iteration of the run. */
export function openTurn(composition: Composition, role: Role = 'assistant'): OpenTurn {
  if (composition.run.turn !== null && composition.run.turn.role !== role) closeTurn(composition);
  const { run, source } = composition;
  if (run.turn !== null) return run.turn;
  const iteration = run.iteration + (role === 'assistant' ? 1 : 0);
  const turn: OpenTurn = {
    id: source.nextId('turn'),
    role,
    iteration,
    content: '',
    modelCalls: 0,
    toolCalls: 0,
    acted: false,
    usage: noUsage,
    fallback: null,
  };
  composition.run = { ...run, turn, iteration, turns: run.turns + 1 };
  emit(composition, {
    type: 'turn_start',
    id: turn.id,
    role,
    ...iterationOf(turn),
    turnIndex: run.turns,
  });
  return turn;
}

/**
 * Continues in a new turn what a pause has interrupted: the turn of an awaited call has no `turn_complete`.
 *
 * Shape: the new turn takes over the usage of the interrupted one, so that the turns of a run add up to its totals.
 */
export function reopenTurn(composition: Composition): void {
  const { turn } = composition.run;
  if (turn === null) return;
  composition.run = { ...composition.run, turn: null };
  openNextTurn(composition);
  changeTurn(composition, { usage: turn.usage, fallback: turn.fallback });
}

/**
 * Opens the turn in which a call is completed that a run was paused for. In a step of a flow there is none, nor in a run
 * that has used up the turns of its agent.
 */
export function openNextTurn(composition: Composition): void {
  const { agent, iteration, flowStep } = composition.run;
  const hasTurnLeft = agent.maxTurns === null || iteration < agent.maxTurns;
  if (flowStep === null && hasTurnLeft) openTurn(composition);
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
  if (run.turn !== null) changeTurn(composition, { modelCalls: run.turn.modelCalls + 1 });
  const ordinal = run.modelCalls + 1;
  const id = source.nextId('model');
  emit(composition, {
    type: 'model_call_start',
    id,
    ordinal,
    ...placeOf(run),
    model: run.model,
    provider: providerOf(run.model),
  });
  const startedAt = composition.run.elapsed;
  const latency = between(composition, 350, 900);
  spend(composition, latency);
  const modelCall: OpenModelCall = {
    id,
    ordinal,
    model: run.model,
    startedAt,
    latency,
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
  for (const delta of cutIntoDeltas(text)) emit(composition, write(delta), between(composition, 18, 60));
  addModelOutput(composition, countTokens(text), use);
}

/** Counts an output of the open model call. Units: tokens. */
export function addModelOutput(composition: Composition, tokens: number, use: TokenUse): void {
  const { modelCall } = composition.run;
  if (modelCall === null) return;
  const counter = `${use}Tokens` as const;
  composition.run = {
    ...composition.run,
    modelCall: { ...modelCall, [counter]: modelCall[counter] + tokens },
  };
}

/** Adds what a tool or a message brought to the context of the next model call. Units: tokens. */
export function addContext(composition: Composition, tokens: number): void {
  const { run } = composition;
  composition.run = { ...run, inputTokens: run.inputTokens + tokens };
}

/** Why a model stopped, as providers report it. */
type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error';

/** Completes the model call if one is open. */
export function closeModelCall(composition: Composition, finishReason: FinishReason): void {
  const { run } = composition;
  const { modelCall: call } = run;
  if (call === null) return;
  const { inputTokens, cachedTokens } = run;
  const usage = priceTokens(call.model, inputTokens, call.outputTokens + call.reasoningTokens);
  emit(composition, {
    type: 'model_call_complete',
    id: call.id,
    ordinal: call.ordinal,
    ...turnOf(run),
    model: call.model,
    provider: providerOf(call.model),
    responseModel: call.model,
    success: finishReason !== 'error',
    finishReason,
    durationMs: run.elapsed - call.startedAt,
    tokens: {
      input: usage.input,
      output: usage.output,
      cacheRead: cachedTokens,
      cacheWrite: inputTokens - cachedTokens,
      ...(call.reasoningTokens > 0 && { reasoning: call.reasoningTokens }),
    },
    cost: usage.cost,
    attributes: { timeToFirstTokenMs: call.latency },
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
  closeModelCall(composition, finishReasonOf(stopReason));
  const { turn } = composition.run;
  if (turn === null) return;
  emit(composition, {
    type: 'turn_complete',
    id: turn.id,
    role: turn.role,
    ...iterationOf(turn),
    content: turn.content,
    ...(turn.role === 'assistant' && figuresOf(composition.run, turn)),
    ...(turn.fallback !== null && { fallback: fallbackReport(turn.fallback) }),
    ...(stopReason && { stopReason }),
  });
  composition.run = { ...composition.run, turn: null };
}

/** Returns why a model stopped whose turn or step ends for a reason. */
export function finishReasonOf(stopReason: StopReason = 'end_turn'): FinishReason {
  switch (stopReason) {
    case 'error':
    case 'length':
    case 'content_filter':
      return stopReason;
    default:
      return 'stop';
  }
}

function figuresOf(run: RunRecord, { usage, modelCalls, toolCalls }: OpenTurn) {
  return {
    tokens: { input: usage.input, output: usage.output },
    cost: usage.cost,
    estimatedContextBreakdown: contextBreakdown(run),
    attributes: { modelCalls, toolCalls },
  };
}

/** Changes the open turn if there is one. */
export function changeTurn(composition: Composition, change: Partial<OpenTurn>): void {
  const { run } = composition;
  if (run.turn !== null) composition.run = { ...run, turn: { ...run.turn, ...change } };
}

/** Names the step of the flow that an event belongs to. Shape: empty outside of one. */
export function stepOf({ flowStep }: RunRecord): { readonly stepId?: string } {
  return flowStep === null ? {} : { stepId: flowStep.id };
}

/** Names the turn that a model call belongs to. Shape: empty in a step of a flow. */
function turnOf({ turn }: RunRecord): { readonly turnId?: string; readonly iteration?: number } {
  return turn === null ? {} : { turnId: turn.id, ...iterationOf(turn) };
}

/** Shape: only turns of the assistant are iterations. */
function iterationOf({ role, iteration }: OpenTurn): { readonly iteration?: number } {
  return role === 'assistant' ? { iteration } : {};
}

function placeOf(run: RunRecord) {
  return { ...turnOf(run), ...stepOf(run) };
}
