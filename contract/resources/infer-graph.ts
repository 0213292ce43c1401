/** Infers the resources of a description, and what each operation does with them. */
import { findResources, type Draft, type DraftMatch } from './find-resources.ts';
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
  const drafts = findResources(all);
  const names = nameDrafts(drafts.drafts);
  const owners = ownersOf(drafts.drafts);
  const linked = keysFromLinks(all);
  return {
    resources: drafts.drafts.map((draft) => toResource(draft, names, owners, linked)),
    operations: all.map((facts) => {
      const own = drafts.find(facts);
      const match = own ?? actedOn(facts, owners);
      const role = inferRole(facts, own?.draft ?? null);
      const draft = match?.draft ?? null;
      return {
        id: facts.operation.id,
        role: withReason(role, match),
        resource: draft === null ? null : (names.get(draft) ?? null),
        ...inferBodies(facts, draft, role.value),
      };
    }),
  };
}

/** Adds why an operation is about a resource; an inference is as sure as its least sure part. */
function withReason(role: Inference<Role>, match: DraftMatch | null): Inference<Role> {
  if (match === null) return role;
  return {
    ...role,
    confidence: Math.min(role.confidence, match.confidence),
    evidence: [...role.evidence, { text: match.reason, pointer: null }],
  };
}

/** The resources by the templates of their records and of their collections. */
interface Owners {
  readonly byItem: ReadonlyMap<string, Draft>;
  readonly byCollection: ReadonlyMap<string, Draft>;
}

function ownersOf(drafts: readonly Draft[]): Owners {
  return {
    byItem: new Map(drafts.flatMap((draft) => (draft.item === null ? [] : [[draft.item, draft]]))),
    byCollection: new Map(drafts.map((draft) => [draft.collection, draft])),
  };
}

/** Returns the resource whose record an action is about: that of the path in front of it. */
function actedOn({ path, template }: OperationFacts, owners: Owners): DraftMatch | null {
  const inFront = path.verb === null ? template.slice(0, template.lastIndexOf('/')) : template;
  const ofItem = owners.byItem.get(inFront);
  const draft = ofItem ?? owners.byCollection.get(inFront);
  if (draft === undefined) return null;
  const [below] = ofItem === undefined ? draft.onCollection : draft.onItem;
  return { draft, confidence: 0.95, reason: `it is below ${below?.operation.path ?? inFront}` };
}

/** Names each resource by its last segment, with as many segments in front as make the name unique. */
function nameDrafts(drafts: readonly Draft[]): ReadonlyMap<Draft, string> {
  const names = new Map<Draft, string>();
  const taken = new Set<string>();
  const count = Map.groupBy(drafts, ({ name }) => name);
  const ordered = drafts.toSorted((one, other) => one.collection.length - other.collection.length);
  for (const draft of ordered) {
    const fixed = draft.collection.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
    const isOnly = (count.get(draft.name)?.length ?? 0) === 1;
    let length = 1;
    let name = fixed.slice(-length).join('/');
    while (taken.has(name) && length < fixed.length && !isOnly) name = fixed.slice(-++length).join('/');
    if (taken.has(name)) name = draft.collection;
    taken.add(name);
    names.set(draft, name);
  }
  return names;
}

function toResource(
  draft: Draft,
  names: ReadonlyMap<Draft, string>,
  owners: Owners,
  linked: ReadonlyMap<string, Inference<string>>,
): Resource {
  const [onItem] = draft.onItem;
  const path = draft.onCollection[0]?.operation.path ?? onItem?.path.collection ?? draft.collection;
  return {
    name: names.get(draft) ?? draft.name,
    kind: draft.kind,
    path,
    itemPath: onItem?.operation.path ?? null,
    key: onItem === undefined ? null : keyOf(draft, onItem, linked),
    parents: parentsOf(path, owners, names),
    schema: draft.schema?.name ?? null,
    unique: uniqueProperties(draft.schema),
  };
}

function keyOf(
  draft: Draft,
  onItem: OperationFacts,
  linked: ReadonlyMap<string, Inference<string>>,
): Inference<ResourceKey> {
  const declared = draft.onItem.flatMap(({ operation }) => linked.get(operation.id) ?? [])[0];
  const keys = onItem.path.keys;
  if (declared !== undefined) return { ...declared, value: { parameters: keys, property: declared.value } };
  return inferKey(draft.name, keys, lastParameter(onItem), draft.schema);
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

function parentsOf(path: string, owners: Owners, names: ReadonlyMap<Draft, string>): Resource['parents'] {
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

function inferBodies(facts: OperationFacts, draft: Draft | null, role: Role): Bodies {
  const { body, request, operation, path, success } = facts;
  const name = draft?.name ?? path.name;
  const isListing = listing.has(role);
  const list = body === null || !isListing ? null : findList(body, name);
  const record = body === null || isListing ? null : findRecord(body, name);
  const paging = isListing ? inferPaging(operation.parameters, success) : null;
  const isUsed = paging !== null && paging.confidence >= LIKELY;
  const paged: ReadonlySet<string> = isUsed ? pagingParameters(paging.value) : new Set();
  const item = draft?.schema ?? list?.item ?? null;
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
