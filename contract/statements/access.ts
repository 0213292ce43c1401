/** What texts state about roles, authors and idempotency keys. */
import type { Contract } from '../contract.ts';
import type { ContractOperation } from '../operations.ts';
import { singularOf } from '../resources/words.ts';
import { isNegated, sentencesAbout, sentencesOfApi } from './sentences.ts';

/** Returns whether a role excludes all changes: "a `viewer` may only read". */
export function onlyReads(contract: Contract, role: string): boolean {
  return sentencesOfApi(contract).some((each) => {
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
export function limitsToAuthor(operation: ContractOperation): string | null {
  const sentences = sentencesAbout(operation);
  return (
    sentences.find(
      (each) =>
        /\bonly (?:its|their|the) (?:author|creator|owner|uploader)\b/i.test(each) && !isNegated(each),
    ) ?? null
  );
}

/** Returns the role to which a text limits an operation: `owner` of "Only owners."; `null` for none of these. */
export function limitsToRole(operation: ContractOperation, roles: readonly string[]): string | null {
  const words = sentencesAbout(operation).flatMap((each) => [
    /\b(?:only|reserved for|restricted to|limited to) (?:(?:an?|the|for) )?[`"']?([\w-]{1,40})/i.exec(
      each,
    )?.[1] ?? [],
    /\(([\w-]{1,40})(?: only)?\)\s*$/.exec(each)?.[1] ?? [],
  ]);
  const named = words.flat().map((word) => singularOf(word.toLowerCase()));
  return roles.find((role) => named.includes(role.toLowerCase())) ?? null;
}

/**
 * Returns the role of which a record always has a member: `owner` of "The last owner cannot be removed (409)"; `null` for
 * none of these.
 */
export function roleThatStays(operation: ContractOperation, roles: readonly string[]): string | null {
  if (!operation.responses.some(({ status }) => status === 409)) return null;
  const words = sentencesAbout(operation)
    .filter((each) => isOfLast.test(each) && isRefused.test(each))
    .flatMap((each) => each.toLowerCase().split(/[^\w-]+/))
    .map(singularOf);
  return roles.find((role) => words.includes(role.toLowerCase())) ?? null;
}

const isOfLast = /\b(?:last|sole|at least one|only remaining)\b/i;
const isRefused = /\b409\b|\b(?:cannot|can ?not|may not|must not)\b|\bcan['’]t\b/i;

/**
 * Returns whether a new member has the status 201 and a known one 200: "201 when the user was not a member before, 200 when
 * the role of a member was set".
 */
export function distinguishesNew(operation: ContractOperation): boolean {
  const declares = (wanted: number) => operation.responses.some(({ status }) => status === wanted);
  const parts = sentencesAbout(operation).flatMap((each) => each.split(/,|\band\b/));
  return declares(200) && declares(201) && parts.some((each) => isOfNew.test(each));
}

const isOfNew =
  /\b201\b.{0,40}\b(?:new|added|created?|adds|not (?:yet )?(?:a |an )?(?:member|there|before|exist))|\b(?:new|added|created)\b.{0,40}\b201\b/i;

/** Returns the status of an idempotency key that was used with another request, by the text about the API; `null` for none. */
export function reusedKeyStatus(contract: Contract): number | null {
  const sentence = sentencesOfApi(contract).find(
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
export function ownsKeys(contract: Contract): boolean {
  const all = sentencesOfApi(contract);
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
