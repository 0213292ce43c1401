/** Finds the resources whose records have paths of their own. */
import { hasId } from '../bodies/envelope.ts';
import { LIKELY, type ResourceKind } from '../graph.ts';
import { findList, findRecords, isList } from '../bodies/find-list.ts';
import { showsKey } from './keyed-lists.ts';
import { findRecord, findRecordOf } from '../bodies/find-record.ts';
import { inferKey } from '../infer-key.ts';
import {
  hasStatus,
  isEmpty,
  lastParameter,
  leadingVerb,
  takesValues,
  type OperationFacts,
} from '../operation-facts.ts';
import { parentOf } from '../path-shape.ts';
import { flatten, isPlural, isVerb, isWork } from '../words.ts';
import type { OperationsByTemplate, ResourceCandidate } from '../resource-candidate.ts';
import { describeSame, isPart, isVariant, sharesHalf } from '../schema-likeness.ts';
import type { SourceSchema } from '../source.ts';

/** Returns whether an operation is on one record. Why: a verb in front of a parameter is an action on that record. */
export function isOfItem({ path, template }: OperationFacts, byTemplate: OperationsByTemplate): boolean {
  if (!path.isItem || path.verb !== null || isListedBelow(template, byTemplate)) return false;
  if (path.name === '' && !isRecordAtRoot(template, byTemplate)) return false;
  const isOnlyPosted =
    byTemplate.get(template)?.every(({ operation }) => operation.method === 'POST') === true;
  return !(isOnlyPosted && isVerb(path.name));
}

/** Returns whether a path below the root is that of a record: listed or created at the root, or read and written. */
function isRecordAtRoot(template: string, byTemplate: OperationsByTemplate): boolean {
  const group = byTemplate.get(template) ?? [];
  const isWritten = ['PUT', 'PATCH', 'DELETE'].some((method) => withMethod(group, method) !== undefined);
  const isKept = isWritten && withMethod(group, 'GET') !== undefined;
  return isKept || isListed(byTemplate.get('/')) || createsAtRoot(template, byTemplate);
}

/** Returns whether a POST to the root creates the records of a path below it. */
function createsAtRoot(template: string, byTemplate: OperationsByTemplate): boolean {
  const sent = withMethod(byTemplate.get('/') ?? [], 'POST')?.request ?? null;
  const body = withMethod(byTemplate.get(template) ?? [], 'GET')?.body ?? null;
  return sent !== null && body !== null && describeSame(sent, body);
}

/**
 * Returns the template of the collection that a record is in: without its last parameter where that is a list of its
 * own, as `/repositories/{owner}` of `/repositories/{owner}/{name}`; else without all of them.
 */
export function collectionTemplate(
  { template, collection }: OperationFacts,
  byTemplate: OperationsByTemplate,
): string {
  const outer = template.slice(0, template.lastIndexOf('/'));
  return outer.endsWith('{}') && isListedBelow(outer, byTemplate) ? outer : collection;
}

/** Returns whether a path is read as a list. */
export function isListed(group: readonly OperationFacts[] = []): boolean {
  const get = withMethod(group, 'GET');
  return get !== undefined && get.body !== null && findList(get.body, get.path.name) !== null;
}

/** Returns whether a path that ends in a parameter lists or creates what is below it. */
function isListedBelow(template: string, byTemplate: OperationsByTemplate): boolean {
  if (!byTemplate.has(`${template}/{}`)) return false;
  const group = byTemplate.get(template) ?? [];
  const isOnlyPosted = group.length > 0 && group.every(({ operation }) => operation.method === 'POST');
  return isOnlyPosted || isListed(group);
}

/** Returns whether a path that ends in a parameter is read as one record, selected by a property that is not an id. */
export function readsByProperty({ operation, path, body }: OperationFacts): boolean {
  if (!path.isItem || path.keys.length !== 1 || operation.method !== 'GET' || body === null) return false;
  const name = flatten(path.keys[0] ?? '');
  if (/(?:id|key|code|number|index)$/.test(name)) return false;
  const { item } = findRecord(body, path.name);
  return [...item.properties.keys()].some((property) => flatten(property) === name);
}

