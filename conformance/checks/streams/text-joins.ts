/**
 * S13: where a block is completed with its whole text, its pieces come to the same.
 */
import { placeOf } from './event-families.ts';
import type { StreamRule } from './stream-rule.ts';

/** More texts at a time are not followed, and no more of them together. Units: characters. */
const MOST_TEXTS = 1_000;
const MOST_CHARACTERS = 1024 * 1024;

/** S13. */
export const textRule: StreamRule = {
  check: 'S13',
  open: (context) => ({
    take({ event, isRepeat, at }) {
      const { run } = context;
      if (event === null || isRepeat) return null;
      const place = placeOf(event);
      if (place === null) return null;
      const { key, role } = place;
      if (key === null) {
        run.texts.clear();
        return null;
      }
      if (role === 'start') {
        if (run.texts.size < MOST_TEXTS) run.texts.set(key, '');
        return null;
      }
      const joined = run.texts.get(key);
      if (joined === undefined) return null;
      if (role === 'part') {
        const { delta } = event.fields;
        if (typeof delta === 'string' && heldBy(run.texts) + delta.length <= MOST_CHARACTERS)
          run.texts.set(key, joined + delta);
        else run.texts.delete(key);
        return null;
      }
      run.texts.delete(key);
      const { text } = event.fields;
      if (typeof text !== 'string' || joined === '') return null;
      if (text === joined) return [];
      return [
        {
          message: `The text of ${event.type} and the pieces before it differ from character ${firstDifference(text, joined)} on.`,
          at: at('text'),
        },
      ];
    },
  }),
};

function heldBy(texts: ReadonlyMap<string, string>): number {
  return texts.values().reduce((sum, text) => sum + text.length, 0);
}

/** Counted from 1. */
function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index + 1;
}
