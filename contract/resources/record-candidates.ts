/** Finds the resources whose records have paths of their own. */
import type { ResourceKind } from './graph.ts';
import { findList, findRecord, isList } from './infer-envelope.ts';
import { hasStatus, isEmpty, type OperationFacts } from './operation-facts.ts';
import type { OperationsByTemplate, ResourceCandidate } from './resource-candidate.ts';
import { isVariant } from './schema-likeness.ts';
import type { SourceSchema } from './source.ts';
import { isVerb } from './words.ts';

/** Returns whether an operation is on one record. Why: a verb in front of a parameter is an action on that record. */
export function isOfItem({ path, template }: OperationFacts, byTemplate: OperationsByTemplate): boolean {
  if (!path.isItem || path.verb !== null || path.name === '' || isListedBelow(template, byTemplate))
    return false;
  const isOnlyPosted =
    byTemplate.get(template)?.every(({ operation }) => operation.method === 'POST') === true;
  return !(isOnlyPosted && isVerb(path.name));
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

/** Returns whether a path that ends in a parameter lists or creates what is below it. */
function isListedBelow(template: string, byTemplate: OperationsByTemplate): boolean {
  if (!byTemplate.has(`${template}/{}`)) return false;
  const group = byTemplate.get(template) ?? [];
  const get = withMethod(group, 'GET');
  if (get === undefined)
    return group.length > 0 && group.every(({ operation }) => operation.method === 'POST');
  return get.body !== null && findList(get.body, get.path.name) !== null;
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
 * in the body, or reading it says only whether it is one.
 */
function kindOfItems(
  onItem: readonly OperationFacts[],
  onCollection: readonly OperationFacts[],
): ResourceKind {
  const put = withMethod(onItem, 'PUT');
  const get = withMethod(onItem, 'GET');
  const create = withMethod(onCollection, 'POST');
  const removes = withMethod(onItem, 'DELETE') !== undefined;
  if (create === undefined && isMembership(put ?? withMethod(onItem, 'POST'), get, removes)) return 'set';
  if (get === undefined && removes && withMethod(onCollection, 'PUT') !== undefined) return 'set';
  const isWritten = [...onItem, ...onCollection].some(({ operation }) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method),
  );
  if (!isWritten) return 'feed';
  if (create !== undefined && hasStatus(create, 202) && !hasStatus(create, 200) && !hasStatus(create, 201))
    return 'job';
  return 'collection';
}

/** Returns whether a PUT, or a POST, of one record makes it a member; `removes` says whether it is deleted. */
function isMembership(
  write: OperationFacts | undefined,
  get: OperationFacts | undefined,
  removes: boolean,
): boolean {
  if (write === undefined) return false;
  const isPut = write.operation.method === 'PUT';
  if (write.request === null && removes && (isPut || get === undefined)) return true;
  if (!isPut || !(isEmpty(write) || hasStatus(write, 204))) return false;
  if (write.request === null || (get !== undefined && isEmpty(get))) return true;
  return get === undefined && removes && !hasStatus(write, 201) && write.collection.includes('{}');
}

/**
 * Returns the schema of one record: as it is read, else as it is returned when it is created, else as it is listed, else
 * as it is sent. Why: what a POST returns is no record if it has little in common with what is listed.
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
  const read = written.flatMap(({ body }) =>
    body === null || isList(body) ? [] : [findRecord(body, name).item],
  );
  const listed = onCollection
    .filter(({ operation }) => operation.method === 'GET')
    .flatMap(({ body }) => (body === null ? [] : (findList(body, name)?.item ?? [])));
  const creates = onCollection.filter(({ operation }) => operation.method === 'POST');
  const created = creates
    .flatMap(({ body }) => (body === null || isList(body) ? [] : [findRecord(body, name).item]))
    .filter((item) => listed.every((each) => isVariant(item, each)));
  const sent = [...creates, ...written].flatMap(({ request }) =>
    request === null || isList(request) ? [] : [findRecord(request, name).item],
  );
  return (
    [...read, ...created, ...listed, ...sent].find(({ properties }) => properties.size > 0) ??
    listed[0] ??
    null
  );
}
