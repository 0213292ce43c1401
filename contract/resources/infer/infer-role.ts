/** Finds what an operation does with its resource. */
import { putsRecords, roleOfListing } from '../candidates/path-candidates.ts';
import {
  guessAction,
  guessEndVerb,
  guessKeyVerb,
  guessSeveral,
  isAuth,
  roleOfVerb,
  type RoleGuess,
} from './action-roles.ts';
import { isSelection, isSelf, selects } from '../candidates/find-views.ts';
import type { Inference, Role } from '../graph.ts';
import { hasId } from '../bodies/envelope.ts';
import { findList, isList } from '../bodies/find-list.ts';
import { findRecord, findSentRecord } from '../bodies/find-record.ts';
import { statedKey } from './stated-key.ts';
import { changesSelected, computesOnly } from '../candidates/commands.ts';
import { guessItem, guessPut, isUpsert } from './item-roles.ts';
import { changesInPart } from '../records/stated-updates.ts';
import {
  isEmpty,
  isFile,
  isFileName,
  isStream,
  leadingVerb,
  onlyCreates,
  sendsFile,
  hasStatus,
  type OperationFacts,
} from '../operation-facts.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import type { SourceSchema } from '../source.ts';
import { describeSame, isVariant, sharesHalf } from '../schema-likeness.ts';
import { flatten, isPlural, isSameName, isVerb, singularName, wordsOf } from '../words.ts';

/** What is known about the resource of an operation. */
export interface RoleContext {
  /** The resource that it reads or writes; `null` for none. */
  readonly own: ResourceCandidate | null;
  /** The resource that it acts on; `null` for none. */
  readonly acted: ResourceCandidate | null;
  /** The operations that may create a record of its resource. */
  readonly creates: readonly OperationFacts[];
}

export function inferRole(facts: OperationFacts, context: RoleContext): Inference<Role> {
  const { role, confidence, text } = guess(facts, context);
  return { value: role, confidence, evidence: [{ text, pointer: facts.operation.pointer }] };
}

function guess(facts: OperationFacts, { own: candidate, acted, creates }: RoleContext): RoleGuess {
  const { operation, path } = facts;
  const { method } = operation;
  if (method === 'OPTIONS' || method === 'TRACE')
    return { role: 'sample', confidence: 1, text: `${method} changes and reads no record` };
  if (isStream(facts)) return { role: 'stream', confidence: 0.95, text: 'its response is a stream' };
  if (path.verb !== null) return guessEndVerb(facts, path.verb);
  // Why not where a token is read by its key: it is a record.
  const isRead = candidate?.onItem.some((each) => each.operation.method === 'GET') === true;
  if (isAuth(facts) && !isRead)
    return { role: 'auth', confidence: 0.7, text: `${path.name} is about credentials` };
  if (candidate === null) return guessAction(facts, acted);
  if (method === 'GET' && hasStatus(facts, 201) && !hasStatus(facts, 200)) {
    const isListed = facts.body !== null && isList(facts.body);
    return { role: isListed ? 'bulk-create' : 'create', confidence: 0.8, text: 'its success is 201' };
  }
  const isItem = path.isItem && facts.template !== candidate.collection;
  const isView = isItem && facts.template !== candidate.item && facts.collection !== candidate.collection;
  if (isView && candidate.entries !== undefined && method === 'POST')
    return { role: 'create', confidence: 0.85, text: 'it posts an entry of the record' };
  if (isView && onlyCreates(facts) && !isVerb(path.name))
    return { role: 'create', confidence: 0.85, text: 'its only success is 201' };
  if (
    isItem &&
    facts.template !== candidate.item &&
    isVerb(path.name) &&
    !isSameName(path.name, candidate.name)
  )
    return guessKeyVerb(facts) ?? guessItem(facts, candidate, creates);
  return isItem ? guessItem(facts, candidate, creates) : guessCollection(facts, candidate, creates);
}

const computed =
  /^(?:count|counts|stats|statistics|summary|summaries|aggregate|aggregates|total|totals|metrics|usage|report|analytics|histogram)$/i;

function guessCollection(
  facts: OperationFacts,
  candidate: ResourceCandidate,
  creates: readonly OperationFacts[],
): RoleGuess {
  const { operation, path } = facts;
  if (candidate.kind === 'flag') return guessFlag(facts);
  if (/^(?:contains|exists|has)$/i.test(path.name) && operation.method === 'GET')
    return { role: 'flag-read', confidence: 0.8, text: `${path.name} says whether it is a member` };
  const isRecord =
    candidate.kind === 'singleton' || candidate.kind === 'blob' || (isSelf(facts) && !listsOnly(facts));
  switch (operation.method) {
    case 'GET':
    case 'HEAD':
      return guessGet(facts, candidate, isRecord);
    case 'POST':
      return guessPost(facts, candidate, isRecord);
    case 'PUT':
    case 'PATCH':
      return guessWrite(facts, candidate, creates, isRecord);
    case 'DELETE':
      if (isRecord) return { role: 'singleton-delete', confidence: 0.9, text: 'it deletes the only record' };
      return candidate.kind === 'set'
        ? { role: 'unrelate', confidence: 0.8, text: 'it removes members of a set' }
        : { role: 'bulk-delete', confidence: 0.9, text: 'it deletes what a collection has' };
    default:
      return { role: 'sample', confidence: 0.6, text: `${operation.method} is not inferred` };
  }
}

