/** Finds what operations do with one record. */
import { changes, roleOfSummary, type RoleGuess } from './action-roles.ts';
import { changesInPart, replacesWhole } from '../records/stated-updates.ts';
import { findSentRecord } from '../bodies/find-record.ts';
import {
  hasStatus,
  isEmpty,
  isFile,
  leadingVerb,
  sendsFile,
  summaryOf,
  type OperationFacts,
} from '../operation-facts.ts';
import { listsByKey, listsOnly } from '../candidates/keyed-lists.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import { sharesHalf } from '../schema-likeness.ts';
import type { SourceSchema } from '../source.ts';
import { flatten, isVerb } from '../words.ts';

/** Guesses what an operation does with one record; `creates` are the operations that may create one. */
export function guessItem(
  facts: OperationFacts,
  candidate: ResourceCandidate,
  creates: readonly OperationFacts[],
): RoleGuess {
  const isOfSet = candidate.kind === 'set';
  switch (facts.operation.method) {
    case 'GET':
    case 'HEAD':
      return guessRead(facts, candidate);
    case 'PUT':
      if (isOfSet) return { role: 'relate', confidence: 0.9, text: 'it puts a member of a set' };
      if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
      if (hasStatus(facts, 201) && creates.length === 0)
        return { role: 'upsert', confidence: 0.9, text: 'it returns 201, and nothing is posted' };
      if (isUpsert(facts) || (creates.length === 0 && /^(?:insert|create|add)$/.test(leadingVerb(facts))))
        return { role: 'upsert', confidence: 0.85, text: 'its description says so' };
      return guessPut(facts, candidate, creates);
    case 'PATCH':
      if (isUpsert(facts) || mayCreate(facts, creates))
        return { role: 'upsert', confidence: 0.85, text: 'it may also create the record' };
      return { role: 'update', confidence: 0.95, text: 'it patches one record' };
    case 'DELETE':
      return isOfSet
        ? { role: 'unrelate', confidence: 0.9, text: 'it removes a member of a set' }
        : { role: 'delete', confidence: 0.95, text: 'it deletes one record' };
    default:
      return guessPost(facts, candidate, creates);
  }
}

/** Returns whether a PATCH may also create. Why not with 201 alone beside a creation: that is a mistake for 200. */
function mayCreate(facts: OperationFacts, creates: readonly OperationFacts[]): boolean {
  const isOnly = creates.length === 0 || hasStatus(facts, 200) || hasStatus(facts, 204);
  return isOnly && hasStatus(facts, 201) && !hasStatus(facts, 404);
}

