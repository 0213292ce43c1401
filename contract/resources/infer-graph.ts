/** Infers the resources of a description, and what each operation does with them. */
import { findResources, type ResourceCandidates } from './find-resources.ts';
import {
  LIKELY,
  withNamedParents,
  type Inference,
  type OperationRole,
  type Resource,
  type ResourceGraph,
  type ResourceKey,
  type Role,
} from './graph.ts';
import type { Enveloped } from './envelope.ts';
import { findRecords, statedOrder } from './find-list.ts';
import { findRecord, findRecordOf, findSentOf, findSentRecord } from './find-record.ts';
import { lookupIn } from './find-views.ts';
import { inferBareKey, inferKey, linkedKey } from './infer-key.ts';
import { inferPaging, inferShownPaging, pagingParameters } from './infer-paging.ts';
import { inferQuery, withDirection } from './infer-query.ts';
import { inferRole } from './infer-role.ts';
import { inRestForm, restFormsOf } from './rest-forms.ts';
import { bodyParameters, queryParameters } from './search-bodies.ts';
import { listOneWay, listUnique } from './unique-properties.ts';
import {
  keysFromLinks,
  lastParameter,
  readFacts,
  type LinkedKeys,
  type OperationFacts,
} from './operation-facts.ts';
import { parentOf, templateOf } from './path-shape.ts';
import type { CandidateMatch, ResourceCandidate } from './resource-candidate.ts';
import type { ResourceSource, SourceSchema } from './source.ts';
import { isLog, recordName } from './words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';

/** Infers the resource graph of a description. */
export function inferResources({ operations }: Pick<ResourceSource, 'operations'>): ResourceGraph {
  const forms = restFormsOf(operations);
  const all = operations.map((operation) => readFacts(inRestForm(operation, forms.get(operation.id))));
  const resources = findResources(all);
  const { candidates } = resources;
  const names = nameResources(candidates);
  const linked = keysFromLinks(all);
  const roles = all.map((facts): OperationRole => {
    const own = resources.find(facts);
    const match = own ?? actedOn(facts, resources);
    const candidate = match?.candidate ?? null;
    const role = inferRole(facts, {
      own: own?.candidate ?? null,
      acted: candidate,
      creates: own === null ? [] : resources.createsOf(own.candidate),
    });
    return {
      id: facts.operation.id,
      role: withReason(forms.has(facts.operation.id) ? likely(role) : role, match),
      resource: candidate === null ? null : (names.get(candidate) ?? null),
      ...inferBodies(facts, candidate, role.value),
    };
  });
  const created = Map.groupBy(
    roles.flatMap(({ role, resource }, at) =>
      creating.has(role.value) ? [{ resource, facts: all[at] }] : [],
    ),
    ({ resource }) => resource,
  );
  const found = candidates.map((candidate) => {
    const byRole = created.get(names.get(candidate) ?? null)?.flatMap(({ facts }) => facts ?? []) ?? [];
    const creations = [...new Set([...resources.createsOf(candidate), ...byRole])];
    const resource = toResource(candidate, names, resources, { linked, creations });
    return resource.kind === 'feed' && created.has(resource.name)
      ? ({ ...resource, kind: 'collection' } as const)
      : resource;
  });
  return { resources: withNamedParents(found), operations: roles };
}

/** Returns an inference that no law relies on. Why: what checks call are the paths as they are. */
function likely(role: Inference<Role>): Inference<Role> {
  return { ...role, confidence: Math.min(role.confidence, 0.8) };
}

/** The roles after which a resource has records that clients created. */
const creating: ReadonlySet<Role> = new Set(['create', 'bulk-create', 'upsert', 'copy']);

/** Adds why an operation is about a resource; an inference is as sure as its least sure part. */
function withReason(role: Inference<Role>, match: CandidateMatch | null): Inference<Role> {
  if (match === null) return role;
  return {
    ...role,
    confidence: Math.min(role.confidence, match.confidence),
    evidence: [...role.evidence, { text: match.reason, pointer: null }],
  };
}

/** Returns the resource that an action is about: that of the path in front of it. */
function actedOn({ path, template }: OperationFacts, resources: ResourceCandidates): CandidateMatch | null {
  let inFront = path.verb === null ? parentOf(template) : template;
  let match = resources.at(inFront);
  // Why: what is done to a record is often listed where it is done, as at `/servers/{id}/actions`.
  const isListed = match !== null && match.candidate.item !== inFront && isLog(match.candidate.name);
  if (isListed && parentOf(inFront).endsWith('{}')) {
    inFront = parentOf(inFront);
    match = resources.at(inFront);
  }
  const isDirect = match !== null;
  while (match === null && inFront !== '' && !inFront.endsWith('{}')) {
    inFront = parentOf(inFront);
    match = resources.at(inFront);
  }
  if (match === null) {
    const outer = resources.at(parentOf(inFront));
    if (!inFront.endsWith('{}') || outer?.candidate.kind !== 'collection' || outer.candidate.item !== null)
      return null;
    match = outer;
  }
  const { candidate } = match;
  const [below] = candidate.item === inFront ? candidate.onItem : candidate.onCollection;
  const reason = `it is below ${below?.operation.path ?? inFront}`;
  return { candidate, confidence: isDirect ? 0.95 : 0.8, reason };
}

