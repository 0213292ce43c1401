/** The sentences about an API and its operations, read in time that is linear in their length. */
import type { Contract } from '../contract.ts';
import type { ContractOperation } from '../operations.ts';

/** Returns the sentences about an API. */
export function sentencesOfApi({ texts }: Contract): readonly string[] {
  return sentencesOf(texts?.api ?? '');
}

/** Returns the sentences about an operation. */
export function sentencesAbout({ id, contract: { texts } }: ContractOperation): readonly string[] {
  return sentencesOf(texts?.operations[id] ?? '');
}

/** Returns the sentences about the API of an operation, and those about the operation. */
export function allSentences(operation: ContractOperation): readonly string[] {
  return [...sentencesOfApi(operation.contract), ...sentencesAbout(operation)];
}

/** Returns the sentences of a text. Shape: a full stop inside a word or a number ends none. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/[.;](?=\s|$)|\n\s*\n/).map((each) => each.replaceAll(/\s+/g, ' '));
}

/** Returns whether a sentence denies something. */
export function isNegated(sentence: string): boolean {
  return /\b(?:not|never|cannot|unless|except)\b|n['’]t\b/i.test(sentence);
}