/** Returns whether a response is nothing but a list: those of the caller, and not the caller. */
function listsOnly({ body }: OperationFacts): boolean {
  return body !== null && isList(body);
}

function guessGet(facts: OperationFacts, candidate: ResourceCandidate, isRecord: boolean): RoleGuess {
  const { path, body } = facts;
  if (isFile(facts) || (candidate.kind === 'blob' && isEmpty(facts)))
    return { role: 'download', confidence: 0.9, text: 'its response is a file' };
  if ((isText(facts) || (body === null && isEmpty(facts))) && isFileName(path.name))
    return { role: 'download', confidence: 0.8, text: `its response is the text of ${path.name}` };
  const list = body === null ? null : findList(body, path.name);
  if (list !== null && isSearch(facts))
    return { role: 'search', confidence: 0.8, text: 'it finds records by a text' };
  const isOther = path.name === '' && list === null && body !== null && candidate.item !== null;
  if (isOther && !describeSame(findRecord(body, path.name).item, candidate.schema))
    return { role: 'sample', confidence: 0.9, text: 'the root shows something else' };
  if (list !== null && !isRecord && !(/^counts?$/i.test(path.name) && isNumbers(list.item)))
    return { role: 'list', confidence: list.envelope.confidence, text: 'its response is a list' };
  if (wordsOf(path.name)[0] === 'search')
    return { role: 'search', confidence: 0.6, text: 'it finds records by a text' };
  if (computed.test(path.name))
    return { role: 'aggregate', confidence: 0.8, text: `${path.name} is computed` };
  if ((body?.properties.size ?? 0) === 0 && !isRecord && !isSelection(facts))
    return { role: 'list', confidence: 0.6, text: 'it gets a collection' };
  const confidence = isPlural(path.name) || candidate.onItem.length > 0 ? 0.7 : 0.9;
  return { role: 'singleton-read', confidence, text: 'its response is one record' };
}

function isNumbers({ properties }: SourceSchema): boolean {
  const all = [...properties.values()];
  return (
    all.length > 0 &&
    all.every(({ types }) => types?.has('integer') === true || types?.has('number') === true)
  );
}

/** Returns whether a success is a text and not a record. */
function isText({ body }: OperationFacts): boolean {
  return body?.types?.size === 1 && body.types.has('string');
}

function guessWrite(
  facts: OperationFacts,
  candidate: ResourceCandidate,
  creates: readonly OperationFacts[],
  isRecord: boolean,
): RoleGuess {
  const isPut = facts.operation.method === 'PUT';
  if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  if (isRecord)
    return {
      role: isPut && !changesInPart(facts.operation.text) ? 'singleton-replace' : 'singleton-update',
      confidence: Math.min(candidate.confidence, 0.9),
      text: 'it writes the only record',
    };
  if (isPut && candidate.kind === 'set')
    return { role: 'relate', confidence: 0.8, text: 'it puts members of a set' };
  if (putsRecords(facts))
    return { role: 'bulk-create', confidence: 0.8, text: 'its body is the whole list of records' };
  if (isPut && leadingVerb(facts) === 'create') return guessPost(facts, candidate, isRecord);
  if (changesSelected(facts, candidate))
    return { role: 'action', confidence: 0.8, text: 'it changes the records that its query selects' };
  if (
    !isPut &&
    /^(?:append|add|create|insert)$/.test(leadingVerb(facts)) &&
    sentList(facts, candidate.name) !== null
  )
    return { role: 'bulk-create', confidence: 0.8, text: 'its summary says that it adds a list of records' };
  if (sendsRecord(facts, candidate))
    return isPut && isUpsert(facts)
      ? { role: 'upsert', confidence: 0.8, text: 'its description says so, and its body may name the record' }
      : isPut
        ? { ...guessPut(facts, candidate, creates), confidence: 0.7 }
        : { role: 'update', confidence: 0.7, text: 'it patches the record that its body names' };
  return { role: 'action', confidence: 0.6, text: 'it writes a collection' };
}

/** Returns whether a body is a record with its key. */
function sendsRecord(
  { request, path }: OperationFacts,
  { schema, name, onItem }: ResourceCandidate,
): boolean {
  if (request === null || isList(request) || schema === null || onItem.length === 0) return false;
  const { item } = findSentRecord(request, path.name, schema);
  const stated = statedKey(onItem, schema) ?? '';
  const keys = [`${singularName(name)}id`, ...[onItem[0]?.path.keys.at(-1) ?? '', stated].map(flatten)];
  const hasKey = hasId(item) || [...item.properties.keys()].some((each) => keys.includes(flatten(each)));
  return hasKey && isVariant(item, schema);
}

