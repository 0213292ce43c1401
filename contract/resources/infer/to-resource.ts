/** Describes a resource: its key, its parents, and what is particular about properties of its records. */
import { findRecord, findSentRecord } from '../bodies/find-record.ts';
import type { ResourceCandidates } from '../candidates/find-resources.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import { LIKELY, type Inference, type Resource, type ResourceKey } from '../graph.ts';
import { inferStatedKey } from './stated-key.ts';
import { inferBareKey, inferKey, linkedKey } from '../infer-key.ts';
import { lastParameter, type LinkedKeys, type OperationFacts } from '../operation-facts.ts';
import { templateOf } from '../path-shape.ts';
import { isSentBy } from '../records/schema-parts.ts';
import type { SourceSchema } from '../source.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { listOneWay, listUnique } from './unique-properties.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';

/** Further evidence about a resource: links to its records, and the operations that create one. */
export interface KeySources {
  readonly linked: LinkedKeys;
  readonly creations: readonly OperationFacts[];
}

export function toResource(
  candidate: ResourceCandidate,
  names: ReadonlyMap<ResourceCandidate, string>,
  resources: ResourceCandidates,
  { linked, creations }: KeySources,
): Resource {
  // Why: one version of a path may read records, and another one change them.
  const onItem = candidate.onItem.find(({ operation }) => operation.method === 'GET') ?? candidate.onItem[0];
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
    ...fixedProperties(candidate),
    ...lastingProperties(candidate),
    ...defaultsOf(candidate, candidate.kind === 'singleton' ? replacementsOf(candidate) : creations),
  };
}

function bareKeyOf({ kind, name, schema }: ResourceCandidate): Inference<ResourceKey> | null {
  return kind === 'collection' || kind === 'feed' || kind === 'job' ? inferBareKey(name, schema) : null;
}

function keyOf(
  candidate: ResourceCandidate,
  onItem: OperationFacts,
  { linked, creations }: KeySources,
): Inference<ResourceKey> {
  const declared = candidate.onItem.flatMap(({ operation }) => linked.get(operation.id) ?? []);
  const { name, schema } = candidate;
  const infer = (item: SourceSchema | null): Inference<ResourceKey> =>
    inferKey(name, onItem.path.keys, lastParameter(onItem), item);
  const inferred = infer(schema);
  // Why: reading a record may not show its key, which its creation returns.
  const returned = creations.flatMap(({ body }) => (body === null ? [] : infer(findRecord(body, name).item)));
  const own = inferred.confidence < LIKELY ? returned.find(({ confidence }) => confidence >= 0.9) : undefined;
  const stated = inferred.confidence < LIKELY ? inferStatedKey(candidate.onItem, schema, inferred) : null;
  const chosen = inferred.confidence < LIKELY ? chosenKey(candidate, creations, inferred) : null;
  return linkedKey(stated ?? own ?? chosen ?? inferred, declared, schema);
}

/** Returns the key that clients choose for records that have no id; `null` if they choose none. */
function chosenKey(
  candidate: ResourceCandidate,
  creations: readonly OperationFacts[],
  { value }: Inference<ResourceKey>,
): Inference<ResourceKey> | null {
  const sent = sentRecords(candidate, creations);
  const name = ['key', 'slug'].find((each) => sent.some(({ properties }) => properties.has(each)));
  const property = name === undefined ? undefined : candidate.schema?.properties.get(name);
  if (name === undefined || property === undefined) return null;
  const text = `clients choose \`${name}\`, and records have no id`;
  const evidence = [{ text, pointer: property.pointer }];
  return { value: { ...value, property: pointerStep(name) }, confidence: LIKELY, evidence };
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
  const all = [...(schema === null ? [] : [schema]), ...sent].flatMap((each) => listOneWay(each));
  const written = sent.flatMap((each) =>
    [...each.properties].flatMap(([property, { isReadOnly }]) =>
      isReadOnly && isSentBy(each, property) ? [pointerStep(property)] : [],
    ),
  );
  return [...new Set(all)].filter((pointer) => !written.includes(pointer));
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

/** Lists the properties whose values are never reused according to their texts. */
function lastingProperties({ schema }: ResourceCandidate): Pick<Resource, 'lasting'> {
  const lasting = [...(schema?.properties ?? [])].flatMap(([name, { text }]) =>
    isLasting.test(text) ? [name] : [],
  );
  return lasting.length === 0 ? {} : { lasting };
}

const isLasting =
  /\b(?:never|not) (?:be )?(?:reused|re-used|recycled|reassigned|used again|given again|assigned again)\b/i;

/** Lists the properties that never change according to their texts. */
function fixedProperties({ schema }: ResourceCandidate): Pick<Resource, 'fixed'> {
  const fixed = [...(schema?.properties ?? [])].flatMap(([name, { isReadOnly, text }]) =>
    isReadOnly && isFixed.test(text) ? [name] : [],
  );
  return fixed.length === 0 ? {} : { fixed };
}

/** Texts of values that never change. Why not "must not be changed": a service may change what its clients may not. */
const isFixed = /\b(?:never|(?:does|do|will)(?: not|n[o']t)) changes?\b|\bimmutable\b/i;

/** Lists the operations that replace a singleton. */
function replacementsOf({ onCollection, onItem }: ResourceCandidate): readonly OperationFacts[] {
  return [...onCollection, ...onItem].filter(({ operation }) => operation.method === 'PUT');
}

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
