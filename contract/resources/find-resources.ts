/** Finds the resources of a description: first from the paths of single records, then from the other paths. */
import type { ResourceKind } from './graph.ts';
import { findList, findRecord, hasId } from './infer-envelope.ts';
import { hasStatus, isEmpty, type OperationFacts } from './operation-facts.ts';
import type { SourceSchema } from './source.ts';
import { isPlural, isVerb, recordName, singularName } from './words.ts';

/** A resource while it is being found. */
export interface ResourceCandidate {
  readonly kind: ResourceKind;
  /** The template of its collection or of the singleton. */
  readonly collection: string;
  /** The template of one record; `null` for none. */
  readonly item: string | null;
  /** The operations on the collection or on the singleton, and those on one record. */
  readonly onCollection: readonly OperationFacts[];
  readonly onItem: readonly OperationFacts[];
  /** The last fixed segment of its path. */
  readonly name: string;
  readonly schema: SourceSchema | null;
  /** Why it is a resource. */
  readonly reason: string;
}

/** The resources of a description. */
export interface ResourceCandidates {
  readonly candidates: readonly ResourceCandidate[];
  /** Returns the resource that an operation is about; `null` for none. */
  find(facts: OperationFacts): CandidateMatch | null;
}

/** The resource that an operation is about, with the reason and how sure it is. */
export interface CandidateMatch {
  readonly candidate: ResourceCandidate;
  readonly confidence: number;
  readonly reason: string;
}

/** The operations of each path, by its template. */
type Paths = ReadonlyMap<string, readonly OperationFacts[]>;

/** Returns the templates that others begin with. */
function innerTemplates(templates: Iterable<string>): ReadonlySet<string> {
  const inner = new Set<string>();
  for (const template of templates)
    for (let end = template.lastIndexOf('/'); end > 0; end = template.lastIndexOf('/', end - 1)) {
      if (inner.has(template.slice(0, end))) break;
      inner.add(template.slice(0, end));
    }
  return inner;
}

/** Finds the resources of a description. */
export function findResources(all: readonly OperationFacts[]): ResourceCandidates {
  const byTemplate: Paths = Map.groupBy(
    all.filter(({ path }) => path.verb === null),
    ({ template }) => template,
  );
  const inner = innerTemplates(byTemplate.keys());
  const items = new Map<string, ResourceCandidate>();
  const collectionOf = (facts: OperationFacts): string => collectionTemplate(facts, byTemplate);
  const ofItems = all.filter((facts) => isOfItem(facts, byTemplate));
  for (const [collection, onItems] of Map.groupBy(ofItems, collectionOf))
    items.set(collection, candidateOfItems(collection, onItems, byTemplate.get(collection) ?? []));
  const views = createViews([...items.values()]);
  const singles = new Map<string, ResourceCandidate>();
  const viewed = new Map<string, CandidateMatch>();
  for (const [template, group] of byTemplate) {
    if (items.has(template) || group.some((facts) => facts.path.isItem)) continue;
    if (isAction(group, inner)) continue;
    const view = views(group);
    if (view !== null) {
      viewed.set(template, view);
      continue;
    }
    const candidate = candidateOfPath(template, group);
    if (candidate !== null) singles.set(template, candidate);
  }
  return {
    candidates: [...items.values(), ...singles.values()],
    find(facts) {
      const own =
        items.get(facts.template) ??
        (isOfItem(facts, byTemplate) ? items.get(collectionOf(facts)) : undefined);
      if (own !== undefined) return { candidate: own, confidence: 0.95, reason: own.reason };
      const single = singles.get(facts.template);
      if (single !== undefined) return { candidate: single, confidence: 0.9, reason: single.reason };
      return viewed.get(facts.template) ?? null;
    },
  };
}

