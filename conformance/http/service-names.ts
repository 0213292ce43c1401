/**
 * Translates requests and responses between the names of the contract, which checks read and write, and those of a
 * service that differs where the source is silent.
 */
import type { RecordedResponse, RequestPlan } from '../model/exchange.ts';
import type { ServiceNames } from '../model/run-report.ts';
import {
  nameOfProperty,
  requestLocation,
  responseLocation,
} from '../../contract/locations/contract-names.ts';
import type { ContractOperation, OperationIndex } from '../../contract/operations.ts';
import {
  alternativesOf,
  childLocation,
  type SchemaLocation,
} from '../../contract/locations/schema-location.ts';

/** The operations of a contract, and the names that a service has for it. */
export interface NamedService {
  readonly operations: OperationIndex;
  readonly names: ServiceNames;
}

/** The names of one object. */
interface NamePair {
  readonly contract: string;
  readonly service: string;
}

/** Returns the entries of an object under their new names. */
type RenameEntries = (
  entries: readonly (readonly [string, unknown])[],
  pairs: readonly NamePair[],
  declared: ReadonlySet<string>,
) => readonly Renamed[];

/** An entry of an object, and the name of the contract that describes its value. */
interface Renamed {
  readonly name: string;
  readonly described: string;
  readonly value: unknown;
}

export function writeServiceNames({ operations, names }: NamedService, plan: RequestPlan): RequestPlan {
  const operation = operationFor(operations, plan);
  if (operation === null || Object.keys(names).length === 0) return plan;
  const location = requestLocation(operation);
  const body = plan.body === null || location === null ? plan.body : renameText(names, location, plan.body);
  return { ...plan, path: renameQuery(names, operation, plan.path), body };
}

/** Returns the response with the names of the contract. Shape: `plan` is the request. */
export function readServiceNames(
  { operations, names }: NamedService,
  plan: RequestPlan,
  response: RecordedResponse,
): RecordedResponse {
  const operation = operationFor(operations, plan);
  if (operation === null || response.body.kind !== 'json' || Object.keys(names).length === 0) return response;
  const location = responseLocation(operation, response.status);
  if (location === null) return response;
  const { value, text } = response.body;
  const renamed = rename(names, [location], value, toContract);
  const isSame = JSON.stringify(renamed) === JSON.stringify(value);
  const body = { kind: 'json' as const, value: renamed, text: isSame ? text : JSON.stringify(renamed) };
  return { ...response, body };
}

function operationFor(
  operations: OperationIndex,
  { operation, method, path }: RequestPlan,
): ContractOperation | null {
  return operation === null ? operations.match(method, path) : operations.byId(operation);
}

/** Renames the properties in a JSON text; a text without any of them, or that is not JSON, stays as it is. */
function renameText(names: ServiceNames, location: SchemaLocation, text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const renamed = JSON.stringify(rename(names, [location], value, toService));
  return renamed === JSON.stringify(value) ? text : renamed;
}

function renameQuery(names: ServiceNames, { id }: ContractOperation, path: string): string {
  const [address = '', ...rest] = path.split('?');
  if (rest.length === 0) return path;
  const fields = rest.join('?').split('&');
  const renamed = fields.map((field) => {
    const [name = '', ...value] = field.split('=');
    const key = `${id}.${name}`;
    return [Object.hasOwn(names, key) ? encodeURIComponent(names[key] ?? '') : name, ...value].join('=');
  });
  return `${address}?${renamed.join('&')}`;
}

function rename(
  names: ServiceNames,
  described: readonly SchemaLocation[],
  value: unknown,
  renameEntries: RenameEntries,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Why all variants: which one a value is can depend on the names that it does not have yet.
  const locations = described.flatMap(variantsOf);
  if (locations.length === 0) return value;
  const below = (name: string): readonly SchemaLocation[] =>
    locations.flatMap((location) => childLocation(location, name) ?? []);
  if (Array.isArray(value))
    return value.map((item, index) => rename(names, below(String(index)), item, renameEntries));
  const pairs = locations.flatMap((location) => pairsAt(names, location));
  const declared = new Set(locations.flatMap(propertiesOf));
  return Object.fromEntries(
    renameEntries(Object.entries(value), pairs, declared).map(
      ({ name, described: contract, value: inner }) => [
        name,
        rename(names, below(contract), inner, renameEntries),
      ],
    ),
  );
}

function variantsOf(location: SchemaLocation): readonly SchemaLocation[] {
  return location.shape.kind === 'union' ? alternativesOf(location).flatMap(variantsOf) : [location];
}

function propertiesOf({ shape }: SchemaLocation): readonly string[] {
  return shape.kind === 'record' ? shape.properties.map(({ name }) => name) : [];
}

function pairsAt(names: ServiceNames, location: SchemaLocation): readonly NamePair[] {
  return propertiesOf(location).flatMap((contract) => {
    const key = nameOfProperty(location, contract);
    return Object.hasOwn(names, key) ? [{ contract, service: names[key] ?? contract }] : [];
  });
}

const toService: RenameEntries = (entries, pairs) =>
  entries.map(([contract, value]) => ({
    name: pairs.find((pair) => pair.contract === contract)?.service ?? contract,
    described: contract,
    value,
  }));

/** A property of the service stays under its own name too if the contract has one of that name. */
const toContract: RenameEntries = (entries, pairs, declared) => {
  const sent = new Set(entries.map(([name]) => name));
  const present = pairs.filter(({ service }) => sent.has(service));
  const replaced = new Set(present.map(({ contract }) => contract));
  return entries.flatMap(([name, value]) => {
    const targets = present.flatMap(({ contract, service }) => (service === name ? [contract] : []));
    const isKept = !replaced.has(name) && (targets.length === 0 || declared.has(name));
    return [...new Set([...targets, ...(isKept ? [name] : [])])].map((contract) => ({
      name: contract,
      described: contract,
      value,
    }));
  });
};
