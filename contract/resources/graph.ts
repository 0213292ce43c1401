/**
 * The resource graph as types of generated code, the confidence that inferences need, and the texts that describe them.
 */
import type {
  OperationRole,
  QueryUse,
  Resource,
  ResourceGraph,
} from '../../templates/runtime/testing/resource-graph.ts';
import { memoizeByObject } from '../memoize.ts';
import { templateOf } from './path-shape.ts';
import { flatten, isSameName, singularName, wordsOf } from './words.ts';

export type {
  Inference,
  InferenceEvidence,
  NamedReference,
  OperationRole,
  Paging,
  QueryEffect,
  QueryUse,
  RecordCount,
  RecordStates,
  Resource,
  ResourceGraph,
  ResourceKey,
  ResourceKind,
  ResourceParent,
  Role,
  StatedConflict,
  StatedEffect,
} from '../../templates/runtime/testing/resource-graph.ts';

/** The confidence from which a law may fail. */
export const CERTAIN = 0.9;

/** The confidence below which an inference is not used. */
export const LIKELY = 0.6;

const rolesById = memoizeByObject(
  ({ operations }: ResourceGraph) => new Map(operations.map((each) => [each.id, each])),
);

/** Returns the role of an operation by its id; `null` if the graph has none, or if it is not likely. */
export function roleOf(graph: ResourceGraph, operation: string): OperationRole | null {
  const role = rolesById(graph).get(operation);
  return role === undefined || role.role.confidence < LIKELY ? null : role;
}

/** Returns what operations do with a resource, as far as it is likely. Shape: in the order of the contract. */
export function rolesOf({ operations }: ResourceGraph, resource: string): readonly OperationRole[] {
  return operations.filter((each) => each.resource === resource && each.role.confidence >= LIKELY);
}

/** Describes an operation, such as `list orders`; one that is not certain enough responds with samples. */
export function doesText({ role, resource }: OperationRole): string {
  const does = role.confidence >= LIKELY ? role.value : 'sample';
  return resource === null || does === 'sample' ? does : `${does} ${resource}`;
}

/** Returns how a list is read in pages; empty for one that is not. */
export function pagingText({ paging }: OperationRole): string {
  if (paging === null) return '';
  const { style, position, size } = paging.value;
  const names = [position, size].filter((name) => name !== null).map((name) => `{${name}}`);
  return `pages by ${style}: ${names.join(', ')}`;
}

/** Returns what a query parameter does. */
export function effectText({ value }: QueryUse['use']): string {
  if (value.kind === 'none') return 'ignored';
  if (value.kind === 'include') return `lists also what has ${value.property} on`;
  if (value.kind === 'sent') return `filters by ${value.property}, which only requests have`;
  if (value.kind === 'negation') return `negates filters by ${value.property}`;
  return value.kind === 'filter' ? `filters by ${value.property} (${value.compare})` : value.kind;
}

/** Returns where a record or a list is in a body. */
export function placeText(pointer: string): string {
  return pointer === '' ? 'the whole body' : pointer;
}

/**
 * Returns a function from a parameter to the resource that it names, such as `{projectKey}`, or `{projectId}` for the
 * `{id}` of `projects`; undefined for none, and for several.
 *
 * Why by name: `{id}` and `{resourceId}` may be the key of anything.
 */
export function ownersByParameter(resources: readonly Resource[]): (parameter: string) => string | undefined {
  const owners = Map.groupBy(
    resources.filter((each) => each.kind === 'collection'),
    parameterOf,
  );
  return (parameter) => {
    const [owner, other] = owners.get(flatten(parameter)) ?? [];
    return other === undefined ? owner?.name : undefined;
  };
}

/** Adds the parents that only the name of a parameter refers to, because no path of a record has them. */
export function withNamedParents(resources: readonly Resource[]): readonly Resource[] {
  const ownerOf = ownersByParameter(resources);
  return resources.map((resource) => {
    if (resource.parents.every((parent) => parent.resource !== null)) return resource;
    const parents = resource.parents.map((parent) => ({
      ...parent,
      resource: parent.resource ?? ownerOf(parent.parameter) ?? null,
    }));
    return { ...resource, parents };
  });
}

/** Lists the resources without files that are only streamed, of which nothing is stored. */
export function storedResources({ resources, operations }: ResourceGraph): readonly Resource[] {
  const streamed = operations.filter(({ role }) => role.value === 'stream').map(({ resource }) => resource);
  const others = operations.filter(({ role }) => role.value !== 'stream').map(({ resource }) => resource);
  return resources.filter(
    ({ name, kind }) => kind !== 'blob' || !streamed.includes(name) || others.includes(name),
  );
}

/** Returns the part of a graph whose resources have the paths of operations: what is named in bodies has none. */
export function withOwnPaths(
  { resources, operations }: ResourceGraph,
  service: readonly { readonly path: string }[],
): ResourceGraph {
  const templates = new Set(service.map(({ path }) => templateOf(path)));
  const kept = resources.filter(({ path, itemPath }) =>
    [path, itemPath].some((each) => each !== null && templates.has(templateOf(each))),
  );
  const names = new Set(kept.map(({ name }) => name));
  return {
    resources: kept,
    operations: operations.filter(({ resource }) => resource === null || names.has(resource)),
  };
}

/** Returns the parameter with the key of a record and the name of its resource, as `flatten` writes it; `null` for none. */
function parameterOf({ name, key }: Resource): string | null {
  const [only, second] = key?.value.parameters ?? [];
  if (only === undefined || second !== undefined) return null;
  const own = name.split('/').at(-1) ?? '';
  const words = wordsOf(only);
  if (only === 'id') return `${singularName(own)}id`;
  return words.length > 1 && isSameName(words.slice(0, -1).join('_'), own) ? flatten(only) : null;
}
