/** The operations of the contract for checks: lookup by id or by request line, and which of them are destructive. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import { createRouter } from '../../templates/runtime/router.ts';
import { operations } from '../../generated/service/operations.ts';
import { factsAbout } from './facts.ts';

export type OperationId = string;

/** One operation of the contract. */
export type Operation = OperationSpec;

/** Every operation, in the order of the contract. */
export const allOperations: readonly Operation[] = operations;

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]));
const router = createRouter(operations);

/** Returns an operation; `undefined` for an unknown id. */
export function operationById(id: string): Operation | undefined {
  return byId.get(id);
}

/** Returns the operation of a request, by its method in upper case and its path relative to the base URL. */
export function operationOf(method: string, path: string): Operation | null {
  const [bare = ''] = path.split('?');
  const match = router.match(method, bare);
  return match.kind === 'found' ? match.operation : null;
}

/** Returns the path parameters, still percent-encoded; empty if the path matches no operation. */
export function pathValues(method: string, path: string): Readonly<Record<string, string>> {
  const [bare = ''] = path.split('?');
  const match = router.match(method, bare);
  return match.kind === 'found' ? match.params : {};
}

/** Returns the name of an operation in facts: `GET /v1/agents`. */
export function operationKey(operation: Operation): string {
  return `${operation.method} ${operation.path}`;
}

/** Checks whether an operation deletes or cancels something. Runs only send it at the level `destructive`. */
export function isDestructive(operation: Operation): boolean {
  return operation.method === 'DELETE' || operation.id === 'cancelBatch';
}

/** Checks whether a service may lack an operation: the source does not describe it. */
export function isOptional(operation: Operation): boolean {
  return !factsAbout(operationKey(operation)).some(({ kind }) => kind === 'endpoint');
}

/** Checks whether a status may be that of a service without the operation. */
export function isMissingStatus(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Why checks of an operation that only returns 501 are skipped; the status itself is a finding. */
export const RETURNS_501 = 'The operation returns 501.';

/** Why the checks of an operation that a service lacks are skipped. */
export const NOT_IMPLEMENTED =
  'The service does not implement it, and the specification does not describe it.';
