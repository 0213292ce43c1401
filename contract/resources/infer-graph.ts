/** Infers the resources of a description, and what each operation does with them. */
import { findResources, type ResourceCandidate, type CandidateMatch } from './find-resources.ts';
import {
  LIKELY,
  type Inference,
  type OperationRole,
  type Resource,
  type ResourceGraph,
  type ResourceKey,
  type Role,
} from './graph.ts';
import { findList, findRecord } from './infer-envelope.ts';
import { inferKey } from './infer-key.ts';
import { inferPaging, pagingParameters } from './infer-paging.ts';
import { inferQuery } from './infer-query.ts';
import { inferRole } from './infer-role.ts';
import { lastParameter, readFacts, type OperationFacts } from './operation-facts.ts';
import { templateOf } from './path-shape.ts';
import type { ResourceSource, SourceSchema } from './source.ts';
import { flatten } from './words.ts';

/** Infers the resource graph of a description. */
export function inferResources({ operations }: ResourceSource): ResourceGraph {
  const all = operations.map(readFacts);
  const candidates = findResources(all);
  const names = nameResources(candidates.candidates);
  const owners = ownersOf(candidates.candidates);
  const linked = keysFromLinks(all);
  return {
    resources: candidates.candidates.map((candidate) => toResource(candidate, names, owners, linked)),
    operations: all.map((facts) => {
      const own = candidates.find(facts);
      const match = own ?? actedOn(facts, owners);
      const role = inferRole(facts, own?.candidate ?? null);
      const candidate = match?.candidate ?? null;
      return {
        id: facts.operation.id,
        role: withReason(role, match),
        resource: candidate === null ? null : (names.get(candidate) ?? null),
        ...inferBodies(facts, candidate, role.value),
      };
    }),
  };
}

/** Adds why an operation is about a resource; an inference is as sure as its least sure part. */
function withReason(role: Inference<Role>, match: CandidateMatch | null): Inference<Role> {
  if (match === null) return role;
  return {
    ...role,
    confidence: Math.min(role.confidence, match.confidence),
    evidence: [...role.evidence, { text: match.reason, pointer: null }],
  };
}

/** The resources by the templates of their records and of their collections. */
interface Owners {
  readonly byItem: ReadonlyMap<string, ResourceCandidate>;
  readonly byCollection: ReadonlyMap<string, ResourceCandidate>;
}

function ownersOf(candidates: readonly ResourceCandidate[]): Owners {
  return {
    byItem: new Map(
      candidates.flatMap((candidate) => (candidate.item === null ? [] : [[candidate.item, candidate]])),
    ),
    byCollection: new Map(candidates.map((candidate) => [candidate.collection, candidate])),
  };
}

/** Returns the resource whose record an action is about: that of the path in front of it. */
function actedOn({ path, template }: OperationFacts, owners: Owners): CandidateMatch | null {
  const inFront = path.verb === null ? template.slice(0, template.lastIndexOf('/')) : template;
  const ofItem = owners.byItem.get(inFront);
  const candidate = ofItem ?? owners.byCollection.get(inFront);
  if (candidate === undefined) return null;
  const [below] = ofItem === undefined ? candidate.onCollection : candidate.onItem;
  return { candidate, confidence: 0.95, reason: `it is below ${below?.operation.path ?? inFront}` };
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
    let name = fixed.slice(-length).join('/');
    while (taken.has(name) && length < fixed.length && !isOnly) name = fixed.slice(-++length).join('/');
    if (taken.has(name)) name = candidate.collection;
    taken.add(name);
    names.set(candidate, name);
  }
  return names;
}

function toResource(
  candidate: ResourceCandidate,
  names: ReadonlyMap<ResourceCandidate, string>,
  owners: Owners,
  linked: ReadonlyMap<string, Inference<string>>,
): Resource {
  const [onItem] = candidate.onItem;
  const path = candidate.onCollection[0]?.operation.path ?? onItem?.path.collection ?? candidate.collection;
  return {
    name: names.get(candidate) ?? candidate.name,
    kind: candidate.kind,
    path,
    itemPath: onItem?.operation.path ?? null,
    key: onItem === undefined ? null : keyOf(candidate, onItem, linked),
    parents: parentsOf(path, owners, names),
    schema: candidate.schema?.name ?? null,
    unique: uniqueProperties(candidate.schema),
  };
}