/** Creates the resource with these operations on one record and on the collection. */
export function candidateOfItems(
  collection: string,
  onItems: readonly OperationFacts[],
  onCollection: readonly OperationFacts[],
): ResourceCandidate {
  const byItem = [...Map.groupBy(onItems, ({ template }) => template)];
  const [item = '', onItem = []] =
    byItem.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const name = onItem[0]?.path.name ?? '';
  return {
    kind: kindOfItems(onItem, onCollection),
    collection,
    item,
    onCollection,
    onItem,
    name,
    schema: recordSchema(name, onItems, onCollection),
    reason: `${onItem[0]?.operation.path ?? item} names one record`,
    confidence: 0.95,
  };
}

function withMethod(all: readonly OperationFacts[], name: string): OperationFacts | undefined {
  return all.find(({ operation }) => operation.method === name);
}

/**
 * Returns the kind of a resource with records that are named. Why: a member of a set is put and deleted, with nothing
 * in the body, or reading it returns only whether it is one.
 */
function kindOfItems(
  onItem: readonly OperationFacts[],
  onCollection: readonly OperationFacts[],
): ResourceKind {
  const put = withMethod(onItem, 'PUT');
  const get = withMethod(onItem, 'GET');
  const create = withMethod(onCollection, 'POST');
  const removes = withMethod(onItem, 'DELETE') !== undefined;
  if (get !== undefined && isEmpty(get) && hasStatus(get, 204) && hasStatus(get, 404)) return 'set';
  if (create === undefined && isMembership(put ?? withMethod(onItem, 'POST'), get, removes)) return 'set';
  const listing = withMethod(onCollection, 'GET');
  const whole = withMethod(onCollection, 'PUT');
  if (get === undefined && removes && whole !== undefined && putsEntries(whole, listing)) return 'set';
  if (create !== undefined && removes && get === undefined && namesEntry(create, listing)) return 'set';
  const isChanged = put !== undefined || withMethod(onItem, 'PATCH') !== undefined;
  const lists = onCollection.filter(({ operation }) => operation.method === 'GET');
  const areTexts = listedBy(lists, onItem[0]?.path.name ?? '').every(
    ({ properties }) => properties.size === 0,
  );
  if (create !== undefined && removes && !isChanged && areTexts && takesTexts(create)) return 'set';
  const isWritten = [...onItem, ...onCollection].some(({ operation }) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method),
  );
  if (!isWritten) return 'feed';
  const isAccepted =
    create !== undefined && hasStatus(create, 202) && !hasStatus(create, 200) && !hasStatus(create, 201);
  const isKept = removes || withMethod(onItem, 'PATCH') !== undefined || put !== undefined;
  return isAccepted && (!isKept || isWork(create.path.name)) ? 'job' : 'collection';
}

/** Returns whether a PUT of a collection makes what it names its members, and neither creates nor has one of its records. */
function putsEntries(facts: OperationFacts, listing: OperationFacts | undefined): boolean {
  const { request, path } = facts;
  if (leadingVerb(facts) === 'create' && !takesValues(facts)) return false;
  const listed = listing?.body == null ? null : findRecords(listing.body, path.name);
  return request === null || listed === null || !sharesHalf(listed.item, request);
}

/** Returns whether a body has nothing but a list of texts. */
export function takesTexts({ request }: OperationFacts): boolean {
  const [only, second] = [...(request?.properties.values() ?? [])];
  const items = request?.items ?? (second === undefined ? only?.items : null);
  return items?.types?.size === 1 && items.types.has('string') && items.properties.size === 0;
}

/**
 * Returns whether a POST only has the id of a record that is then in the list, without a reference to it in the
 * records.
 */
export function namesEntry({ request }: OperationFacts, get: OperationFacts | undefined): boolean {
  const [only, second] = [...(request?.properties.keys() ?? [])];
  const listed = get?.body == null ? null : findList(get.body, get.path.name);
  if (only === undefined || second !== undefined || listed === null) return false;
  return /[a-z](?:_id|Id|ID)$/.test(only) && hasId(listed.item) && !listed.item.properties.has(only);
}

