/** Finds the resources that paths without records of their own are views of. */
import { hasId } from '../bodies/envelope.ts';
import { findList, findRecords } from '../bodies/find-list.ts';
import { findRecord } from '../bodies/find-record.ts';
import type { Inference, QueryEffect } from '../graph.ts';
import { inferQuery } from '../queries/infer-query.ts';
import { lastParameter, type OperationFacts } from '../operation-facts.ts';
import { parentOf } from '../path-shape.ts';
import { hasOnlyLists } from './keyed-lists.ts';
import type { CandidateMatch, ResourceCandidate } from '../resource-candidate.ts';
import { describeSame, isVariant, sharesHalf } from '../schema-likeness.ts';
import type { SourceSchema } from '../source.ts';
import { endOf, flatten, recordName, singularName, wordsOf } from '../words.ts';

/** Returns a function that finds the resource that a path without records of its own is a view of. */
export function createViews(
  candidates: readonly ResourceCandidate[],
  likeness: 'name or record' | 'record' = 'name or record',
): (group: readonly OperationFacts[]) => CandidateMatch | null {
  // Why: the members of a set are records of another resource.
  const owners = candidates.filter(({ kind }) => kind !== 'set');
  const byName = Map.groupBy(owners, ({ name }) => singularName(name));
  const byRecord = Map.groupBy(owners, ({ schema, name }) =>
    schema?.name == null ? singularName(name) : recordName(schema.name),
  );
  return (group) => {
    const [first] = group;
    if (first === undefined || (likeness !== 'record' && isSingle(group))) return null;
    const reads = group.filter(({ operation }) => operation.method === 'GET');
    const returned = (reads.length > 0 ? reads : group).flatMap(({ body, path }) =>
      body === null ? [] : [(findRecords(body, path.name) ?? findRecord(body, path.name)).item],
    );
    const named = likeness === 'record' ? [] : (byName.get(singularName(first.path.name)) ?? []);
    const fitting = named.filter(
      ({ schema }) =>
        returned.length === 0 || returned.some((item) => isVariant(item, schema)) || returned.every(isOnlyId),
    );
    const view = closestTo(first.template, fitting);
    if (view !== null)
      return { candidate: view, confidence: 0.9, reason: `it has the same last segment as ${pathOf(view)}` };
    return viewByRecord(first, returned, byRecord);
  };
}

/** Returns whether a response has nothing but the id of what was created. */
function isOnlyId(item: SourceSchema): boolean {
  return item.properties.size === 1 && hasId(item);
}

function viewByRecord(
  { template }: OperationFacts,
  returned: readonly SourceSchema[],
  byRecord: ReadonlyMap<string, readonly ResourceCandidate[]>,
): CandidateMatch | null {
  for (const item of returned) {
    const record = item.name === null ? null : recordName(item.name);
    const named = byRecord.get(record ?? '') ?? [];
    // Why: what a record has may be named after it, such as the items of a collection.
    const isInside = named.some(({ item: itemPath }) => itemPath === parentOf(template));
    const same = named.filter(({ schema }) =>
      schema?.name == null
        ? isVariant(item, schema)
        : !isInside || item.name === schema.name || sharesHalf(item, schema),
    );
    const owners = same.filter((each) => ownsRecords(each, template));
    const candidate = isShared(owners, template, record) ? null : closestTo(template, owners, record);
    if (candidate !== null)
      return {
        candidate,
        confidence: 0.85,
        reason: `it returns ${item.name ?? ''}, as ${pathOf(candidate)} does`,
      };
  }
  return null;
}

/** Returns whether several resources have a record that none of them is named after, and none is in front of a path. */
function isShared(owners: readonly ResourceCandidate[], template: string, record: string | null): boolean {
  const names = new Set(owners.map(({ name }) => singularName(name)));
  const isInFront = owners.some(({ collection }) => template.startsWith(`${collection}/`));
  return names.size > 1 && !isInFront && !names.has(record ?? '');
}

/** Returns whether a resource has records, or only lists that a key selects, which own just the paths below them. */
function ownsRecords(candidate: ResourceCandidate, template: string): boolean {
  return !hasOnlyLists(candidate) || template.startsWith(`${candidate.collection}/`);
}

/** Returns whether a path is read as one record, which is then not a view, even if it looks like other records. */
function isSingle(group: readonly OperationFacts[]): boolean {
  const get = group.find(({ operation }) => operation.method === 'GET');
  return get !== undefined && (get.body === null || findList(get.body, get.path.name) === null);
}

function pathOf({ onItem, onCollection }: ResourceCandidate): string {
  return (onItem[0] ?? onCollection[0])?.operation.path ?? '';
}

/** Returns whether a path selects records of the collection in front of it, as `/tasks/search` does. */
export function isSelection({ path }: OperationFacts): boolean {
  const [first = '', ...rest] = wordsOf(path.name);
  if (endOf(path.name) !== null) return true;
  if (rest.length > 0) return ['find', 'search', 'filter', 'list'].includes(first);
  return /^(?:search|find|query|autocomplete|filter|all|list|me|self|mine|contains|exists|has|counts?)$/.test(
    first,
  );
}

/** Returns whether a path selects records, and has none of its own that are changed: `/filters/{id}` is no selection. */
export function selects(facts: OperationFacts, { collection, onItem }: ResourceCandidate): boolean {
  const isOwn = facts.template === collection && onItem.some(({ operation }) => operation.method !== 'GET');
  return isSelection(facts) && !isOwn;
}