function keyOf(
  candidate: ResourceCandidate,
  onItem: OperationFacts,
  linked: ReadonlyMap<string, Inference<string>>,
): Inference<ResourceKey> {
  const declared = candidate.onItem.flatMap(({ operation }) => linked.get(operation.id) ?? [])[0];
  const keys = onItem.path.keys;
  if (declared !== undefined) return { ...declared, value: { parameters: keys, property: declared.value } };
  return inferKey(candidate.name, keys, lastParameter(onItem), candidate.schema);
}

/** Returns the properties that links of responses name as the key, by the operation that they lead to. */
function keysFromLinks(all: readonly OperationFacts[]): ReadonlyMap<string, Inference<string>> {
  const keys = new Map<string, Inference<string>>();
  const byId = new Map(all.map((facts) => [facts.operation.id, facts]));
  for (const { operation } of all)
    for (const { name, operation: target, parameters } of operation.responses.flatMap(({ links }) => links)) {
      const last = target === null ? null : (byId.get(target)?.path.keys.at(-1) ?? null);
      const expression = last === null ? undefined : (parameters[last] ?? parameters[`path.${last}`]);
      const pointer =
        typeof expression === 'string' ? /^\$response\.body#(\/[^/]+)$/.exec(expression)?.[1] : null;
      if (target !== null && pointer != null)
        keys.set(target, {
          value: pointer,
          confidence: 1,
          evidence: [{ text: `the link \`${name}\` says so`, pointer: operation.pointer }],
        });
    }
  return keys;
}

function parentsOf(
  path: string,
  owners: Owners,
  names: ReadonlyMap<ResourceCandidate, string>,
): Resource['parents'] {
  const parents: { parameter: string; resource: string | null }[] = [];
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const parameter = /^\{([^}]+)\}$/.exec(segment)?.[1];
    if (parameter === undefined) continue;
    const template = templateOf(segments.slice(0, index + 1).join('/'));
    const owner = owners.byItem.get(template);
    parents.push({ parameter, resource: owner === undefined ? null : (names.get(owner) ?? null) });
  }
  return parents;
}

/** Lists the properties that a description calls unique. */
function uniqueProperties(schema: SourceSchema | null): readonly string[] {
  return [...(schema?.properties ?? [])]
    .filter(([name, { text }]) => /\bunique\b/i.test(text) && !/^(?:id|uuid)$/.test(flatten(name)))
    .map(([name]) => name);
}

type Bodies = Pick<OperationRole, 'envelope' | 'requestEnvelope' | 'paging' | 'query'>;

const listing: ReadonlySet<Role> = new Set(['list', 'search']);

function inferBodies(facts: OperationFacts, candidate: ResourceCandidate | null, role: Role): Bodies {
  const { body, request, operation, path, success } = facts;
  const name = candidate?.name ?? path.name;
  const isListing = listing.has(role);
  const list = body === null || !isListing ? null : findList(body, name);
  const record = body === null || isListing ? null : findRecord(body, name);
  const paging = isListing ? inferPaging(operation.parameters, success) : null;
  const isUsed = paging !== null && paging.confidence >= LIKELY;
  const paged: ReadonlySet<string> = isUsed ? pagingParameters(paging.value) : new Set();
  const item = candidate?.schema ?? list?.item ?? null;
  return {
    envelope: list?.envelope ?? record?.envelope ?? null,
    requestEnvelope: request === null ? null : findRecord(request, name).envelope,
    paging: isUsed ? paging : null,
    query: isListing
      ? operation.parameters
          .filter((parameter) => parameter.in === 'query' && !paged.has(parameter.name))
          .map((parameter) => inferQuery(parameter, item))
      : [],
  };
}
