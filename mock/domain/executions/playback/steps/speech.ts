/**
 * What the model says and thinks, and what the user or the system says in between.
 */
import type { SayStep } from '../../../scenarios/scenario.ts';
import {
  addContext,
  between,
  changeTurn,
  emit,
  openModelCall,
  openTurn,
  stepOf,
  streamDeltas,
} from '../step-builder.ts';
import type { StepBuilder } from '../step-builder.ts';
import { joinParagraphs } from '../messages.ts';
import { countTokens, cutIntoDeltas } from '../usage.ts';
import type { Expanders } from './expander.ts';

/** The steps in which somebody speaks. */
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

/** Streams a text. Only the assistant needs a model call for it, unless the text is ready. */
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
