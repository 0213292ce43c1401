/** Finds the path parameters that a run can't know by itself: no operation creates or lists such a record. */
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { inheritedName, inputOf, linksTo, pathNamesOf } from './record-maker.ts';

/** Lists the path parameters of an operation that a configuration must name. Shape: in the order of the operation. */
export function listUnsupplied(operation: ContractOperation): readonly string[] {
  return pathNamesOf(operation).filter((name) => !isSupplied(operation, name, []));
}

function isSupplied(operation: ContractOperation, name: string, trail: readonly string[]): boolean {
  if (trail.includes(operation.id)) return false;
  const next = [...trail, operation.id];
  return linksTo(operation, [name]).some((link) => {
    const input = inputOf(link, name);
    const from = operationsOf(operation.contract).byId(link.from);
    if (input === undefined || from === null) return false;
    const inherited = inheritedName(input);
    const needed = inherited === null ? pathNamesOf(from) : [inherited];
    return needed.every((each) => isSupplied(from, each, next));
  });
}