function guessPost(facts: OperationFacts, candidate: ResourceCandidate, isRecord: boolean): RoleGuess {
  if (/^counts?$/i.test(facts.path.name))
    return { role: 'aggregate', confidence: 0.8, text: `${facts.path.name} is computed` };
  if (selects(facts, candidate) && !isSelf(facts))
    return { role: 'search', confidence: 0.8, text: 'it selects records' };
  if (isVerb(facts.path.name) && !isSameName(facts.path.name, candidate.name))
    return { role: roleOfVerb(facts.path.name), confidence: 0.8, text: `${facts.path.name} is a verb` };
  if (sendsFile(facts) && (facts.body === null || candidate.kind === 'blob'))
    return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  const listing = roleOfListing(facts);
  if (listing !== null)
    return { role: listing, confidence: 0.85, text: 'it is named so, and its response is a list' };
  const several = guessSeveral(facts, candidate);
  if (several !== null) return several;
  if (computesOnly(facts))
    return { role: 'action', confidence: 0.7, text: 'it computes its response from what is sent' };
  if (isRecord) return { role: 'singleton-update', confidence: 0.7, text: 'it posts to the only record' };
  if (candidate.kind === 'set') return { role: 'relate', confidence: 0.8, text: 'it adds members to a set' };
  if (addsAndDeletes(facts))
    return { role: 'bulk-create', confidence: 0.8, text: 'its body has what to add and what to delete' };
  if (isUpsert(facts) && sendsRecord(facts, candidate))
    return {
      role: 'upsert',
      confidence: 0.8,
      text: 'its description says so, and its body may name the record',
    };
  const sent = sentList(facts, candidate.name);
  const areKeys = ['string', 'integer'].some((type) => sent?.types?.has(type) === true);
  if (sent !== null && candidate.schema !== null && areKeys)
    return { role: 'relate', confidence: 0.7, text: 'its body is a list of names' };
  if (sent !== null) return { role: 'bulk-create', confidence: 0.8, text: 'its body is a list of records' };
  if (actsBelow(facts, candidate))
    return {
      role: 'action',
      confidence: 0.7,
      text: 'it is below a collection, and sends no record',
    };
  return { role: 'create', confidence: 0.95, text: 'it posts to the collection' };
}

/** Returns whether a POST below a collection returns one of its records, and nothing says that it creates one. */
function actsBelow(facts: OperationFacts, { collection, name, schema }: ResourceCandidate): boolean {
  const { path, template, request } = facts;
  const isOther = !isSameName(path.name, name) && !isPlural(path.name);
  const creates =
    hasStatus(facts, 201) || /^(?:create|add|insert|new|post|register)$/.test(leadingVerb(facts));
  return template.startsWith(`${collection}/`) && isOther && !creates && !sharesHalf(request, schema);
}

/** Returns whether a body has nothing but a list of records to add and another one of those to delete. */
function addsAndDeletes({ request }: OperationFacts): boolean {
  const names = [...(request?.properties.keys() ?? [])];
  const [added, ...others] = names.filter((name) => /^(?:add|create|insert)$/i.test(name));
  const isOnly = names.length === 2 && names.some((name) => isDeletion.test(name));
  return isOnly && others.length === 0 && (request?.properties.get(added ?? '')?.items ?? null) !== null;
}

/** Names of what is deleted. */
export const isDeletion = /^(?:delete|remove)$/i;

/** Returns the items of a body that is a list, or has nothing but one; `null` for none. */
function sentList({ request }: OperationFacts, name: string): SourceSchema | null {
  if (request === null) return null;
  if (isList(request)) return request.items;
  const [only, second] = request.properties;
  const isOnly = only !== undefined && second === undefined;
  return isOnly && isPlural(only[0]) && isSameName(only[0], name) ? only[1].items : null;
}

function guessFlag({ operation }: OperationFacts): RoleGuess {
  const role: Role =
    operation.method === 'PUT' || operation.method === 'POST'
      ? 'flag-set'
      : operation.method === 'DELETE'
        ? 'flag-unset'
        : 'flag-read';
  return { role, confidence: 0.9, text: 'it is put and deleted without a body' };
}

function isSearch({ operation, path }: OperationFacts): boolean {
  return (
    wordsOf(path.name)[0] === 'search' ||
    path.segments.slice(-2).some(({ text }) => flatten(text) === 'search') ||
    operation.parameters.some(
      ({ in: place, name, isRequired }) =>
        place === 'query' && isRequired && /^(?:q|query|search|search_?query|search_?term)$/i.test(name),
    )
  );
}