/** Names each resource by its last segment, with as many segments in front as make the name unique. */
function nameResources(candidates: readonly ResourceCandidate[]): ReadonlyMap<ResourceCandidate, string> {
  const names = new Map<ResourceCandidate, string>();
  const taken = new Set<string>();
  const count = Map.groupBy(candidates, ({ name }) => name);
  const ordered = candidates.toSorted((one, other) => one.collection.length - other.collection.length);
  for (const candidate of ordered) {
    const fixed = candidate.collection
      .split('/')
      .filter((segment) => segment !== '' && !segment.includes('{'));
    const isOnly = (count.get(candidate.name)?.length ?? 0) === 1;
    let length = 1;
    const isRoot = fixed.length === 0 && candidate.item !== null;
    let name = isRoot ? recordName(candidate.schema?.name ?? 'record') : fixed.slice(-length).join('/');
    while (taken.has(name) && length < fixed.length && !isOnly) name = fixed.slice(-++length).join('/');
    if (taken.has(name)) name = candidate.collection;
    taken.add(name);
    names.set(candidate, name);
  }
  return names;
}

/** What says more about a resource: links to its records, and the operations that create one. */
interface ResourceSources {
  readonly linked: LinkedKeys;
  readonly creations: readonly OperationFacts[];
}

function toResource(
  candidate: ResourceCandidate,
  names: ReadonlyMap<ResourceCandidate, string>,
  resources: ResourceCandidates,
  { linked, creations }: ResourceSources,
): Resource {
  const [onItem] = candidate.onItem;
  const path = candidate.onCollection[0]?.operation.path ?? onItem?.path.collection ?? candidate.collection;
  return {
    name: names.get(candidate) ?? candidate.name,
    kind: candidate.kind,
    path,
    itemPath: onItem?.operation.path ?? null,
    key: onItem === undefined ? bareKeyOf(candidate) : keyOf(candidate, onItem, { linked, creations }),
    parents: parentsOf(path, resources, names),
    schema: candidate.schema?.name ?? null,
    ...(candidate.entries === undefined ? {} : { entries: candidate.entries }),
    unique: uniqueProperties(candidate, creations),
    oneWay: oneWayProperties(candidate),
    ...defaultsOf(candidate, creations),
  };
}

function bareKeyOf({ kind, name, schema }: ResourceCandidate): Inference<ResourceKey> | null {
  return kind === 'collection' || kind === 'feed' || kind === 'job' ? inferBareKey(name, schema) : null;
}

function keyOf(
  candidate: ResourceCandidate,
  onItem: OperationFacts,
  { linked, creations }: ResourceSources,
): Inference<ResourceKey> {
  const declared = candidate.onItem.flatMap(({ operation }) => linked.get(operation.id) ?? []);
  const { name, schema } = candidate;
  const infer = (item: SourceSchema | null): Inference<ResourceKey> =>
    inferKey(name, onItem.path.keys, lastParameter(onItem), item);
  const inferred = infer(schema);
  // Why: reading a record may not show its key, which its creation returns.
  const returned = creations.flatMap(({ body }) => (body === null ? [] : infer(findRecord(body, name).item)));
  const own = inferred.confidence < LIKELY ? returned.find(({ confidence }) => confidence >= 0.9) : undefined;
  return linkedKey(own ?? inferred, declared, schema);
}

function parentsOf(
  path: string,
  resources: ResourceCandidates,
  names: ReadonlyMap<ResourceCandidate, string>,
): Resource['parents'] {
  const parents: { parameter: string; resource: string | null }[] = [];
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const parameter = /^\{([^}]+)\}$/.exec(segment)?.[1];
    if (parameter === undefined) continue;
    const template = templateOf(segments.slice(0, index + 1).join('/'));
    const owner = resources.at(template)?.candidate;
    const isItem = owner?.item === template;
    parents.push({ parameter, resource: owner !== undefined && isItem ? (names.get(owner) ?? null) : null });
  }
  return parents;
}

/** Lists the properties of a record that are only in requests or only in responses. */
function oneWayProperties({ name, schema, onCollection, onItem }: ResourceCandidate): readonly string[] {
  const sent = sentRecords({ name, schema }, [...onCollection, ...onItem]);
  return [...new Set([...(schema === null ? [] : [schema]), ...sent].flatMap((each) => listOneWay(each)))];
}

