/** What refers to other records, which must exist: `itemId` in a body or in a query is the key of an item. */
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { LIKELY } from '../../../contract/resources/graph.ts';
import { flatten, isSameName } from '../../../contract/resources/words.ts';
import { keyPath } from '../own-key.ts';
import { recordShapeOf } from './distinct.ts';

/** A property or a query parameter that refers to a record. Shape: `parameter` is the key of the record in the path of `reader`. */
export interface RecordReference {
  readonly property: string;
  readonly reader: ContractOperation;
  readonly parameter: string;
}

const KEY_NAME = /(?:(?<=[a-z\d])Id|_id)$/;

/**
 * Lists the required properties of the body of an operation that refer to a record, other than those of its path, and
 * its required query parameters that do.
 */
export function referencesOf(operation: ContractOperation): readonly RecordReference[] {
  const { contract, parameters } = operation;
  if (contract.provenance !== null) return [];
  const shape = recordShapeOf(operation);
  const [own] = keyPath(operation) ?? [];
  const inBody = shape?.kind === 'record' ? shape.properties.filter(({ isRequired }) => isRequired) : [];
  const inQuery = parameters.filter(({ in: place, required }) => place === 'query' && required);
  return [...inBody, ...inQuery].flatMap(({ name }) => {
    const isElsewhere = name === own || parameters.some((each) => each.in === 'path' && each.name === name);
    const target = !isElsewhere && KEY_NAME.test(name) ? readerOf(operation, name) : null;
    return target === null ? [] : [{ property: name, ...target }];
  });
}

/** Finds the operation that reads the record to which a property refers. */
function readerOf(
  { contract }: ContractOperation,
  property: string,
): Omit<RecordReference, 'property'> | null {
  const { resources, operations } = contract.resources;
  for (const { name, key } of resources) {
    const parameter = key?.value.parameters.at(-1);
    if (parameter === undefined || (key?.confidence ?? 0) < LIKELY) continue;
    const isNamed =
      flatten(parameter) === flatten(property) || isSameName(name, property.replace(KEY_NAME, ''));
    const reader = operations.find(({ resource, role }) => resource === name && role.value === 'read');
    const operation = reader === undefined ? null : operationsOf(contract).byId(reader.id);
    if (isNamed && operation !== null) return { reader: operation, parameter };
  }
  return null;
}
