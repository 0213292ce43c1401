/** Opens and closes the turns of a run and their model calls, and streams the texts of a model call. */
import type { Role, StopReason } from '../../../../../generated/service/types.ts';
import type { OpenModelCall, OpenTurn, RunRecord } from './run.ts';
import type { TimelessEvent } from './event-body.ts';
import { advance, between, emit, type StepBuilder } from './step-builder.ts';
import {
  addUsage,
  contextBreakdown,
  countTokens,
  cutIntoDeltas,
  fallbackReport,
  noUsage,
  priceTokens,
  providerOf,
} from './usage.ts';

/** Opens a turn of a role unless it is open. Shape: a turn of the assistant is the next iteration of the run. */
export function openTurn(builder: StepBuilder, role: Role = 'assistant'): OpenTurn {
  if (builder.run.turn !== null && builder.run.turn.role !== role) closeTurn(builder);
  const { run, source } = builder;
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
  builder.run = { ...run, turn, iteration, turns: run.turns + 1 };
  emit(builder, {
    type: 'turn_start',
    id: turn.id,
    role,
    ...iterationOf(turn),
    turnIndex: run.turns,
  });
  return turn;
}

/**
 * Opens a new turn after a pause: the interrupted turn of an awaited call has no `turn_complete`.
 *
 * Shape: the new turn takes over the usage of the interrupted one, so that the turns of a run add up to its totals.
 */
export function reopenTurn(builder: StepBuilder): void {
  const { turn } = builder.run;
  if (turn === null) return;
  builder.run = { ...builder.run, turn: null };
  openNextTurn(builder);
  changeTurn(builder, { usage: turn.usage, fallback: turn.fallback });
}

/**
 * Opens the turn that completes a call for which the run was paused. There is none in a step of a flow, nor in a run
 * that has reached the turn limit of its agent.
 */
export function openNextTurn(builder: StepBuilder): void {
  const { agent, iteration, flowStep } = builder.run;
  const hasTurnLeft = agent.maxTurns === null || iteration < agent.maxTurns;
  if (flowStep === null && hasTurnLeft) openTurn(builder);
}

/**
 * Opens a model call unless one is open, in a turn or in the step of a flow. After a tool call the model continues in
 * a new turn.
 */
export function openModelCall(builder: StepBuilder): void {
  if (builder.run.turn?.acted === true) closeTurn(builder);
  if (builder.run.flowStep === null) openTurn(builder);
  const { run, source } = builder;
  if (run.modelCall !== null) return;
  if (run.turn !== null) changeTurn(builder, { modelCalls: run.turn.modelCalls + 1 });
  const ordinal = run.modelCalls + 1;
  const id = source.nextId('model');
  emit(builder, {
    type: 'model_call_start',
    id,
    ordinal,
    ...placeOf(run),
    model: run.model,
    provider: providerOf(run.model),
  });
  const startedAt = builder.run.elapsed;
  const latency = between(builder, 350, 900);
  advance(builder, latency);
  const modelCall: OpenModelCall = {
    id,
    ordinal,
    model: run.model,
    startedAt,
    latency,
    outputTokens: 0,
    reasoningTokens: 0,
  };
  builder.run = { ...builder.run, modelCalls: ordinal, modelCall };
}

export type TokenUse = 'output' | 'reasoning';

/** Streams a text of the open model call in deltas. */
export function streamDeltas(
  builder: StepBuilder,
  text: string,
  write: (delta: string) => TimelessEvent,
  use: TokenUse,
): void {
  for (const delta of cutIntoDeltas(text)) emit(builder, write(delta), between(builder, 18, 60));
  addModelOutput(builder, countTokens(text), use);
}

/** Adds an output to the open model call. Units: tokens. */
export function addModelOutput(builder: StepBuilder, tokens: number, use: TokenUse): void {
  const { modelCall } = builder.run;
  if (modelCall === null) return;
  const counter = `${use}Tokens` as const;
  builder.run = {
    ...builder.run,
    modelCall: { ...modelCall, [counter]: modelCall[counter] + tokens },
  };
}

/** Adds the tokens of a tool result or a message to the context of the next model call. Units: tokens. */
export function addContext(builder: StepBuilder, tokens: number): void {
  const { run } = builder;
  builder.run = { ...run, inputTokens: run.inputTokens + tokens };
}

/** The finish reason of a model call, as reported by providers. */
type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error';

export function closeModelCall(builder: StepBuilder, finishReason: FinishReason): void {
  const { run } = builder;
  const { modelCall: call } = run;
  if (call === null) return;
  const { inputTokens, cachedTokens } = run;
  const usage = priceTokens(call.model, inputTokens, call.outputTokens + call.reasoningTokens);
  emit(builder, {
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
  const { turn, flowStep } = builder.run;
  builder.run = {
    ...builder.run,
    modelCall: null,
    inputTokens: inputTokens + call.outputTokens,
    cachedTokens: inputTokens,
    usage: addUsage(run.usage, usage),
    turn: turn && { ...turn, usage: addUsage(turn.usage, usage) },
    flowStep: flowStep && { ...flowStep, usage: addUsage(flowStep.usage, usage) },
  };
}

/** Completes the open turn, if there is one. `stopReason` is only given for the last turn of a run. */
export function closeTurn(builder: StepBuilder, stopReason?: StopReason): void {
  closeModelCall(builder, finishReasonOf(stopReason));
  const { turn } = builder.run;
  if (turn === null) return;
  emit(builder, {
    type: 'turn_complete',
    id: turn.id,
    role: turn.role,
    ...iterationOf(turn),
    content: turn.content,
    ...(turn.role === 'assistant' && figuresOf(builder.run, turn)),
    ...(turn.fallback !== null && { fallback: fallbackReport(turn.fallback) }),
    ...(stopReason && { stopReason }),
  });
  builder.run = { ...builder.run, turn: null };
}

/** Returns the finish reason of a model call for the stop reason of its turn or step. */
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

export function changeTurn(builder: StepBuilder, change: Partial<OpenTurn>): void {
  const { run } = builder;
  if (run.turn !== null) builder.run = { ...run, turn: { ...run.turn, ...change } };
}

/** Returns the flow step that an event belongs to. Shape: empty outside of one. */
export function stepOf({ flowStep }: RunRecord): { readonly stepId?: string } {
  return flowStep === null ? {} : { stepId: flowStep.id };
}

/** Returns the turn that a model call belongs to. Shape: empty in a step of a flow. */
function turnOf({ turn }: RunRecord): { readonly turnId?: string; readonly iteration?: number } {
  return turn === null ? {} : { turnId: turn.id, ...iterationOf(turn) };
}

/** Returns the iteration of a turn. Shape: only turns of the assistant are iterations. */
function iterationOf({ role, iteration }: OpenTurn): { readonly iteration?: number } {
  return role === 'assistant' ? { iteration } : {};
}

function placeOf(run: RunRecord) {
  return { ...turnOf(run), ...stepOf(run) };
}