/** Lists the schemas of records in requests. */
function sentRecords(
  { name, schema }: Pick<ResourceCandidate, 'name' | 'schema'>,
  operations: readonly OperationFacts[],
): readonly SourceSchema[] {
  return operations.flatMap(({ request }) =>
    request === null ? [] : [findSentRecord(request, name, schema).item],
  );
}

/** Returns the defaults of a new record. */
function defaultsOf(
  candidate: ResourceCandidate,
  creations: readonly OperationFacts[],
): Pick<Resource, 'defaults'> {
  const stated = sentRecords(candidate, creations).flatMap(({ properties }) =>
    [...properties].flatMap(([name, { defaultValue, isWriteOnly }]): [string, JsonValue][] =>
      defaultValue === undefined || isWriteOnly ? [] : [[name, defaultValue]],
    ),
  );
  return stated.length === 0 ? {} : { defaults: Object.fromEntries(stated) };
}

/** Lists the properties with unique values, of records or of requests for new ones. */
function uniqueProperties(
  candidate: ResourceCandidate,
  creations: readonly OperationFacts[],
): readonly string[] {
  const { schema, onItem } = candidate;
  const [read] = onItem;
  return listUnique(schema, sentRecords(candidate, creations), {
    creations,
    key: read === undefined ? null : lastParameter(read),
  });
}

/** Returns where a response has a record. Why unsure: it may be the record above, which lists what a request is about. */
function envelopeOf(
  { envelope, item }: Enveloped,
  candidate: ResourceCandidate | null,
): Enveloped['envelope'] {
  const isAbove = candidate?.entries !== undefined && item.properties.has(candidate.entries);
  return isAbove ? { ...envelope, confidence: Math.min(envelope.confidence, UNSURE) } : envelope;
}

/** The confidence of an inference that no law relies on. */
const UNSURE = 0.5;

/** Returns whether an operation counts records. */
function isCount({ path, operation }: OperationFacts): boolean {
  return operation.method === 'GET' && /^counts?$/i.test(path.name);
}

type Bodies = Pick<
  OperationRole,
  'envelope' | 'inItem' | 'requestEnvelope' | 'lookup' | 'paging' | 'order' | 'query'
>;

const listing: ReadonlySet<Role> = new Set(['list', 'search']);

/** The roles whose query selects records. */
const selecting: ReadonlySet<Role> = new Set([...listing, 'bulk-delete']);

function inferBodies(facts: OperationFacts, candidate: ResourceCandidate | null, role: Role): Bodies {
  const { body, request, operation, path, success } = facts;
  const name = candidate?.name ?? path.name;
  const isListing = listing.has(role);
  const showsList = isListing || role === 'bulk-create' || role === 'bulk-delete';
  const list = body === null || !showsList ? null : findRecords(body, name);
  const schema = candidate?.schema ?? null;
  // Why not one in a list: the record above has all that are in it.
  const find = candidate?.entries === undefined ? findRecordOf : findRecord;
  // Why as an update: an action on a key returns the record with that, and no list of others.
  const shownAs = role === 'action' && path.isItem ? 'update' : role;
  const record = body === null || isListing || list !== null ? null : find(body, name, schema, shownAs);
  const item = schema ?? list?.item ?? null;
  const own = queryParameters(operation.parameters, item);
  const parameters =
    isListing && request !== null && operation.method === 'POST' ? [...own, ...bodyParameters(request)] : own;
  const at = list?.envelope.value ?? '';
  const paging = isListing
    ? (inferPaging(parameters, success, at) ?? inferShownPaging(parameters, success, at))
    : null;
  const order = isListing ? statedOrder(operation.text) : null;
  const isUsed = paging !== null && paging.confidence >= LIKELY;
  const paged: ReadonlySet<string> = isUsed ? pagingParameters(paging.value) : new Set();
  const [onItem] = candidate?.onItem ?? [];
  const isView = path.isItem && candidate !== null && candidate.collection !== facts.collection;
  const lookup = isView && (isListing || role === 'read') ? lookupIn(facts, schema) : null;
  const key =
    onItem === undefined
      ? null
      : inferKey(name, onItem.path.keys, lastParameter(onItem), schema).value.property;
  return {
    envelope: list?.envelope ?? (record === null ? null : envelopeOf(record, candidate)),
    ...(list?.inItem === undefined ? {} : { inItem: list.inItem }),
    ...(lookup === null ? {} : { lookup }),
    requestEnvelope: request === null ? null : findSentOf(request, name, schema, role).envelope,
    paging: isUsed ? paging : null,
    ...(order === null ? {} : { order }),
    query:
      selecting.has(role) || isCount(facts)
        ? parameters
            .filter((parameter) => parameter.in === 'query' && !paged.has(parameter.name))
            .map((parameter, _, all) => withDirection(inferQuery(parameter, item, key), all))
        : [],
  };
}
