/**
 * The output and the reasoning of the model, messages of the user or the system in between, the tools that the service
 * runs, and the fallbacks of a failed model call.
 */
import type { SayStep, FallbackAttempt, FallbackStep } from '../../../scenarios/scenario.ts';
import { between, emit, advance, type StepBuilder, type Expanders } from '../step-builder.ts';
import {
  addContext,
  changeTurn,
  openModelCall,
  openTurn,
  stepOf,
  streamDeltas,
  closeModelCall,
} from '../turns.ts';
import { joinParagraphs } from '../texts.ts';
import { countTokens, cutIntoDeltas } from '../usage.ts';
import { makeCall, playTool } from '../tool-calls.ts';
import { failRun } from './flow.ts';

export const speech: Expanders<'say' | 'think'> = {
  say(builder, said) {
    speak(builder, typeof said === 'string' ? { text: said } : said);
  },

  think(builder, thought) {
    openModelCall(builder);
    const { text, scope = 'turn' } = typeof thought === 'string' ? { text: thought } : thought;
    const id = builder.source.nextId('reason');
    emit(builder, { type: 'reasoning_start', id, scope });
    streamDeltas(builder, text, (delta) => ({ type: 'reasoning_delta', id, delta }), 'reasoning');
    emit(builder, { type: 'reasoning_complete', id, scope, text });
  },
};

/** Streams a text. Only a text of the assistant needs a model call, unless it is ready. */
export function speak(builder: StepBuilder, { text, role = 'assistant' }: SayStep, ready = false): void {
  if (role !== 'assistant' || ready) {
    if (builder.run.flowStep === null) openTurn(builder, role);
  } else openModelCall(builder);
  const { run, source } = builder;
  const id = source.nextId('text');
  emit(builder, {
    type: 'text_start',
    id,
    role,
    ...(run.turn !== null && { turnId: run.turn.id }),
    ...stepOf(run),
  });
  const write = (delta: string) => ({ type: 'text_delta', id, delta }) as const;
  if (run.modelCall !== null) streamDeltas(builder, text, write, 'output');
  else {
    for (const delta of cutIntoDeltas(text)) emit(builder, write(delta), between(builder, 18, 60));
    addContext(builder, countTokens(text));
  }
  emit(builder, { type: 'text_complete', id, text });
  keepText(builder, text, role === 'assistant');
}

function keepText(builder: StepBuilder, text: string, isResponse: boolean): void {
  const { turn, flowStep } = builder.run;
  const whole = joinParagraphs(turn?.content ?? flowStep?.text ?? '', text);
  if (turn !== null) changeTurn(builder, { content: whole });
  else if (flowStep !== null && isResponse)
    builder.run = { ...builder.run, flowStep: { ...flowStep, text: whole } };
  if (isResponse) builder.run = { ...builder.run, answer: whole };
}

export const tools: Expanders<'tool' | 'fallback'> = {
  tool(builder, tool) {
    const { toolCallId, parameters } = makeCall(builder, tool);
    playTool(builder, { ...tool, parameters }, toolCallId);
  },

  // The call that caused the fallback fails first; then the attempts follow.
  fallback(builder, fallback) {
    failModelCall(builder);
    changeTurn(builder, { fallback });
    for (const attempt of fallback.attempts) playAttempt(builder, attempt);
    if (!fallback.attempts.some(({ success }) => success)) failRun(builder, exhausted(fallback));
  },
};

/** The duration of an attempt without a model call. Units: milliseconds. */
const attemptTime = 400;

/** Plays an attempt. A retry and another model are model calls; a message and a flow have a ready text. */
function playAttempt(builder: StepBuilder, { type, success, model, text }: FallbackAttempt): void {
  if (model !== undefined) builder.run = { ...builder.run, model };
  if (type === 'retry' || type === 'model') {
    if (success) openModelCall(builder);
    else failModelCall(builder);
    return;
  }
  advance(builder, attemptTime);
  if (success && text !== undefined) speak(builder, { text }, true);
}

function failModelCall(builder: StepBuilder): void {
  openModelCall(builder);
  closeModelCall(builder, 'error');
}

function exhausted({ attempts, reason }: FallbackStep) {
  const message = attempts.findLast(({ error }) => error !== undefined)?.error ?? reason;
  return { code: 'FALLBACKS_EXHAUSTED', message: message ?? 'No fallback has succeeded.' };
}
