/**
 * The names that a service may choose: of properties and query parameters that the source leaves open. They are written
 * as in `names` of a configuration: `Capability.id`, `followExecutionEvents.after`.
 */
import type { Contract } from '../contract.ts';
import { factsOf } from '../facts/facts.ts';
import { memoizeByObject } from '../memoize.ts';
import { operationKey, operationsOf, type ContractOperation } from '../operations.ts';
import { alternativesOf, childLocation, rootLocation, type SchemaLocation } from './schema-location.ts';

/** The names of the contract. Shape: `stated` are those of the source, `open` all others. */
export interface ContractNames {
  readonly open: ReadonlySet<string>;
  readonly stated: ReadonlySet<string>;
}

export const listContractNames = memoizeByObject(collectNames);

/** Returns the name of a property of the object at a location. */
export function nameOfProperty({ schema, property }: SchemaLocation, name: string): string {
  return [schema, ...(property === '' ? [] : [property]), name].join('.');
}

/** Returns the description of the body of a request; `null` if it is not JSON. */
export function requestLocation(operation: ContractOperation): SchemaLocation | null {
  const check = operation.body?.content.find((content) => content.check !== null)?.check;
  return check == null
    ? null
    : rootLocation(operation.contract, check.name, [`${operationKey(operation)}#body`]);
}

/** Returns the description of the JSON body of a response; `null` if the contract has none. */
export function responseLocation(operation: ContractOperation, status: number): SchemaLocation | null {
  const check = operation.responses.find((each) => each.status === status && each.check !== null)?.check;
  return check == null
    ? null
    : rootLocation(operation.contract, check.name, [`${operationKey(operation)}#${status}`]);
}

function collectNames(contract: Contract): ContractNames {
  const facts = factsOf(contract);
  const names = new Set<string>();
  const stated = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string, isStated: boolean): void => {
    names.add(name);
    if (isStated) stated.add(name);
  };

  function addNamesOf(location: SchemaLocation): void {
    const { shape, schema, property, subjects } = location;
    const key = [schema, property, ...subjects].join('\n');
    if (shape.kind === 'union') {
      alternativesOf(location).forEach(addNamesOf);
      return;
    }
    if (seen.has(key)) return;
    seen.add(key);
    const item = shape.kind === 'list' ? childLocation(location, String(shape.first.length)) : null;
    if (item !== null) addNamesOf(item);
    if (shape.kind !== 'record') return;
    for (const { name } of shape.properties) {
      const child = childLocation(location, name);
      if (child === null) continue;
      add(nameOfProperty(location, name), child.subjects.length > 0);
      addNamesOf(child);
    }
  }

  for (const operation of operationsOf(contract).all) {
    for (const { name, in: place } of operation.parameters)
      if (place === 'query')
        add(`${operation.id}.${name}`, facts.about(`${operationKey(operation)}?query.${name}`).length > 0);
    const statuses = operation.responses.flatMap(({ status }) =>
      typeof status === 'number' ? [status] : [],
    );
    const roots = [requestLocation(operation), ...statuses.map((each) => responseLocation(operation, each))];
    for (const root of roots) if (root !== null) addNamesOf(root);
  }
  return { open: new Set([...names].filter((name) => !stated.has(name))), stated };
}
