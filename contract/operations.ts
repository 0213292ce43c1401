/** Finds the operations of a contract by id, or by the method and path of a request. */
import type { OperationSpec } from '../templates/runtime/operation-spec.ts';
import type { OperationTest } from '../templates/runtime/testing/operation-test.ts';
import { createRouter } from '../templates/runtime/router.ts';
import type { Contract } from './contract.ts';
import { memoizeByObject } from './memoize.ts';

/** An operation, with the contract that it belongs to. */
export interface ContractOperation extends OperationSpec {
  readonly contract: Contract;
}

export interface OperationIndex {
  /** In the order of the contract. */
  readonly all: readonly ContractOperation[];
  /** Returns an operation; `null` for an unknown id. */
  readonly byId: (id: string) => ContractOperation | null;
  /** Returns the operation of a request. Shape: method in upper case; path relative to the base URL, may have a query. */
  readonly match: (method: string, path: string) => ContractOperation | null;
  /** Returns the path parameters of a request, still percent-encoded; empty if its path matches no operation. */
  readonly pathValues: (method: string, path: string) => Readonly<Record<string, string>>;
}

export const operationsOf = memoizeByObject((contract: Contract) =>
  createIndex(contract.service.operations.map((operation) => ({ ...operation, contract }))),
);

function createIndex(all: readonly ContractOperation[]): OperationIndex {
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

/** Returns how an operation is tested; empty if the contract does not specify it. */
export function testOf({ id, contract: { tests } }: ContractOperation): OperationTest {
  return Object.hasOwn(tests, id) ? (tests[id] ?? {}) : {};
}

/** Returns the name of an operation in facts: `GET /v1/agents`. */
export function operationKey({ method, path }: Pick<OperationSpec, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
