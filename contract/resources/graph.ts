/** The resources of an API as generated code has them, how sure an inference must be to be used, and its words. */
import type {
  OperationRole,
  QueryUse,
  ResourceGraph,
} from '../../templates/runtime/testing/resource-graph.ts';

export type {
  Inference,
  InferenceEvidence,
  OperationRole,
  Paging,
  QueryEffect,
  QueryUse,
  Resource,
  ResourceGraph,
  ResourceKey,
  ResourceKind,
  ResourceParent,
  Role,
} from '../../templates/runtime/testing/resource-graph.ts';

/** The confidence from which a law may fail. */
export const CERTAIN = 0.9;

/** The confidence below which an inference is not used. */
export const LIKELY = 0.6;

const roles = new WeakMap<ResourceGraph, ReadonlyMap<string, OperationRole>>();

/** Returns the role of an operation by its id; `null` if the graph has none, or if it is not likely. */
export function roleOf(graph: ResourceGraph, operation: string): OperationRole | null {
  const byId = roles.get(graph) ?? new Map(graph.operations.map((each) => [each.id, each]));
  roles.set(graph, byId);
  const role = byId.get(operation);
  return role === undefined || role.role.confidence < LIKELY ? null : role;
}

/** Returns what operations do with a resource, as far as it is likely. Shape: in the order of the contract. */
export function rolesOf({ operations }: ResourceGraph, resource: string): readonly OperationRole[] {
  return operations.filter((each) => each.resource === resource && each.role.confidence >= LIKELY);
}

/** Returns what an operation does, such as `list orders`: with samples if that is not sure enough. */
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
  return value.kind === 'filter' ? `filters by ${value.property} (${value.compare})` : value.kind;
}

/** Returns where a record or a list is in a body. */
export function placeText(pointer: string): string {
  return pointer === '' ? 'the whole body' : pointer;
}
