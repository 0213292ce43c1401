/**
 * What the model says and thinks.
 */
import { changeTurn, emit, openModelCall, stepOf, streamDeltas } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { quoteText } from '../quote.ts';
import type { Expanders } from './expander.ts';

/** The steps in which the model speaks. */
export const speech: Expanders<'say' | 'think'> = {
  say(composition, text) {
    openModelCall(composition);
    const { run, source } = composition;
    const said = quoteText(text, run);
    const id = source.nextId('text');
    emit(composition, {
      type: 'text_start',
      id,
      role: 'assistant',
      ...(run.turn !== null && { turnId: run.turn.id }),
      ...stepOf(run),
    });
    streamDeltas(composition, said, (delta) => ({ type: 'text_delta', id, delta }), 'output');
    emit(composition, { type: 'text_complete', id, text: said });
    keepAnswer(composition, said);
  },

  think(composition, thought) {
    openModelCall(composition);
    const { text, scope = 'turn' } = typeof thought === 'string' ? { text: thought } : thought;
    const quoted = quoteText(text, composition.run);
    const id = composition.source.nextId('reason');
    emit(composition, { type: 'reasoning_start', id, scope });
    streamDeltas(composition, quoted, (delta) => ({ type: 'reasoning_delta', id, delta }), 'reasoning');
    emit(composition, { type: 'reasoning_complete', id, scope, text: quoted });
  },
};

function keepAnswer(composition: Composition, said: string): void {
  const { turn, flowStep } = composition.run;
  const answer = joinParagraphs(turn?.content ?? flowStep?.text ?? '', said);
  if (turn !== null) changeTurn(composition, { content: answer });
  else if (flowStep !== null)
    composition.run = { ...composition.run, flowStep: { ...flowStep, text: answer } };
  composition.run = { ...composition.run, answer };
}

function joinParagraphs(before: string, text: string): string {
  return before === '' ? text : `${before}\n\n${text}`;
}
