/** What texts state about the ends of streams. */
import type { ContractOperation } from '../operations.ts';
import { isSameName } from '../resources/words.ts';
import { isNegated, sentencesAbout } from './sentences.ts';

/**
 * Returns whether a stream ends when its record is deleted: "After `project.deleted` the server closes the stream", or "The
 * stream stays open until the project is deleted".
 */
export function endsWithRecord(operation: ContractOperation, event: string | null, kind: string): boolean {
  return sentencesAbout(operation).some((each) => {
    const isEnd =
      /\b(?:streams?|connections?)\b/i.test(each) &&
      /\b(?:clos(?:es|ed)|ends?|ended|finish(?:es|ed)|open until)\b/i.test(each);
    const isDeletion = /\b(?:deleted|deletion)\b/i.test(each);
    const isOwn =
      event === null || !each.includes(event)
        ? isDeletion && each.split(/[^a-z]+/i).some((word) => isSameName(word, kind))
        : true;
    return isEnd && isOwn && !isNegated(each);
  });
}

/**
 * Returns the query with which a stream ends, instead of waiting for further events: `follow` and `false` of "With
 * `follow=false` the stream ends after the stored events."; `null` for none.
 */
export function endingQuery(operation: ContractOperation): { readonly [parameter: string]: string } | null {
  const sentences = sentencesAbout(operation).filter((each) => isOfEnd.test(each) && !isNegated(each));
  for (const { name } of operation.parameters.filter((each) => each.in === 'query'))
    for (const sentence of sentences) {
      const at = sentence.indexOf(name);
      const before = at > 0 ? (sentence[at - 1] ?? '') : '';
      const tail = sentence.slice(at + name.length, at + name.length + MAX_VALUE);
      const value =
        /^[`"']?(?: ?[=:] ?| (?:is )?set to | is )[`"']?(true|false|no|none|never|off|0|1)\b/i.exec(
          tail,
        )?.[1];
      if (at >= 0 && !/\w/.test(before) && value !== undefined) return { [name]: value };
    }
  return null;
}

const isOfEnd =
  /\b(?:streams?|responses?|connections?) (?:(?:is|are|will|then|be) ){0,2}(?:ends?|ended|closes|closed|finish(?:es|ed)?|stops?)\b|\b(?:ends|closes) the (?:stream|response|connection)\b/i;

/** Units: characters after the name of a parameter that are read for its value. */
const MAX_VALUE = 40;
