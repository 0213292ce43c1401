/** What the texts about an API and its operations state, in time that is linear in their length. */
import type { Contract } from './contract.ts';
import type { ContractOperation } from './operations.ts';
import { isSameName, singularOf } from './resources/words.ts';

/** Returns whether texts are stored unchanged: "Text is stored exactly as it was sent." */
export function keepsTexts({ texts }: Contract): boolean {
  return sentencesOf(texts?.api ?? '').some(
    (each) => /\b(?:texts?|strings?|values?)\b/i.test(each) && isKeeping.test(each) && !isNegated(each),
  );
}

const isKeeping =
  /\b(?:stored|kept|saved|returned|preserved)\b.{0,20}\b(?:exactly|verbatim|unchanged|as (?:it was |they were )?(?:sent|received|given|entered))\b/i;

/**
 * Returns whether an invalid query parameter is rejected: "400: invalid query parameter", or "A parameter that breaks its
 * schema is refused with 422".
 */
export function rejectsQueries({ id, contract: { texts } }: ContractOperation): boolean {
  const { api = '', operations = {} } = texts ?? {};
  return [...sentencesOf(api), ...sentencesOf(operations[id] ?? '')].some(
    (each) =>
      /\b4(?:00|22)\b/.test(each) &&
      (/\binvalid (?:query |url )?parameters?\b|\bquery parameters? (?:is|are) (?:invalid|not valid)\b/i.test(
        each,
      ) ||
        (isBroken.test(each) && !/\b(?:path|header) parameters?\b/i.test(each) && !isNegated(each))),
  );
}

const isBroken =
  /\bparameters? (?:that |which )?(?:breaks?|violates?|exceeds?|(?:is|are) (?:outside|beyond)(?: of)?) (?:(?:the|its|their) )?(?:schemas?|bounds?|limits?|constraints?|range|maximum)\b/i;

/** Returns whether a list has all records unless a filter is sent: "Without filters, all tasks, open and closed". */
export function listsAll({ id, contract }: ContractOperation): boolean {
  return sentencesOf(contract.texts?.operations[id] ?? '').some(
    (each) =>
      /\bwithout (?:any |an? |the |these |query )?(?:filters?|parameters?)\b|\bby default\b/i.test(each) &&
      /\b(?:all|every|both)\b/i.test(each) &&
      !/\b(?:only|active|recent|own|your)\b/i.test(each) &&
      !isNegated(each),
  );
}

/** Returns whether a list has all records of its parent: "All attachments of a task". */
export function statesAll({ id, contract }: ContractOperation): boolean {
  return sentencesOf(contract.texts?.operations[id] ?? '').some(
    (each) =>
      /^\s*(?:(?:lists?|returns?|gets?|reads?) )?(?:all|every|each)\b/i.test(each) &&
      !/\b(?:only|active|recent|own|your|visible|first|last|latest)\b/i.test(each) &&
      !isNegated(each),
  );
}

/** Returns whether the last page of a list names no other one: "`nextCursor` is `null` when there are no further items". */
export function marksLastPage({ id, contract }: ContractOperation): boolean {
  const { api = '', operations = {} } = contract.texts ?? {};
  return [...sentencesOf(api), ...sentencesOf(operations[id] ?? '')].some(
    (each) =>
      /\b(?:null|absent|missing|omitted)\b/i.test(each) &&
      /\bno (?:further|more|other|next) (?:items?|pages?|results?|entries|records?|rows?)\b|\b(?:on|at|for) the last page\b/i.test(
        each,
      ) &&
      !/\b(?:may|might|can) be\b/i.test(each),
  );
}

/** Returns whether an action excludes new records of a kind below its record: "no task can be created in it". */
export function excludesCreation({ id, contract }: ContractOperation, kind: string): boolean {
  return sentencesOf(contract.texts?.operations[id] ?? '').some((each) => {
    const [, none, denied] = isExcluding.exec(each) ?? [];
    const named = none ?? denied;
    return named !== undefined && isSameName(named, kind);
  });
}