/** Returns whether a PUT, or a POST, of one record makes it a member; `removes` is whether it is deleted. */
function isMembership(
  write: OperationFacts | undefined,
  get: OperationFacts | undefined,
  removes: boolean,
): boolean {
  if (write === undefined) return false;
  const isPut = write.operation.method === 'PUT';
  const isBare = write.operation.bodies.length === 0;
  if (isBare && removes && (isPut || get === undefined)) return true;
  if (!isPut || !(isEmpty(write) || hasStatus(write, 204))) return false;
  const sendsRecord = (write.request?.properties.size ?? 0) > 1;
  if (isBare || (get !== undefined && isEmpty(get) && !sendsRecord)) return true;
  return get === undefined && removes && !hasStatus(write, 201) && write.collection.includes('{}');
}

/**
 * Returns the schema of one record: as it is read, else as it is returned when it is created, else as it is listed, else
 * as it is sent; the first one that has the key, or else properties. Why: what a POST returns is no record if it has
 * little in common with what is listed, or only a small part of it.
 */
function recordSchema(
  name: string,
  onItem: readonly OperationFacts[],
  onCollection: readonly OperationFacts[],
): SourceSchema | null {
  const order = ['GET', 'PUT', 'PATCH', 'POST'];
  const written = onItem
    .filter(({ operation }) => order.includes(operation.method))
    .toSorted((one, other) => order.indexOf(one.operation.method) - order.indexOf(other.operation.method));
  const creates = onCollection.filter(({ operation }) => operation.method === 'POST');
  const lists = onCollection.filter(({ operation }) => operation.method === 'GET');
  const listed = [
    ...listedBy(lists, name),
    ...listedBy(
      written.filter((each) => !showsKey(each)),
      name,
    ),
  ];
  const [alike = null] = listed;
  const read = returnedBy(
    written.filter(({ operation }) => operation.method === 'GET'),
    name,
    alike,
  );
  const changed = written.filter(({ operation }) => operation.method !== 'GET');
  const isLikeListed = (item: SourceSchema): boolean =>
    listed.every((each) => isVariant(item, each) && !isPart(item, each));
  const [updated, created] = [changed, creates].map((each) =>
    returnedBy(each, name, alike).filter(isLikeListed),
  );
  const sent = [...creates, ...written].flatMap(({ request }) =>
    request === null || isList(request) ? [] : [findRecord(request, name).item],
  );
  const schemas = [...read, ...(updated ?? []), ...(created ?? []), ...listed, ...sent].filter(
    ({ properties }) => properties.size > 0,
  );
  const [first] = onItem;
  const keyed = (confidence: number): SourceSchema | undefined =>
    schemas.find(
      (schema) =>
        first !== undefined &&
        inferKey(name, first.path.keys, lastParameter(first), schema).confidence >= confidence,
    );
  return keyed(0.8) ?? keyed(LIKELY) ?? schemas[0] ?? listed[0] ?? null;
}

/** Lists the records that operations return; `listed` is what one looks like in a list. */
function returnedBy(
  operations: readonly OperationFacts[],
  name: string,
  listed: SourceSchema | null,
): SourceSchema[] {
  return operations.flatMap((facts) => {
    const { body } = facts;
    if (body === null || isList(body)) return [];
    const record = showsKey(facts) ? findRecord(body, name) : findRecordOf(body, name, listed, 'read');
    return [record.item];
  });
}

function listedBy(operations: readonly OperationFacts[], name: string): SourceSchema[] {
  return operations.flatMap(({ body }) => (body === null ? [] : (findRecords(body, name)?.item ?? [])));
}

/** Returns whether a body is a record of the kind that its path is below: what is posted there is its child. */
export function postsChild(
  { path, request, template }: Pick<OperationFacts, 'path' | 'request' | 'template'>,
  { item, schema }: ResourceCandidate,
): boolean {
  const isBelow = item !== null && parentOf(template) === item && isPlural(path.name) && !isVerb(path.name);
  return isBelow && request !== null && describeSame(request, schema);
}