/** Returns whether an operation is described as one that creates a record or changes it. */
export function isUpsert(facts: OperationFacts): boolean {
  return (
    /\bcreates? (?:an? |the )?(?:new )?\w+(?: \w+)? or (?:updates?|replaces?) (?:an? |the )?existing\b/i.test(
      facts.operation.text,
    ) ||
    /\b(?:creat|add|sett?)(?:e|ed|es|s|ing)? ?(?:or|\/) ?(?:updat|replac|overwrit|edit|modif|chang)/i.test(
      summaryOf(facts),
    ) ||
    /\b(?:updat|edit|modif)(?:e|y|es|ies|ing)? ?(?:or|\/) ?creat|\bupserts?\b/i.test(summaryOf(facts)) ||
    /^(?:creates?|adds?|inserts?|saves?) or (?:updates?|replaces?|overwrites?|modif(?:y|ies))\b/im.test(
      facts.operation.text,
    ) ||
    /\bor (?:creates?|adds?|inserts?) (?:it|them|one|an?(?: new)? \w+|the \w+) (?:if|when) (?:it|they|the \w+|none) (?:do(?:es)? not|do(?:es)?n['’]t) (?:yet )?exist/i.test(
      facts.operation.text,
    )
  );
}

function guessRead(facts: OperationFacts, candidate: ResourceCandidate): RoleGuess {
  const { kind } = candidate;
  const isStatusOnly = hasStatus(facts, 204) && hasStatus(facts, 404);
  if (isEmpty(facts) && (kind === 'set' || isStatusOnly))
    return { role: 'flag-read', confidence: 0.9, text: 'its status says whether it is a member' };
  if (isFile(facts)) return { role: 'download', confidence: 0.9, text: 'its response is a file' };
  const isList = listsByKey(facts) || listsOnly(facts, candidate);
  if (isList && !(facts.template === candidate.item && isChanged(candidate))) {
    const text = `it lists what {${facts.path.keys.at(-1) ?? ''}} selects`;
    return { role: 'list', confidence: 0.8, text };
  }
  const [searched] = facts.path.keys.filter((key) =>
    /^(?:q|query|searchterm|searchquery)$/.test(flatten(key)),
  );
  if (searched !== undefined)
    return { role: 'search', confidence: 0.8, text: `{${searched}} is a text to search for` };
  return { role: 'read', confidence: 0.95, text: 'it gets one record' };
}

/** Returns whether records are listed or created at one path and changed one at a time at another. */
function isChanged({ onItem, onCollection }: ResourceCandidate): boolean {
  const writes = onItem.filter(({ operation: { method } }) =>
    ['PUT', 'PATCH', 'POST', 'DELETE'].includes(method),
  );
  return onCollection.length > 0 && writes.some(({ request }) => request?.items == null);
}

/**
 * Guesses whether a PUT replaces a record or changes only what it names. Why: one that replaces a record requires what a
 * POST requires, or stands beside a PATCH; where nothing is posted, a PUT that returns nothing creates what is deleted.
 */
export function guessPut(
  facts: OperationFacts,
  { onItem, schema }: ResourceCandidate,
  creates: readonly OperationFacts[],
): RoleGuess {
  const { request, path } = facts;
  const has = (method: string): boolean => onItem.some(({ operation }) => operation.method === method);
  const replaces: RoleGuess = { role: 'replace', confidence: 0.95, text: 'it puts one record' };
  if (modifiableIn(facts.operation.text) !== null)
    return { role: 'action', confidence: 0.8, text: 'its description lists what it changes of a record' };
  if (changesInPart(facts.operation.text))
    return {
      role: 'update',
      confidence: 0.9,
      text: 'its description says that it changes only what it names',
    };
  if (request === null || has('PATCH') || replacesWhole(facts.operation.text)) return replaces;
  if (creates.length === 0 && isEmpty(facts) && has('DELETE') && !has('POST'))
    return { role: 'upsert', confidence: 0.7, text: 'it is deleted, and nothing is posted' };
  // Why: a map has no properties of its own that a part of it could leave out.
  if (isMap(request))
    return creates.length === 0
      ? { role: 'upsert', confidence: 0.7, text: 'its body is a map, and nothing is posted' }
      : replaces;
  // Why not the kind of a record: every request has it, also one that changes a single property.
  const requiredBy = (body: SourceSchema): readonly string[] =>
    [...findSentRecord(body, path.name, schema).item.required].filter(
      (name) => !/^(?:type|kind)$/.test(name),
    );
  const required = requiredBy(request);
  const wanted = creates.flatMap((each) => each.request ?? []).map(requiredBy)[0] ?? [];
  const isPartial = required.length === 0 || !wanted.every((name) => required.includes(name));
  if (!isPartial) return replaces;
  const confidence = wanted.length === 0 ? 0.7 : 0.85;
  return { role: 'update', confidence, text: 'its body requires less than that of a POST' };
}

/** Returns whether a body is an object none of whose properties are declared. */
function isMap({ properties, types }: SourceSchema): boolean {
  return properties.size === 0 && types?.has('object') === true;
}

/** Returns the properties that a text lists as the only ones that can be changed; `null` if it lists none. */
export function modifiableIn(text: string): readonly string[] | null {
  const listed =
    /\bonly (?:fields|properties|attributes)\b[^.:]{0,80}\b(?:modified|changed|updated)\b[^.:]{0,10}:([\w,\s`]{1,500})/i.exec(
      text,
    )?.[1];
  return listed?.match(/\w+/g)?.filter((word) => !/^(?:and|or)$/.test(word)) ?? null;
}

/** Source: Stripe, OpenAI and Twilio update with POST to the path of a record. */
function guessPost(
  facts: OperationFacts,
  { kind, onItem, schema }: ResourceCandidate,
  creates: readonly OperationFacts[],
): RoleGuess {
  const has = (...methods: readonly string[]): boolean =>
    onItem.some(({ operation }) => methods.includes(operation.method));
  if (creates.length === 0 && isUpsert(facts))
    return { role: 'upsert', confidence: 0.85, text: 'its description says so' };
  const isOnlyWrite = !has('PUT', 'PATCH');
  const sharesRecord = sharesHalf(facts.request, schema);
  if (kind === 'set') return { role: 'relate', confidence: 0.8, text: 'it adds a member to a set' };
  if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  if (isOnlyWrite && facts.request === null && creates.length === 0 && leadingVerb(facts) === 'create')
    return isUpsert(facts)
      ? { role: 'upsert', confidence: 0.85, text: 'its description says so' }
      : { role: 'create', confidence: 0.8, text: 'its summary says so, and nothing else creates' };
  if (
    isOnlyWrite &&
    facts.operation.bodies.length === 0 &&
    isVerb(leadingVerb(facts)) &&
    !changes.has(leadingVerb(facts))
  )
    return { role: 'action', confidence: 0.7, text: 'it has no body, and its summary begins with a verb' };
  if (isOnlyWrite && (has('GET') || sharesRecord))
    return { role: 'update', confidence: 0.9, text: 'it is the only write of a record besides DELETE' };
  const summary = isOnlyWrite ? null : roleOfSummary(facts);
  if (summary === 'create' && creates.length > 0)
    return { role: 'action', confidence: 0.7, text: 'records are created by another operation' };
  if (summary !== null) return { role: summary, confidence: 0.8, text: 'its summary says so' };
  if (sharesRecord)
    return creates.length === 0 && has('PUT')
      ? { role: 'create', confidence: 0.7, text: 'no other operation creates what it posts' }
      : { role: 'update', confidence: 0.8, text: 'its body shares half of its properties with a record' };
  return { role: 'action', confidence: 0.7, text: 'it posts to one record' };
}
