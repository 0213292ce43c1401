/** What texts state about records: which values they have, what is unique, and what a deletion does. */
import type { Contract } from '../contract.ts';
import type { ContractOperation } from '../operations.ts';
import { takesOff } from '../resources/records/stated-deletions.ts';
import { isSameName } from '../resources/words.ts';
import { isNegated, sentencesAbout, sentencesOfApi } from './sentences.ts';

/** Returns whether texts are stored unchanged: "Text is stored exactly as it was sent." */
export function keepsTexts(contract: Contract): boolean {
  return sentencesOfApi(contract).some(
    (each) => /\b(?:texts?|strings?|values?)\b/i.test(each) && isKeeping.test(each) && !isNegated(each),
  );
}

const isKeeping =
  /\b(?:stored|kept|saved|returned|preserved)\b.{0,20}\b(?:exactly|verbatim|unchanged|as (?:it was |they were )?(?:sent|received|given|entered))\b/i;

/** Returns whether an action excludes new records of a kind below its record: "no task can be created in it", or "takes no new tasks". */
export function excludesCreation(operation: ContractOperation, kind: string): boolean {
  return sentencesAbout(operation).some((each) => {
    const [, none, denied, refused] = isExcluding.exec(each) ?? [];
    const named = none ?? denied ?? refused;
    return named !== undefined && isSameName(named, kind);
  });
}

const isExcluding =
  /\bno (?:new |more |further )?([a-z]{2,40}) (?:can|may) be (?:created|added)\b|\b([a-z]{2,40}) (?:cannot|can ?not|can no longer|may not|must not) be (?:created|added)\b|\b(?:takes?|accepts?|gets?|allows?) no (?:new|more|further) ([a-z]{2,40})\b/i;

/** Returns whether a deletion takes its record off others of a kind: "Deletes the label and takes it off all tasks." */
export function removesFrom(operation: ContractOperation, kind: string): boolean {
  return sentencesAbout(operation).some((each) => takesOff(each, kind));
}

/**
 * Returns whether a record is not deleted while there are others of a kind below it: "Only an organization without
 * projects can be deleted", "A project with tasks cannot be deleted", "`409` if it still has tasks".
 */
export function keepsOwners(operation: ContractOperation, kind: string): boolean {
  if (!operation.responses.some(({ status }) => status === 409)) return false;
  return sentencesAbout(operation).some((each) =>
    owning.some((pattern) => isSameName(pattern.exec(each)?.[1] ?? '', kind)),
  );
}

const owning = [
  /\bonly (?:an? |the )?[a-z]{2,40} (?:without|with no|that (?:has|have) no) (?:any )?([a-z]{2,40})\b/i,
  /\b[a-z]{2,40} (?:with|that (?:still )?(?:has|have|contains?)) (?:any )?([a-z]{2,40}) (?:cannot|can ?not|may not|must not) be (?:deleted|removed|dissolved)\b/i,
  /\b409\b.{0,40}\b(?:if|when|while|as long as) (?:it|the [a-z]{2,40}) (?:still )?(?:has|contains) (?:any )?([a-z]{2,40})\b/i,
];

/**
 * Returns the error that a text states for unknown values of a list: 422 of "Labels must exist in the project (`422`
 * otherwise)"; `null` for none.
 */
export function statusOfUnknown(operation: ContractOperation, list: string): number | null {
  const sentence = sentencesAbout(operation).find(
    (each) =>
      /\b(?:must|ha(?:ve|s) to|need to) (?:already )?exist\b|\bunknown [a-z]{2,40} (?:is|are) (?:rejected|refused)\b/i.test(
        each,
      ) &&
      /\b4(?:00|04|09|22)\b/.test(each) &&
      each.split(/[^a-z]+/i).some((word) => isSameName(word, list)),
  );
  const status = /\b(4\d\d)\b/.exec(sentence ?? '')?.[1];
  return status === undefined ? null : Number(status);
}

/** Returns whether a deletion frees a value of its record for others: "Its slug is free again". */
export function freesValue(operation: ContractOperation, property: string): boolean {
  return sentencesAbout(operation).some(
    (each) =>
      /\b(?:is|are|becomes?) (?:then |immediately )?(?:free|available|released)\b|\bcan be (?:used|taken|reused|chosen) again\b|\b(?:frees|releases)\b/i.test(
        each,
      ) &&
      !isNegated(each) &&
      each.split(/[^\w]+/).some((word) => isSameName(word, property)),
  );
}

/** Returns whether a value must be unique whatever its case: "Names are unique within the project, ignoring case". */
export function isUniqueInAnyCase(operation: ContractOperation): boolean {
  return sentencesOfUnique(operation).some((each) =>
    /case[- ]?insensitiv|(?:irrespective|regardless) of (?:the )?case|ignor\w+ (?:the )?case|without regard to (?:(?:the|upper|lower|and|or) ){0,4}case/i.test(
      each,
    ),
  );
}

/** Returns the word for what a value is unique in: `project` of "Names are unique within the project"; `null` for none. */
export function scopeOfUnique(operation: ContractOperation): string | null {
  const scopes = sentencesOfUnique(operation).map(
    (each) =>
      /\b(?:unique (?:within|in|per|for|among)|(?:another|other|two) \w{1,40} (?:of|in|within)) (?:(?:the|an?|its|each|every|one|same) ){0,2}(\w{1,40})/i.exec(
        each,
      )?.[1],
  );
  return scopes.find((each) => each !== undefined) ?? null;
}

function sentencesOfUnique(operation: ContractOperation): readonly string[] {
  return sentencesAbout(operation).filter(
    (each) => /\bunique\b|\b409\b/i.test(each) && !/\bnot unique\b/i.test(each),
  );
}