const isExcluding =
  /\bno (?:new |more |further )?([a-z]{2,40}) (?:can|may) be (?:created|added)\b|\b([a-z]{2,40}) (?:cannot|can ?not|can no longer|may not|must not) be (?:created|added)\b/i;

/** Returns whether a deletion takes its record off others of a kind: "Deletes the label and takes it off all tasks." */
export function removesFrom({ id, contract }: ContractOperation, kind: string): boolean {
  return sentencesOf(contract.texts?.operations[id] ?? '').some(
    (each) =>
      /\b(?:takes?|removes?|removed|detach(?:es|ed)?|unlinks?|strips?)\b.{0,40}\b(?:off|from|of)\b/i.test(
        each,
      ) &&
      !isNegated(each) &&
      each.split(/[^a-z]+/i).some((word) => isSameName(word, kind)),
  );
}

/** Returns whether a role excludes all changes: "a `viewer` may only read". */
export function onlyReads({ texts }: Contract, role: string): boolean {
  return sentencesOf(texts?.api ?? '').some((each) => {
    const words = each.replaceAll(/[`"'*]/g, '').toLowerCase();
    return [role, `${role}s`].some((name) =>
      ['may only read', 'can only read', 'may only view', 'can only view'].some((only) =>
        ` ${words} `.includes(` ${name.toLowerCase()} ${only}`),
      ),
    );
  });
}

/**
 * Returns the sentence that limits an operation to those who have made its record: "Only its author or an admin may
 * delete a comment; other members get 403."; `null` for none.
 */
export function limitsToAuthor({ id, contract }: ContractOperation): string | null {
  const sentences = sentencesOf(contract.texts?.operations[id] ?? '');
  return (
    sentences.find(
      (each) =>
        /\bonly (?:its|their|the) (?:author|creator|owner|uploader)\b/i.test(each) && !isNegated(each),
    ) ?? null
  );
}

/** Returns the role to which a text limits an operation: `owner` of "Only owners."; `null` for none of these. */
export function limitsToRole({ id, contract }: ContractOperation, roles: readonly string[]): string | null {
  const words = sentencesOf(contract.texts?.operations[id] ?? '').flatMap((each) => [
    /\b(?:only|reserved for|restricted to|limited to) (?:(?:an?|the|for) )?[`"']?([\w-]{1,40})/i.exec(
      each,
    )?.[1] ?? [],
    /\(([\w-]{1,40})(?: only)?\)\s*$/.exec(each)?.[1] ?? [],
  ]);
  const named = words.flat().map((word) => singularOf(word.toLowerCase()));
  return roles.find((role) => named.includes(role.toLowerCase())) ?? null;
}

/**
 * Returns the length of a file beyond which an upload is rejected with 413: "Files of at most 1 MiB (`413`)"; `null` for
 * none. Units: bytes; thousands count as 1024, which is beyond both.
 */
export function fileLimit({ id, contract, responses }: ContractOperation): number | null {
  if (!responses.some(({ status }) => status === 413)) return null;
  for (const each of sentencesOf(contract.texts?.operations[id] ?? '')) {
    if (!/\b(?:files?|bod(?:y|ies)|uploads?|bytes)\b/i.test(each)) continue;
    const [, number = '', unit = ''] =
      /\b(?:at most|up to|more than|larger than|bigger than|exceeds?|exceeding|maximum (?:size )?(?:of |is )?|limit(?:ed)? (?:of|to|is)|byte to) (\d{1,9}) ?(bytes?|[KM]i?B)\b/i.exec(
        each,
      ) ?? [];
    const factor = /^k/i.test(unit) ? 1024 : /^m/i.test(unit) ? 1024 * 1024 : 1;
    if (number !== '') return Number(number) * factor;
  }
  return null;
}

/**
 * Returns whether a record is not deleted while there are others of a kind below it: "Only an organization without
 * projects can be deleted", "A project with tasks cannot be deleted", "`409` if it still has tasks".
 */
export function keepsOwners({ id, contract, responses }: ContractOperation, kind: string): boolean {
  if (!responses.some(({ status }) => status === 409)) return false;
  return sentencesOf(contract.texts?.operations[id] ?? '').some((each) =>
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
export function statusOfUnknown({ id, contract }: ContractOperation, list: string): number | null {
  const sentence = sentencesOf(contract.texts?.operations[id] ?? '').find(
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

/** Returns whether a download has the media type of its upload: "with the media type of the upload". */
export function keepsMediaType({ id, contract }: ContractOperation): boolean {
  return sentencesOf(contract.texts?.operations[id] ?? '').some(
    (each) =>
      /\b(?:media|content|mime) ?-?type (?:of|with) (?:the|its) (?:upload|original)|\b(?:same|original|uploaded) (?:media|content|mime) ?-?type\b/i.test(
        each,
      ) && !isNegated(each),
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

function sentencesOfUnique({ id, contract }: ContractOperation): readonly string[] {
  return sentencesOf(contract.texts?.operations[id] ?? '').filter(
    (each) => /\bunique\b|\b409\b/i.test(each) && !/\bnot unique\b/i.test(each),
  );
}

/** Returns the status of an idempotency key that was used with another request, by the text about the API; `null` for none. */
export function reusedKeyStatus({ texts }: Contract): number | null {
  const sentence = sentencesOf(texts?.api ?? '').find(
    (each) =>
      /\bkeys?\b/i.test(each) &&
      /\b(?:another|different|other)\b/i.test(each) &&
      /\b(?:body|bodies|requests?|payload|content|parameters)\b/i.test(each) &&
      /\b4\d\d\b/.test(each),
  );
  const status = /\b(4\d\d)\b/.exec(sentence ?? '')?.[1];
  return status === undefined ? null : Number(status);
}

/** Returns whether idempotency keys belong to an account: "Keys belong to the user and the operation". */
export function ownsKeys({ texts }: Contract): boolean {
  const all = sentencesOf(texts?.api ?? '');
  return (
    all.some((each) => /\bidempoten/i.test(each)) &&
    all.some(
      (each) =>
        /\bkeys?\b/i.test(each) &&
        /\b(?:belong to|scoped to|specific to|unique (?:to|per|for)|per) (?:(?:the|an?|its|each|every|one) )?(?:authenticated )?(?:user|account|caller|client|credential|token|tenant|organi[sz]ation|workspace)\b/i.test(
          each,
        ),
    )
  );
}

/** Returns whether the links to other pages have the query of the page: "links `prev` and `next`, which repeat all other query parameters". */
export function repeatsQuery({ id, contract }: ContractOperation): boolean {
  const { api = '', operations = {} } = contract.texts ?? {};
  return [...sentencesOf(api), ...sentencesOf(operations[id] ?? '')].some(
    (each) =>
      /\b(?:links?|next|prev)\b/i.test(each) &&
      /\b(?:repeat|keep|preserve|retain|carry|include)(?:s|ing)? (?:(?:all|any|every|the|your) ){0,2}(?:(?:other|same|remaining|current|original) ){0,2}(?:query )?(?:parameters?|filters?|query)\b/i.test(
        each,
      ) &&
      !isNegated(each),
  );
}

/**
 * Returns whether a stream ends when its record is deleted: "After `project.deleted` the server closes the stream", or "The
 * stream stays open until the project is deleted".
 */
export function endsWithRecord(
  { id, contract }: ContractOperation,
  event: string | null,
  kind: string,
): boolean {
  return sentencesOf(contract.texts?.operations[id] ?? '').some((each) => {
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

/** Returns the sentences of a text. Shape: a full stop inside a word or a number ends none. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/[.;](?=\s|$)|\n\s*\n/).map((each) => each.replaceAll(/\s+/g, ' '));
}

/** Returns whether a sentence denies something. */
export function isNegated(sentence: string): boolean {
  return /\b(?:not|never|cannot|unless|except)\b|n['’]t\b/i.test(sentence);
}
