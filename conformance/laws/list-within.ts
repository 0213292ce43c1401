/** Finds the list of a resource within its parent: `capabilities` of an agent for `/agents/{id}/capabilities`. */
import type { Contract } from '../../contract/contract.ts';
import { responseLocation } from '../../contract/locations/contract-names.ts';
import { childLocation, type SchemaLocation } from '../../contract/locations/schema-location.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { CERTAIN, type OperationRole, type Resource } from '../../contract/resources/graph.ts';
import { pointerStep, splitPointer } from '../../templates/runtime/json/pointer.ts';

/**
 * Returns the operation that reads the parent of a resource, as the one that lists its records; `null` unless the parent
 * has a list with the name of the resource, whose items have its key.
 */
export function listWithin(
  contract: Contract,
  { path, parents, key }: Resource,
): { readonly operation: ContractOperation; readonly role: OperationRole } | null {
  const end = path.lastIndexOf('/');
  const operation = operationsOf(contract).match('GET', path.slice(0, end));
  const parent = contract.resources.operations.find(({ id }) => id === operation?.id);
  if (operation === null || parent?.role.value !== 'read' || parents.length === 0) return null;
  const pointer = `${parent.envelope?.value ?? ''}${pointerStep(path.slice(end + 1))}`;
  const list = locationAt(responseLocation(operation, 200), pointer);
  const property = key?.value.property ?? null;
  const isKeyed =
    property !== null && list?.shape.kind === 'list' && locationAt(list, `/0${property}`) !== null;
  if (!isKeyed) return null;
  const evidence = [{ text: `${operation.id} returns a list of that name`, pointer: null }];
  return {
    operation,
    role: {
      ...parent,
      role: { value: 'list', confidence: CERTAIN, evidence },
      envelope: { value: pointer, confidence: CERTAIN, evidence },
      paging: null,
      query: [],
    },
  };
}

function locationAt(root: SchemaLocation | null, pointer: string): SchemaLocation | null {
  return splitPointer(pointer).reduce<SchemaLocation | null>(
    (at, name) => (at === null ? null : childLocation(at, name)),
    root,
  );
}
