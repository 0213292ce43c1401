/** What texts state about lists, their queries and their pages. */
import type { ContractOperation } from '../operations.ts';
import { marksLast } from '../resources/pagination/infer-paging.ts';
import { allSentences, isNegated, sentencesAbout } from './sentences.ts';

/**
 * Returns whether an invalid query parameter is rejected: "400: invalid query parameter", or "A parameter that breaks its
 * schema is refused with 422".
 */
export function rejectsQueries(operation: ContractOperation): boolean {
  return allSentences(operation).some(
    (each) =>
      /\b4(?:00|22)\b/.test(each) &&
      (namesInvalid(each) ||
        /\bquery parameters? (?:is|are) (?:invalid|not valid)\b/i.test(each) ||
        (isBroken.test(each) && !/\b(?:path|header) parameters?\b/i.test(each) && !isNegated(each))),
  );
}

/** Returns whether a sentence is about invalid query parameters: "a bad query or header parameter". */
function namesInvalid(sentence: string): boolean {
  const [whole = '', kinds = ''] =
    /\b(?:invalid|bad|malformed) ((?:(?:query|url|path|header|cookie|or|and) ){0,5})parameters?\b/i.exec(
      sentence,
    ) ?? [];
  return whole !== '' && (kinds === '' || /\b(?:query|url)\b/i.test(kinds));
}

const isBroken =
  /\bparameters? (?:that |which )?(?:breaks?|violates?|exceeds?|(?:is|are) (?:outside|beyond)(?: of)?) (?:(?:the|its|their) )?(?:schemas?|bounds?|limits?|constraints?|range|maximum)\b/i;

/** Returns whether a list has all records unless a filter is sent: "Without filters, all tasks, open and closed". */
export function listsAll(operation: ContractOperation): boolean {
  return sentencesAbout(operation).some(
    (each) =>
      /\bwithout (?:any |an? |the |these |query )?(?:filters?|parameters?)\b|\bby default\b/i.test(each) &&
      /\b(?:all|every|both)\b/i.test(each) &&
      !/\b(?:only|active|recent|own|your)\b/i.test(each) &&
      !isNegated(each),
  );
}

/** Returns whether a list has all records of its parent: "All attachments of a task". */
export function statesAll(operation: ContractOperation): boolean {
  return sentencesAbout(operation).some(
    (each) =>
      /^\s*(?:(?:lists?|returns?|gets?|reads?) )?(?:all|every|each)\b/i.test(each) &&
      !/\b(?:only|active|recent|own|your|visible|first|last|latest)\b/i.test(each) &&
      !isNegated(each),
  );
}

/** Returns whether the last page of a list names no other one: "`nextCursor` is `null` when there are no further items". */
export function marksLastPage(operation: ContractOperation): boolean {
  return allSentences(operation).some(marksLast);
}

/** Returns whether the links to other pages have the query of the page: "links `prev` and `next`, which repeat all other query parameters". */
export function repeatsQuery(operation: ContractOperation): boolean {
  return allSentences(operation).some(
    (each) =>
      /\b(?:links?|next|prev)\b/i.test(each) &&
      /\b(?:repeat|keep|preserve|retain|carry|include)(?:s|ing)? (?:(?:all|any|every|the|your) ){0,2}(?:(?:other|same|remaining|current|original) ){0,2}(?:query )?(?:parameters?|filters?|query)\b/i.test(
        each,
      ) &&
      !isNegated(each),
  );
}
