/**
 * The operations of the contract as checks need them: found by id or by request line, and which of them end something.
 */
import type { OperationSpec } from '../../generated/runtime/operation-spec.ts';
import { createRouter } from '../../generated/runtime/router.ts';
import { operations, type OperationId } from '../../generated/service/operations.ts';

export type { OperationId } from '../../generated/service/operations.ts';

/** One operation of the contract. */
export type Operation = OperationSpec & { readonly id: OperationId };

/** Every operation, in the order of the contract. */
export const allOperations: readonly Operation[] = operations;

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]));
const router = createRouter(operations);

/** Finds an operation; `undefined` for an id that none has. */
export function operationById(id: string): Operation | undefined {
  return byId.get(id);
}

/** Finds the operation that a request means, by its method in upper case and its path relative to the base address. */
export function operationOf(method: string, path: string): Operation | null {
  const [bare = ''] = path.split('?');
  const match = router.match(method, bare);
  return match.kind === 'found' ? match.operation : null;
}

/** The values of the path's parameters, still percent-encoded as they came; empty where the path means no operation. */
export function pathValues(method: string, path: string): Readonly<Record<string, string>> {
  const [bare = ''] = path.split('?');
  const match = router.match(method, bare);
  return match.kind === 'found' ? match.params : {};
}

/** How facts name an operation: `GET /v1/agents`. */
export function operationKey(operation: Operation): string {
  return `${operation.method} ${operation.path}`;
}

/**
 * Calls that end or delete what somebody may still need: every DELETE, and cancelling a batch. Below the level
 * `destructive` nothing sends them.
 */
export function isDestructive(operation: Operation): boolean {
  return operation.method === 'DELETE' || operation.id === 'cancelBatch';
}
