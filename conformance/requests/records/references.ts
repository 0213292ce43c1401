/** What refers to other records, which must exist: `itemId` in a body or in a query is the key of an item. */
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { LIKELY, roleOf } from '../../../contract/resources/graph.ts';
import { flatten, isSameName } from '../../../contract/resources/words.ts';
import { keyPath } from '../own-key.ts';
import { recordShapeOf } from './distinct.ts';

/**
 * A property or a query parameter that refers to a record. Shape: `parameter` is the key of the record in the path of
 * `reader`; `known` is the name under which the key is stored; `isOther` is whether it must not be the record with that
 * parameter in the path of the operation.
 */
export interface RecordReference {
  readonly property: string;
  readonly reader: ContractOperation;
  readonly parameter: string;
  readonly known: string;
  readonly isOther: boolean;
}

const KEY_NAME = /(?:(?<=[a-z\d])Id|_id)$/;

/**
 * Lists the properties of the body of an operation that refer to a record: required ones by their names, others by their
 * texts. Also lists its required query parameters that do.
 */
export function referencesOf(operation: ContractOperation): readonly RecordReference[] {
  const { id, contract, parameters } = operation;
  if (contract.provenance !== null) return [];
  const shape = recordShapeOf(operation);
  const [own] = keyPath(operation) ?? [];
  const named = new Map(
    (roleOf(contract.resources, id)?.references ?? []).map((each) => [each.property, each.resource]),
  );
  const inBody = shape?.kind === 'record' ? shape.properties : [];
  const inQuery = parameters.filter(({ in: place, required }) => place === 'query' && required);
  return [...inBody.filter((each) => each.isRequired || named.has(each.name)), ...inQuery].flatMap(
    ({ name }) => {
      const isInPath = parameters.some((each) => each.in === 'path' && each.name === name);
      const resource = named.get(name);
      const isSure = resource !== undefined || (!isInPath && KEY_NAME.test(name));
      const target = name !== own && isSure ? readerOf(operation, name, resource) : null;
      const known = isInPath ? `body.${name}` : name;
      return target === null ? [] : [{ property: name, known, isOther: isInPath, ...target }];
    },
  );
}

/** Finds the operation that reads the record to which a property refers. */
function readerOf(
  { contract }: ContractOperation,
  property: string,
  resource?: string,
): Pick<RecordReference, 'reader' | 'parameter'> | null {
  const { resources, operations } = contract.resources;
  for (const { name, key } of resources.filter((each) => each.name === (resource ?? each.name))) {
    const parameter = key?.value.parameters.at(-1);
    if (parameter === undefined || (key?.confidence ?? 0) < LIKELY) continue;
    const isNamed =
      name === resource ||
      flatten(parameter) === flatten(property) ||
      isSameName(name, property.replace(KEY_NAME, ''));
    const reader = operations.find(({ resource, role }) => resource === name && role.value === 'read');
    const operation = reader === undefined ? null : operationsOf(contract).byId(reader.id);
    if (isNamed && operation !== null) return { reader: operation, parameter };
  }
  return null;
}
