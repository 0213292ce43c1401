/** Finds the operations of a contract by id, or by the method and path of a request. */
import type { OperationSpec } from '../templates/runtime/operation-spec.ts';
import { createRouter } from '../templates/runtime/router.ts';
import type { Contract } from './contract.ts';

/** The operations of a contract. */
export interface OperationIndex {
  /** In the order of the contract. */
  readonly all: readonly OperationSpec[];
  /** Returns an operation; `null` for an unknown id. */
  byId(id: string): OperationSpec | null;
  /** Returns the operation of a request. Shape: method in upper case; path relative to the base URL, may have a query. */
  match(method: string, path: string): OperationSpec | null;
  /** Returns the path parameters of a request, still percent-encoded; empty if its path matches no operation. */
  pathValues(method: string, path: string): Readonly<Record<string, string>>;
}

const indexes = new WeakMap<Contract, OperationIndex>();

export function operationsOf(contract: Contract): OperationIndex {
  const cached = indexes.get(contract);
  if (cached !== undefined) return cached;
  const index = createIndex(contract.service.operations);
  indexes.set(contract, index);
  return index;
}

function createIndex(all: readonly OperationSpec[]): OperationIndex {
  const byId = new Map(all.map((operation) => [operation.id, operation]));
  const router = createRouter(all);
  const route = (method: string, path: string) => router.match(method, path.split('?', 1)[0] ?? '');
  return {
    all,
    byId: (id) => byId.get(id) ?? null,
    match(method, path) {
      const match = route(method, path);
      return match.kind === 'found' ? match.operation : null;
    },
    pathValues(method, path) {
      const match = route(method, path);
      return match.kind === 'found' ? match.params : {};
    },
  };
}
