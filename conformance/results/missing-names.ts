/** Finds properties that responses lack and that the service may have under another name, so that checks can't see them. */
import { nameOfProperty, responseLocation } from '../../contract/locations/contract-names.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { childLocation, type SchemaLocation } from '../../contract/locations/schema-location.ts';
import { walkValue } from '../../contract/locations/value-path.ts';
import type { MissingName } from '../model/finding.ts';
import type { Exchange } from '../model/exchange.ts';

/** Lists the properties that successes lack, each once; those that the source states are findings of other checks. */
export function listMissingNames(contract: Contract, exchanges: readonly Exchange[]): readonly MissingName[] {
  const operations = operationsOf(contract);
  const missing = new Map<string, MissingName>();
  for (const { request, response } of exchanges) {
    const operation = request.operation === null ? null : operations.byId(request.operation);
    if (operation === null || response?.body.kind !== 'json' || response.status >= 300) continue;
    const root = responseLocation(operation, response.status);
    if (root === null) continue;
    walkValue(root, response.body.value, (location, value) => {
      for (const each of missingAt(location, value))
        if (!missing.has(each.name)) missing.set(each.name, each);
      return true;
    });
  }
  return [...missing.values()];
}

function missingAt(location: SchemaLocation, value: unknown): readonly MissingName[] {
  const { shape } = location;
  if (shape.kind !== 'record' || typeof value !== 'object' || value === null) return [];
  const declared = new Set(shape.properties.map(({ name }) => name));
  const others = Object.keys(value).filter((name) => !declared.has(name));
  return shape.properties.flatMap(({ name, isRequired }) => {
    const isOpen = (childLocation(location, name)?.subjects.length ?? 0) === 0;
    if (!isRequired || !isOpen || Object.hasOwn(value, name)) return [];
    return [{ name: nameOfProperty(location, name), others: others.toSorted(bySimilarity(name)) }];
  });
}

/** Sorts names that end with the missing one, or that it ends with, before all others. */
function bySimilarity(name: string): (one: string, other: string) => number {
  const wanted = name.toLowerCase();
  const rank = (each: string): number => {
    const word = each.toLowerCase();
    return word.endsWith(wanted) || wanted.endsWith(word) ? 0 : 1;
  };
  return (one, other) => rank(one) - rank(other);
}