/** Returns whether an operation is on one record. Why: a verb in front of a parameter is an action on that record. */
function isOfItem({ path, template }: OperationFacts, byTemplate: Paths): boolean {
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
function collectionTemplate({ template, collection }: OperationFacts, byTemplate: Paths): string {
  const outer = template.slice(0, template.lastIndexOf('/'));
  return outer.endsWith('{}') && isListedBelow(outer, byTemplate) ? outer : collection;
}

/** Returns whether a path that ends in a parameter lists what is below it. */
function isListedBelow(template: string, byTemplate: Paths): boolean {
  if (!byTemplate.has(`${template}/{}`)) return false;
  const get = byTemplate.get(template)?.find(({ operation }) => operation.method === 'GET');
  return get?.body != null && findList(get.body, get.path.name) !== null;
}

function candidateOfItems(
  collection: string,
  onItems: readonly OperationFacts[],
  onCollection: readonly OperationFacts[],
): ResourceCandidate {
  const byItem = [...Map.groupBy(onItems, ({ template }) => template)];
  const [item = '', onItem = []] =
    byItem.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const name = onItem[0]?.path.name ?? '';
  const schema = recordSchema(name, onItems, onCollection);
  return {
    kind: kindOfItems(onItem, onCollection),
    collection,
    item,
    onCollection,
    onItem,
    name,
    schema,
    reason: `${onItem[0]?.operation.path ?? item} names one record`,
  };
}

/**
 * Returns the kind of a resource with records that are named. Why: a member of a set is put and deleted, and reading it
 * says only whether it is one.
 */
function kindOfItems(
  onItem: readonly OperationFacts[],
  onCollection: readonly OperationFacts[],
): ResourceKind {
  const method = (all: readonly OperationFacts[], name: string): OperationFacts | undefined =>
    all.find(({ operation }) => operation.method === name);
  const put = method(onItem, 'PUT');
  const get = method(onItem, 'GET');
  const creates = method(onCollection, 'POST') !== undefined;
  const isEmptyRead = get === undefined ? put?.request === null : isEmpty(get);
  const putsEmpty = put !== undefined && (isEmpty(put) || hasStatus(put, 204));
  if (putsEmpty && !creates && isEmptyRead) return 'set';
  if (
    get === undefined &&
    method(onItem, 'DELETE') !== undefined &&
    method(onCollection, 'PUT') !== undefined
  )
    return 'set';
  const isWritten = [...onItem, ...onCollection].some(({ operation }) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method),
  );
  if (!isWritten) return 'feed';
  const create = method(onCollection, 'POST');
  if (create !== undefined && hasStatus(create, 202) && !hasStatus(create, 200) && !hasStatus(create, 201))
    return 'job';
  return 'collection';
}

/** Returns the schema of one record: as it is read, else as it is written, else as it is listed. */
function recordSchema(
  name: string,
  onItem: readonly OperationFacts[],
  onCollection: readonly OperationFacts[],
): SourceSchema | null {
  const order = ['GET', 'PUT', 'PATCH', 'POST'];
  const records = onItem
    .filter(({ operation }) => order.includes(operation.method))
    .toSorted((one, other) => order.indexOf(one.operation.method) - order.indexOf(other.operation.method))
    .flatMap(({ body }) => (body === null || body.items !== null ? [] : [findRecord(body, name).item]));
  const listed = onCollection
    .filter(({ operation }) => operation.method === 'GET')
    .flatMap(({ body }) => (body === null ? [] : (findList(body, name)?.item ?? [])));
  const created = onCollection
    .filter(({ operation }) => operation.method === 'POST')
    .flatMap(({ body, request }) =>
      body !== null && body.items === null
        ? [findRecord(body, name).item]
        : request === null
          ? []
          : [request],
    );
  return (
    [...records, ...created, ...listed].find(({ properties }) => properties.size > 0) ?? listed[0] ?? null
  );
}

/** Returns a function that finds the resource that a path without records of its own is a view of. */
function createViews(
  candidates: readonly ResourceCandidate[],
): (group: readonly OperationFacts[]) => CandidateMatch | null {
  const byRecord = Map.groupBy(
    candidates.filter(({ schema }) => schema?.name != null),
    ({ schema }) => recordName(schema?.name ?? ''),
  );
  const byName = Map.groupBy(candidates, ({ name }) => singularName(name));
  return (group) => {
    const [first] = group;
    if (first === undefined) return null;
    const name = viewedName(first);
    const returned = group.flatMap(({ body }) =>
      body === null ? [] : [(findList(body, name) ?? findRecord(body, name)).item],
    );
    const named = byName.get(singularName(name)) ?? [];
    const fitting = named.filter(
      ({ schema }) => returned.length === 0 || returned.some((item) => isVariant(item, schema)),
    );
    const view = longestPrefix(fitting, first.template);
    if (view !== null)
      return { candidate: view, confidence: 0.9, reason: `it has the same last segment as ${pathOf(view)}` };
    for (const item of returned) {
      const same = item.name === null ? [] : (byRecord.get(recordName(item.name)) ?? []);
      const candidate = longestPrefix(same, first.template);
      if (candidate !== null)
        return {
          candidate,
          confidence: 0.85,
          reason: `it returns ${item.name ?? ''}, as ${pathOf(candidate)} does`,
        };
    }
    return null;
  };
}

function pathOf({ onItem, onCollection }: ResourceCandidate): string {
  return (onItem[0] ?? onCollection[0])?.operation.path ?? '';
}

