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
} from '../compose.ts';
import type { Composition } from '../compose.ts';
import { joinParagraphs } from '../messages.ts';
import { countTokens, cutIntoDeltas } from '../usage.ts';
import type { Expanders } from './expander.ts';

/** The steps in which somebody speaks. */
export const speech: Expanders<'say' | 'think'> = {
  say(composition, said) {
    speak(composition, typeof said === 'string' ? { text: said } : said);
  },

  think(composition, thought) {
    openModelCall(composition);
    const { text, scope = 'turn' } = typeof thought === 'string' ? { text: thought } : thought;
    const id = composition.source.nextId('reason');
    emit(composition, { type: 'reasoning_start', id, scope });
    streamDeltas(composition, text, (delta) => ({ type: 'reasoning_delta', id, delta }), 'reasoning');
    emit(composition, { type: 'reasoning_complete', id, scope, text });
  },
};

/** Streams a text. Only the assistant needs a model call for it, unless the text is ready. */
export function speak(composition: Composition, { text, role = 'assistant' }: SayStep, ready = false): void {
  if (role !== 'assistant' || ready) {
    if (composition.run.flowStep === null) openTurn(composition, role);
  } else openModelCall(composition);
  const { run, source } = composition;
  const id = source.nextId('text');
  emit(composition, {
    type: 'text_start',
    id,
    role,
    ...(run.turn !== null && { turnId: run.turn.id }),
    ...stepOf(run),
  });
  const write = (delta: string) => ({ type: 'text_delta', id, delta }) as const;
  if (run.modelCall !== null) streamDeltas(composition, text, write, 'output');
  else {
    for (const delta of cutIntoDeltas(text)) emit(composition, write(delta), between(composition, 18, 60));
    addContext(composition, countTokens(text));
  }
  emit(composition, { type: 'text_complete', id, text });
  keepText(composition, text, role === 'assistant');
}

function keepText(composition: Composition, text: string, isResponse: boolean): void {
  const { turn, flowStep } = composition.run;
  const whole = joinParagraphs(turn?.content ?? flowStep?.text ?? '', text);
  if (turn !== null) changeTurn(composition, { content: whole });
  else if (flowStep !== null && isResponse)
    composition.run = { ...composition.run, flowStep: { ...flowStep, text: whole } };
  if (isResponse) composition.run = { ...composition.run, answer: whole };
}
