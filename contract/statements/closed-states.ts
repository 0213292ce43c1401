/** Reads in which states of a record nothing can be changed: "Archived projects are read-only", in linear time. */
import type { Contract } from '../contract.ts';
import type { ContractOperation } from '../operations.ts';
import { isSameName, singularOf } from '../resources/words.ts';
import { sentencesAbout, sentencesOfApi } from './sentences.ts';

/** A state of the records of a kind. Shape: `kind` is the last part of the name of the resource. */
export interface RecordState {
  readonly kind: string;
  /** `archived` */
  readonly word: string;
}

/**
 * Returns whether records of a kind below a record, or the record itself, cannot be changed in a state of the record:
 * according to the text about the API, or to that of the action that leads to the state.
 */
export function isClosedIn(
  contract: Contract,
  state: RecordState,
  kind: string,
  action: ContractOperation | null,
): boolean {
  const own = action === null ? [] : sentencesAbout(action);
  return (
    own.some((each) => closes(each, kind)) ||
    sentencesOfApi(contract).some((each) => namesState(each, state) && closes(each, kind))
  );
}

/** Returns whether an operation is rejected in a state of the record above: "An archived project gives 409". */
export function isRejectedIn(operation: ContractOperation, state: RecordState): boolean {
  if (!operation.responses.some(({ status }) => status === 409)) return false;
  return sentencesAbout(operation).some(
    (each) =>
      /\b409\b/.test(each) &&
      namesState(each, state) &&
      !/\b(?:unless|only|except|un[a-z]{3,20}ed)\b/i.test(each) &&
      !wordsIn(each).some(
        (word, at, all) => word === state.word && /^(?:not|never|t)$/.test(all[at - 1] ?? ''),
      ),
  );
}

/** Returns whether a sentence names a state: "archived projects", "while the project is archived". */
function namesState(sentence: string, { kind, word }: RecordState): boolean {
  const words = wordsIn(sentence);
  return words.some(
    (each, at) =>
      each === word &&
      [words[at + 1], words[at - 2], words[at - 3]].some(
        (near) => near !== undefined && isSameName(singularOf(near), kind),
      ),
  );
}

/** Returns whether a sentence states that what it names cannot be changed, and names a kind before any exception. */
function closes(sentence: string, kind: string): boolean {
  const [stated = '', ...exceptions] = sentence.split(/\bexcept\b|\bapart from\b|\bbut not\b/i);
  const names = (text: string): boolean => wordsIn(text).some((each) => isSameName(singularOf(each), kind));
  return (
    isClosing.test(stated) &&
    !isLimited.test(stated) &&
    (names(stated) || isOfAll.test(stated)) &&
    !exceptions.some((each) => names(each))
  );
}

const isClosing =
  /\bread-?only\b|\b(?:cannot|can ?not|can no longer|may not|must not) be (?:changed|modified|edited|altered|updated)\b|\bno (?:further )?changes?\b|\bnothing (?:can|may) be (?:added|created|changed)\b/i;

/** Sentences about some accounts only. */
const isLimited =
  /\b(?:unless|only (?:for )?(?:owners?|admins?))\b|\bfor (?:members|viewers|guests|users|others|clients|everyone)\b/i;

/** Sentences about everything below a record. */
const isOfAll =
  /\b(?:everything|all|anything|whatever is) (?:in|below|inside|within) (?:it|them)\b|\bnothing (?:can|may) be (?:added|created|changed)\b/i;

function wordsIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z\d_]+/)
    .filter((word) => word !== '');
}
