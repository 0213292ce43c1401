/** Finds the resources of paths that end in a fixed segment and have no records with paths of their own. */
import { hasId } from '../bodies/envelope.ts';
import { findList, findRecords } from '../bodies/find-list.ts';
import { findRecord } from '../bodies/find-record.ts';
import type { Role } from '../graph.ts';
import {
  countPageParameters,
  hasStatus,
  isEmpty,
  isFile,
  isFileName,
  leadingVerb,
  sendsFile,
  takesValues,
  type OperationFacts,
} from '../operation-facts.ts';
import { isCommandRead } from './commands.ts';
import { namesEntry, takesTexts } from './record-candidates.ts';
import { propertyNamed } from '../schema-likeness.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import type { SourceSchema } from '../source.ts';
import { flatten, isOfSeveral, isPlural, isVerb, wordsOf } from '../words.ts';

/**
 * Returns whether a path is an action on what is in front of it: it is only written to, and nothing is read there.
 * `above` is that collection or single record, `names` are those of the resources that have records with paths.
 */
export function isAction(
  group: readonly OperationFacts[],
  inner: ReadonlySet<string>,
  above: 'collection' | 'record' | null,
  names: ReadonlySet<string>,
): boolean {
  const [first] = group;
  if (first === undefined || first.path.isItem) return false;
  if (withMethod(group, 'GET', 'HEAD') !== undefined) return group.every(isCommandRead);
  const { name } = first.path;
  if (isSwitch(group) && isOfSeveral(flatten(name))) return true;
  if (isSwitch(group) || (inner.has(first.template) && !isVerb(name))) return false;
  const isListed = group.some((facts) => facts.operation.method === 'POST' && roleOfListing(facts) !== null);
  if (isListed && isPlural(name) && !isVerb(name)) return false;
  const isNamed = names.has(name) && group.some((facts) => hasStatus(facts, 201));
  const isCreate = (group.some(createsRecord) && isPlural(name)) || (isNamed && !isVerb(name));
  const isCommand =
    isVerb(name) || isBelowVerb(first) || (/^(?:actions?|commands?|create)$/i.test(name) && !isCreate);
  // Why only without a body: settings below a record are records of their own.
  const isBelow = above === 'collection' || (above === 'record' && group.every(sendsOnlyQuery));
  return isCommand || ((isBelowItem(first) || isBelow) && !isCreate);
}

/** Returns whether an operation only takes parameters of its query, and returns nothing. */
function sendsOnlyQuery(facts: OperationFacts): boolean {
  const { operation, request } = facts;
  return (
    request === null &&
    operation.bodies.length === 0 &&
    isEmpty(facts) &&
    operation.parameters.some((each) => each.in === 'query' && each.isRequired)
  );
}

/** Returns the resource of a path without records of its own; `null` if there is no evidence of one. */
export function candidateOfPath(
  template: string,
  group: readonly OperationFacts[],
): ResourceCandidate | null {
  const [first] = group;
  if (first === undefined) return null;
  const base = { collection: template, item: null, onCollection: group, onItem: [], name: first.path.name };
  const candidate = (
    kind: ResourceCandidate['kind'],
    schema: ResourceCandidate['schema'],
    reason: string,
    confidence = 0.9,
  ): ResourceCandidate => ({ ...base, kind, schema, reason, confidence });
  const get = withMethod(group, 'GET');
  if (isFlag(group)) return candidate('flag', null, 'it is put and deleted without a body');
  if (get?.body != null && isWhole(group))
    return candidate('singleton', get.body, 'its list is put as a whole');
  const list = get?.body == null ? null : findRecords(get.body, first.path.name);
  if (list !== null) return candidate(kindOfList(group), list.item, 'it is listed');
  const isListed = isPlural(first.path.name) && !isFileName(first.path.name) && !isSetting(group);
  if (get !== undefined && isUnknown(get) && isListed)
    return candidate(kindOfList(group), null, `${first.path.name} is a plural`, 0.7);
  if (get !== undefined && isUnknown(get) && countPageParameters(get) > 1)
    return candidate(kindOfList(group), null, 'its query selects a page', 0.7);
  if (get !== undefined) {
    const removes = withMethod(group, 'DELETE');
    if (removes !== undefined && takesValues(removes))
      return candidate('set', null, 'members are removed', 0.7);
    const isBlob = isFile(get) || (get.body === null && (!isEmpty(get) || group.some(sendsFile)));
    const kind = isBlob ? 'blob' : 'singleton';
    const schema = get.body === null ? null : findRecord(get.body, first.path.name).item;
    return candidate(kind, schema, 'it is read as one record');
  }
  return candidateOfWrites(group, candidate);
}

