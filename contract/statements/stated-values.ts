/** What the text about an API states about the values that it receives. */
import type { Contract } from '../contract.ts';
import { isNegated, sentencesOf } from './sentences.ts';

/** Returns whether texts are stored unchanged: "Text is stored exactly as it was sent." */
export function keepsTexts({ texts }: Contract): boolean {
  return sentencesOf(texts?.api ?? '').some(
    (each) => /\b(?:texts?|strings?|values?)\b/i.test(each) && isKeeping.test(each) && !isNegated(each),
  );
}

const isKeeping =
  /\b(?:stored|kept|saved|returned|preserved)\b.{0,20}\b(?:exactly|verbatim|unchanged|as (?:it was |they were )?(?:sent|received|given|entered))\b/i;

/** Returns whether an invalid query parameter is rejected: "400: invalid query parameter". */
export function rejectsQueries({ texts }: Contract): boolean {
  return sentencesOf(texts?.api ?? '').some(
    (each) =>
      /\b4(?:00|22)\b/.test(each) &&
      /\binvalid (?:query |url )?parameters?\b|\bquery parameters? (?:is|are) (?:invalid|not valid)\b/i.test(
        each,
      ),
  );
}
