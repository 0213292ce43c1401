/** What checks need to know about any operation: whether it is destructive, and whether a service may lack it. */
import { factsOf } from '../../contract/facts/facts.ts';
import { operationKey, operationsOf, testOf, type ContractOperation } from '../../contract/operations.ts';
import { templateOf } from '../../contract/resources/path-shape.ts';

/**
 * Returns whether an operation deletes or ends something, or changes all records. Such operations are only called at
 * the level `destructive`.
 */
export function isDestructive(operation: ContractOperation): boolean {
  return testOf(operation).destructive ?? (operation.method === 'DELETE' || changesAll(operation));
}

/**
 * Returns whether an operation changes all records of a list: it has the path of the list, and another one changes a
 * single record.
 */
function changesAll({ method, path, contract }: ContractOperation): boolean {
  if (!isChange(method) || contract.provenance !== null) return false;
  const here = templateOf(path);
  const items = contract.resources.resources.flatMap(({ path: own, itemPath }) =>
    itemPath !== null && templateOf(own) === here ? [templateOf(itemPath)] : [],
  );
  return operationsOf(contract).all.some(
    (other) => isChange(other.method) && items.includes(templateOf(other.path)),
  );
}

function isChange(method: string): boolean {
  return method === 'PUT' || method === 'PATCH';
}

/** Returns whether a service may lack an operation: the source does not describe it. */
export function isOptional(operation: ContractOperation): boolean {
  const { all, about } = factsOf(operation.contract);
  return all.length > 0 && !about(operationKey(operation)).some(({ kind }) => kind === 'endpoint');
}

/** Returns whether a status may mean that the service lacks the operation. */
export function isMissingStatus(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Why checks of an operation that only returns 501 are skipped; the status itself is a finding. */
export const RETURNS_501 = 'The operation returns 501.';

/** Why the checks of an operation that a service lacks are skipped. */
export const NOT_IMPLEMENTED =
  'The service does not implement it, and the specification does not describe it.';