function candidateOfWrites(
  group: readonly OperationFacts[],
  candidate: (
    kind: ResourceCandidate['kind'],
    schema: ResourceCandidate['schema'],
    reason: string,
    confidence?: number,
  ) => ResourceCandidate,
): ResourceCandidate | null {
  if (isSwitch(group) && (group.some(takesValues) || takeSame(group)))
    return candidate('set', null, 'members are added and removed', 0.8);
  const listing = group.find(isListing);
  const listed = listing?.body == null ? null : findRecords(listing.body, listing.path.name);
  if (listed !== null) return candidate('feed', listed.item, 'it is listed', 0.8);
  const create = group.find(createsRecord) ?? group.find(statesCreation);
  if (create !== undefined && isPlural(create.path.name) && !isVerb(create.path.name)) {
    const list = create.body === null ? null : findRecords(create.body, create.path.name);
    const [schema, text] =
      create.body === null
        ? [create.request, 'its summary says that it creates what is sent']
        : [list?.item ?? create.body, 'it returns what it creates'];
    return candidate('collection', schema, text, create.body === null ? 0.7 : 0.9);
  }
  const posted = isSwitch(group) ? withMethod(group, 'POST') : undefined;
  const written = withMethod(group, 'PUT', 'PATCH') ?? posted;
  return written === undefined
    ? null
    : candidate('singleton', written.request, 'it is written as one record', 0.7);
}

function withMethod(
  group: readonly OperationFacts[],
  ...methods: readonly string[]
): OperationFacts | undefined {
  return group.find(({ operation }) => methods.includes(operation.method));
}

/** Returns whether a path is a switch: put and deleted without content, or read by its status only. */
export function isFlag(group: readonly OperationFacts[]): boolean {
  const get = withMethod(group, 'GET');
  if (get !== undefined) return isEmpty(get) && hasStatus(get, 204) && hasStatus(get, 404);
  if (!isSwitch(group) || group.some(takesValues)) return false;
  const isBare = group.every(({ request }) => request === null) && !isPlural(group[0]?.path.name ?? '');
  return isBare || group.every(isEmpty);
}

/**
 * Returns whether the only write puts the whole of what is read: an object with a list of objects, which have no ids to
 * add or remove them by.
 */
function isWhole(group: readonly OperationFacts[]): boolean {
  const [get, put] = [withMethod(group, 'GET'), withMethod(group, 'PUT')];
  if (group.length !== 2 || put === undefined || get === undefined || countPageParameters(get) > 0)
    return false;
  return [...(put.request?.properties ?? [])].some(
    ([name, { items }]) =>
      items !== null &&
      items.properties.size > 1 &&
      !hasAnyId(items) &&
      get.body?.properties.get(name)?.items != null,
  );
}

/** Returns whether a property is an id by its name, of whatever record. */
function hasAnyId(items: SourceSchema): boolean {
  return [...items.properties.keys()].some((name) => /^(?:id|uuid|guid)$/.test(wordsOf(name).at(-1) ?? ''));
}

/** Returns whether members are put into a list or taken out of it by their values. */
export function isSet(group: readonly OperationFacts[]): boolean {
  const removes = withMethod(group, 'DELETE');
  const puts = withMethod(group, 'PUT');
  const adds = withMethod(group, 'POST');
  if (puts !== undefined && takesValues(puts) && !putsRecords(puts))
    return (
      leadingVerb(puts) !== 'create' && !(adds !== undefined && !takesValues(adds) && createsRecord(adds))
    );
  const get = withMethod(group, 'GET');
  if (adds !== undefined && (namesEntry(adds, get) || (takesTexts(adds) && listsTexts(get)))) return true;
  const isOneValue = adds?.request?.types?.has('string') === true;
  if (removes === undefined || (adds !== undefined && removesByKey(removes, adds))) return false;
  return removesValues(removes) || isOneValue;
}

/** Returns whether a PUT takes a whole list of records, which have no ids. */
export function putsRecords({ request, operation }: OperationFacts): boolean {
  const items = operation.method === 'PUT' && request !== null ? request.items : null;
  return items !== null && items.properties.size > 1 && !hasId(items);
}

function listsTexts(get: OperationFacts | undefined): boolean {
  const list = get?.body == null ? null : findRecords(get.body, get.path.name);
  return list?.item.types?.size === 1 && list.item.types.has('string');
}