/** Returns the segment that names the records of a path: `tasks` of `/tasks/search`. */
function viewedName({ path }: OperationFacts): string {
  const fixed = path.segments.filter(({ parameters }) => parameters.length === 0).map(({ text }) => text);
  const isSearch =
    /^(?:search|find|query|autocomplete|filter|all|me|mine|recent|latest|contains|exists|has)$/i.test(
      path.name,
    );
  return (isSearch ? fixed.at(-2) : undefined) ?? path.name;
}

/** Returns whether two schemas may describe the same record: by their names, or by their properties. */
function isVariant(one: SourceSchema, other: SourceSchema | null): boolean {
  if (other === null || one.properties.size === 0 || other.properties.size === 0) return true;
  if (one.name !== null && other.name !== null && recordName(one.name) === recordName(other.name))
    return true;
  const shared = [...one.properties.keys()].filter((name) => other.properties.has(name)).length;
  return shared * 2 >= Math.min(one.properties.size, other.properties.size);
}

/** Returns the resource whose path shares the most segments with a template. */
function longestPrefix(candidates: readonly ResourceCandidate[], template: string): ResourceCandidate | null {
  const segments = template.split('/');
  const shared = ({ collection }: ResourceCandidate): number => {
    const own = collection.split('/');
    const differing = own.findIndex((segment, index) => segment !== segments[index]);
    return differing === -1 ? own.length : differing;
  };
  const [best] = candidates.toSorted((one, other) => shared(other) - shared(one));
  return best ?? null;
}

/** Returns whether a path is a verb on what is in front of it: it is only posted to, and nothing is read there. */
function isAction(group: readonly OperationFacts[], inner: ReadonlySet<string>): boolean {
  if (group.some(({ operation }) => operation.method === 'GET' || operation.method === 'HEAD')) return false;
  const [first] = group;
  if (first === undefined || first.path.isItem) return false;
  const isBelowItem = first.path.segments.at(-2)?.parameters.length !== 0 && first.path.segments.length > 1;
  const isCreate = group.some(createsRecord) && isPlural(first.path.name);
  return (
    !inner.has(first.template) && (isVerb(first.path.name) || (isBelowItem && !isCreate)) && !isSwitch(group)
  );
}

/** Returns whether a POST returns a record that it creates. */
function createsRecord(facts: OperationFacts): boolean {
  return (
    facts.operation.method === 'POST' && (hasStatus(facts, 201) || (facts.body !== null && hasId(facts.body)))
  );
}

function isSwitch(group: readonly OperationFacts[]): boolean {
  const methods = group.map(({ operation }) => operation.method);
  return methods.includes('PUT') && methods.includes('DELETE');
}

/** ResourceCandidates the resource of a path without records of its own. */
function candidateOfPath(template: string, group: readonly OperationFacts[]): ResourceCandidate | null {
  const get = group.find(({ operation }) => operation.method === 'GET');
  const [first] = group;
  if (first === undefined) return null;
  const list = get?.body == null ? null : findList(get.body, first.path.name);
  const writes = group.filter(({ operation }) => operation.method !== 'GET');
  const base = { collection: template, item: null, onCollection: group, onItem: [], name: first.path.name };
  if (isSwitch(group) && (get === undefined || isEmpty(get)) && writes.every(isEmpty))
    return { ...base, kind: 'flag', schema: null, reason: 'it is put and deleted without a body' };
  if (list !== null) {
    const isSet = writes.some(({ operation }) => operation.method === 'PUT' || operation.method === 'DELETE');
    const creates = writes.some(({ operation }) => operation.method === 'POST');
    const kind = isSet ? 'set' : creates ? 'collection' : 'feed';
    return { ...base, kind, schema: list.item, reason: 'it is listed' };
  }
  if (get !== undefined)
    return {
      ...base,
      kind: get.body === null && !isEmpty(get) ? 'blob' : 'singleton',
      schema: get.body === null ? null : findRecord(get.body, first.path.name).item,
      reason: 'it is read as one record',
    };
  const create = writes.find(({ operation }) => operation.method === 'POST');
  if (
    create !== undefined &&
    isPlural(create.path.name) &&
    !isVerb(create.path.name) &&
    createsRecord(create)
  )
    return { ...base, kind: 'collection', schema: create.body, reason: 'it returns what it creates' };
  const written = writes.find(({ operation }) => operation.method === 'PUT' || operation.method === 'PATCH');
  return written === undefined
    ? null
    : { ...base, kind: 'singleton', schema: written.request, reason: 'it is written as one record' };
}