/** Returns whether a path is one record of the collection in front of it, as `/users/me` is. */
export function isSelf({ path }: Pick<OperationFacts, 'path'>): boolean {
  return /^@?(?:me|self|mine)$/i.test(path.name);
}

/**
 * Returns the resource that a path is most likely to show: one whose records need no further parents, then one that is
 * named like its record, then the one whose path shares the most segments.
 */
function closestTo(
  template: string,
  candidates: readonly ResourceCandidate[],
  record: string | null = null,
): ResourceCandidate | null {
  const segments = template.split('/');
  const distance = ({ collection, name }: ResourceCandidate): readonly number[] => {
    const own = collection.split('/');
    const differing = own.findIndex((segment, index) => segment !== segments[index]);
    const shared = differing === -1 ? own.length : differing;
    const missing = own.slice(shared).filter((segment) => segment === '{}').length;
    return [missing, singularName(name) === record ? 0 : 1, -shared];
  };
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distance(candidate) }))
    .toSorted((one, other) => {
      const index = one.distance.findIndex((each, place) => each !== other.distance[place]);
      return index === -1 ? 0 : (one.distance[index] ?? 0) - (other.distance[index] ?? 0);
    });
  return best?.candidate ?? null;
}

/** A value in a path that selects records. Shape: `property` is a JSON Pointer into a record. */
export interface PathLookup {
  readonly parameter: string;
  readonly property: string;
}

/** Returns whether a path looks like one that selects records of the collection in front of it by a value. */
export function selectsByValue({ kind, collection, onCollection, onItem }: ResourceCandidate): boolean {
  const outer = parentOf(collection);
  const isRead = onCollection.length === 0 && onItem.every(({ operation }) => operation.method === 'GET');
  const isOfRecords = kind === 'feed' && outer !== '' && !outer.endsWith('{}');
  return isRead && isOfRecords && onItem.slice(0, 1).some(namesValue);
}

/** Returns the value that a path selects records by; `null` if no property of a record is named like it. */
export function lookupIn(facts: OperationFacts, record: SourceSchema | null): PathLookup | null {
  const parameter = lastParameter(facts);
  if (parameter === null || !namesValue(facts)) return null;
  for (const name of [parameter.name, valueName(facts)]) {
    const effect: Inference<QueryEffect> = inferQuery({ ...parameter, name }, record).use;
    if (effect.value.kind === 'filter') return { parameter: parameter.name, property: effect.value.property };
  }
  return null;
}

/** Returns whether the last fixed segment of a path names its only parameter: `email` or `by-email`. */
function namesValue(facts: OperationFacts): boolean {
  const [key, second] = facts.path.keys;
  if (key === undefined || second !== undefined || !facts.path.isItem) return false;
  const name = valueName(facts);
  if (name === '') return false;
  const words = wordsOf(key);
  return words.some((_, end) => flatten(words.slice(0, end + 1).join(' ')) === flatten(name)) || isBy(facts);
}

/** Returns whether a segment begins with `by` or `findBy`. */
function isBy({ path }: OperationFacts): boolean {
  return /^(?:(?:find|get|lookup|search|filter|list)[-_]?)?by(?=[-_A-Z])/i.test(path.name);
}

function valueName({ path }: OperationFacts): string {
  return singularName(
    path.name.replace(/^(?:(?:find|get|lookup|search|filter|list)[-_]?)?by(?=[-_A-Z])/i, ''),
  );
}

/** Returns whether a body is a record as a collection lists it. */
export function showsSame(body: SourceSchema, { name, onCollection, schema }: ResourceCandidate): boolean {
  const { item } = findRecord(body, name);
  const listed = onCollection.flatMap(({ body: list, path }) =>
    list === null ? [] : (findRecords(list, path.name)?.item ?? []),
  );
  return [...listed, ...(schema === null ? [] : [schema])].some((each) => describeSame(item, each));
}

/** Returns whether a body is like a record of a resource. */
export function showsRecord({ body }: OperationFacts, { name, schema }: ResourceCandidate): boolean {
  return body !== null && isVariant(findRecord(body, name).item, schema);
}

/** Returns whether the path of a collection is that of another one with more parents, and has the same records. */
export function isSameRecord(inner: ResourceCandidate, outer: ResourceCandidate): boolean {
  const areRecords = [inner, outer].every(({ kind }) => kind === 'collection' || kind === 'feed');
  if (!areRecords) return false;
  const [one, other] = [inner.schema, outer.schema];
  if (one === null || other === null || one.name !== other.name) return false;
  // Why a likeness: many descriptions name no schemas.
  const hasParts = one.properties.size > 0 && other.properties.size > 0;
  if (one.name === null && !(hasParts && isVariant(one, other))) return false;
  const rest = outer.collection.split('/');
  for (const segment of inner.collection.split('/')) if (segment === rest[0]) rest.shift();
  return rest.length === 0;
}

/** Returns whether an operation lists records like those of a resource. */
export function listsLike({ body, path }: OperationFacts, { schema }: ResourceCandidate): boolean {
  const list = body === null ? null : findRecords(body, path.name);
  return list !== null && list.item.properties.size > 0 && isVariant(list.item, schema);
}