function kindOfList(group: readonly OperationFacts[]): ResourceCandidate['kind'] {
  if (isSet(group)) return 'set';
  return group.some(({ operation }) => operation.method !== 'GET') ? 'collection' : 'feed';
}

/** Returns whether the content of a path is replaced and deleted as a whole. */
function isSetting(group: readonly OperationFacts[]): boolean {
  const removes = withMethod(group, 'DELETE');
  return (
    withMethod(group, 'PUT', 'PATCH') !== undefined &&
    withMethod(group, 'POST') === undefined &&
    removes !== undefined &&
    !removesValues(removes)
  );
}

/** Returns whether a DELETE names a record by the key that its creation returns, and that no client chooses. */
function removesByKey({ operation }: OperationFacts, { body, request, path }: OperationFacts): boolean {
  if (body === null || request === null || request.properties.size < 2) return false;
  const { item } = findRecord(body, path.name);
  const [name, other] = operation.parameters.filter(
    ({ in: place, isRequired }) => place === 'query' && isRequired,
  );
  if (name === undefined || other !== undefined || !/id$/i.test(name.name)) return false;
  return propertyNamed(name.name, item) !== null && propertyNamed(name.name, request) === null;
}

/** Returns whether a DELETE names what it removes. */
function removesValues({ operation, request }: OperationFacts): boolean {
  return (
    (request !== null && request.properties.size > 0) ||
    request?.items != null ||
    operation.parameters.some(({ in: place, isRequired }) => place === 'query' && isRequired)
  );
}

/** Returns whether the content of a read is not described. */
function isUnknown(get: OperationFacts): boolean {
  const { body } = get;
  if (body !== null) return body.types === null && body.properties.size === 0 && body.items === null;
  return isEmpty(get) && !hasStatus(get, 204);
}

/** Returns whether a verb on one record is in front of the last segment: `scan` of `/ships/{id}/scan/waypoints`. */
function isBelowVerb({ path: { segments } }: OperationFacts): boolean {
  const verb = segments.at(-2);
  return verb?.parameters.length === 0 && isVerb(verb.text) && (segments.at(-3)?.parameters.length ?? 0) > 0;
}

function isBelowItem({ path: { segments } }: OperationFacts): boolean {
  return segments.length > 1 && segments.at(-2)?.parameters.length !== 0;
}

/** Returns whether a POST returns a record that it creates, or a PUT is described like that. */
function createsRecord(facts: OperationFacts): boolean {
  const { body, operation } = facts;
  if (operation.method === 'PUT') return body !== null && leadingVerb(facts) === 'create';
  return operation.method === 'POST' && (hasStatus(facts, 201) || (body !== null && hasId(body)));
}

/** Returns whether the summary of a POST without a response says that it creates what is sent. */
function statesCreation(facts: OperationFacts): boolean {
  const { operation, request } = facts;
  const isCreation = operation.method === 'POST' && /^(?:create|add|register)$/.test(leadingVerb(facts));
  return isCreation && isEmpty(facts) && (request?.properties.size ?? 0) > 1;
}

/** Returns whether what is posted is deleted by the same values. */
function takeSame(group: readonly OperationFacts[]): boolean {
  const names = group.map(({ request }) => request?.name ?? null);
  return names[0] !== null && names.every((name) => name === names[0]);
}

/** Returns whether something is written and deleted at the same path. */
function isSwitch(group: readonly OperationFacts[]): boolean {
  return withMethod(group, 'PUT', 'POST') !== undefined && withMethod(group, 'DELETE') !== undefined;
}

/** Returns whether a POST lists what its path names. Why not `/orders/listKeys`: that is an action. */
function isListing(facts: OperationFacts): boolean {
  const { name } = facts.path;
  const isNoun =
    name !== '' && !/^(?:list|search|find|query|get|retrieve|fetch)/i.test(name) && !isVerb(name);
  return facts.operation.method === 'POST' && isNoun && roleOfListing(facts) !== null;
}

/** Returns the role of a POST that is named like a list operation and returns a list; `null` for others. */
export function roleOfListing(facts: OperationFacts): Role | null {
  const { operation, path, body } = facts;
  const verbs = new Set([leadingVerb(facts), wordsOf(operation.id)[0]]);
  const isListing = ['list', 'search', 'find', 'query', 'get', 'retrieve', 'fetch'].some((verb) =>
    verbs.has(verb),
  );
  if (!isListing || body === null || findList(body, path.name) === null) return null;
  return verbs.has('list') ? 'list' : 'search';
}
