/** The resources of an API as generated code has them, and how sure an inference must be to be used. */
import type { OperationRole, ResourceGraph } from '../../templates/runtime/testing/resource-graph.ts';

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
