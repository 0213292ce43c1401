/**
 * How the cases of an operation are sent: it may use something up, cost something, or need its own record. Read from
 * `x-test`, or else from its role; any other operation is called once per case.
 */
import type { OperationTest } from '../../templates/runtime/testing/operation-test.ts';
import { testOf, type ContractOperation } from '../../contract/operations.ts';
import { ownersByParameter, roleOf } from '../../contract/resources/graph.ts';

export interface OperationTraits {
  /** What a first success uses up, so that the next valid request is rejected; `null` for nothing. */
  readonly consumes: string | null;
  /** Whether it takes time and may cost money: cases that can't fail are not sent. */
  readonly isCostly: boolean;
  /** Maximum number of invalid requests, and why; nothing is sent twice. `null` for no limit. */
  readonly attempts: { readonly most: number; readonly why: string } | null;
  /** Whether it is sent to a record created for it, unless the configuration names another one. */
  readonly needsScratchRecord: boolean;
  /** Whether only some of the existing records are valid, so that others may be rejected. */
  readonly requiresSpecificRecord: boolean;
  /** Properties that must be unique in each request. */
  readonly unique: readonly string[];
  /** Body properties whose values require others that the contract does not show. */
  readonly conditional: readonly string[];
}

/** Returns how the cases of an operation are sent. */
export function traitsOf(operation: ContractOperation): OperationTraits {
  const test = { ...usesUp(operation), ...testOf(operation) };
  return {
    consumes: test.consumes ?? null,
    isCostly: test.costly ?? operation.stream?.parameter != null,
    attempts: test.attempts ?? null,
    needsScratchRecord: test.record === 'scratch',
    requiresSpecificRecord: test.record === 'specific',
    unique: test.unique ?? [],
    conditional: test.conditional ?? [],
  };
}

/** Returns what a success of an operation uses up according to its role; empty for nothing. */
function usesUp({ id, path, contract }: ContractOperation): OperationTest {
  // Why: a contract with `x-test` on some operations has it on all that need it.
  if (Object.keys(contract.tests).length > 0) return {};
  const role = path.includes('{') ? roleOf(contract.resources, id)?.role.value : undefined;
  if (role === 'delete') return { consumes: 'the record', record: 'scratch' };
  return role === 'action' ? { consumes: 'the state', record: 'scratch' } : {};
}

/** Returns whether a valid request is only sent unchanged. */
export function isSingleUse({ consumes, attempts }: OperationTraits): boolean {
  return consumes !== null || attempts !== null;
}

/** Returns the path parameter with the text that is added to a set or removed; `null` if it is the key of a record. */
export function addedTextOf({ id, path, parameters, contract }: ContractOperation): string | null {
  const { resources } = contract.resources;
  const role = roleOf(contract.resources, id)?.role.value;
  if (role !== 'relate' && role !== 'unrelate') return null;
  const last = parameters.findLast(({ name, in: place }) => place === 'path' && path.endsWith(`{${name}}`));
  const isKey = last === undefined || ownersByParameter(resources)(last.name) !== undefined;
  return isKey ? null : last.name;
}

/** Returns whether a record may be below several parents: one that a request adds, or with the key of another resource. */
export function isRelating({ id, path, contract }: ContractOperation): boolean {
  const { role, resource } = roleOf(contract.resources, id) ?? {};
  const parameter = /\{([^{}]+)\}$/.exec(path)?.[1] ?? '';
  const owner = ownersByParameter(contract.resources.resources)(parameter);
  // Why not a list: its last parameter may be the key of the record above.
  const isOnRecord = !/^(?:list|search|create)$/.test(role?.value ?? '');
  return (
    (isOnRecord && owner !== undefined && owner !== resource) ||
    /^(?:relate|unrelate|upsert)$/.test(role?.value ?? '')
  );
}
