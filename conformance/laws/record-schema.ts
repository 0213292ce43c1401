/** Finds the schemas of the properties of a record, in requests and in responses. */
import { splitPointer } from '../../templates/runtime/json/pointer.ts';
import { requestLocation, responseLocation } from '../../contract/locations/contract-names.ts';
import {
  alternativesOf,
  childLocation,
  type SchemaLocation,
} from '../../contract/locations/schema-location.ts';
import type { PropertyShape, Shape } from '../../templates/runtime/shape.ts';
import type { Problem } from '../model/finding.ts';
import { differencesOf, type RecordComparison } from '../responses/differences.ts';
import { provenanceOfValue } from '../provenance/provenance.ts';
import { isOpaque, resolveShape } from '../requests/values.ts';
import type { ResourceOperation, ResourceOperations } from './resource-operations.ts';
import { isNullShape } from '../requests/negative-bodies.ts';

/** Returns the schema of a record in the request of an operation; `null` if there is none. */
export function sentLocation({ operation, role }: ResourceOperation): SchemaLocation | null {
  return follow(requestLocation(operation), role.requestEnvelope?.value ?? '');
}

/** Returns the schema of a record in the first success of an operation; `null` if there is none. */
export function returnedLocation({ operation, role }: ResourceOperation): SchemaLocation | null {
  const success = operation.responses.find(
    ({ status, check }) => typeof status === 'number' && status < 300 && check !== null,
  )?.status;
  const root = typeof success === 'number' ? responseLocation(operation, success) : null;
  return follow(root, role.envelope?.value ?? '');
}

/** Returns the properties that a location declares; empty if it is not an object. */
export function propertiesAt(location: SchemaLocation | null): readonly PropertyShape[] {
  if (location?.shape.kind === 'record') return location.shape.properties;
  return location?.shape.kind === 'union' ? alternativesOf(location).flatMap(propertiesAt) : [];
}

/** Returns the location of a property; `null` if it is not declared. */
export function propertyAt(location: SchemaLocation | null, name: string): SchemaLocation | null {
  if (location === null) return null;
  if (location.shape.kind !== 'union') return childLocation(location, name);
  return (
    alternativesOf(location)
      .map((each) => propertyAt(each, name))
      .find((each) => each !== null) ?? null
  );
}

/**
 * Lists the paths of values that two descriptions of a record have in common and that differ, of those that the schema
 * of the record declares. Why: a value that no schema has may be about the response.
 */
export function declaredDifferences(
  location: SchemaLocation | null,
  one: unknown,
  other: unknown,
  comparison?: RecordComparison,
): readonly string[] {
  return differencesOf(one, other, comparison).filter((path) => isDeclared(location, path));
}

/** Returns whether a schema declares a dotted path, or has free objects where it leads. */
function isDeclared(location: SchemaLocation | null, path: string): boolean {
  let at = location;
  for (const step of path.replaceAll('[]', '.0').split('.')) {
    const isFree = at === null || plainShape(at, at.shape).kind === 'any' || isOpenObject(at, at.shape);
    if (isFree) return true;
    at = propertyAt(at, step);
    if (at === null) return false;
  }
  return true;
}

const versionName = /^(?:(?:lock|row|record|resource)_?)?(?:version|revision)$/i;

/** Returns the property with the version of a record that an update names; `null` for none. */
export function versionProperty({ byNeed: { create, read, update } }: ResourceOperations): string | null {
  if (read === undefined || update === undefined) return null;
  const sent = sentLocation(update);
  if (sent === null) return null;
  const [own, returned] = [create === undefined ? null : sentLocation(create), returnedLocation(read)];
  const isVersion = ({ name, shape }: PropertyShape): boolean =>
    versionName.test(name) &&
    ['number', 'string'].includes(plainShape(sent, shape).kind) &&
    propertyAt(returned, name) !== null &&
    propertyAt(own, name) === null;
  return propertiesAt(sent).find(isVersion)?.name ?? null;
}

/** Returns the shape of a property without null and references. */
export function plainShape({ contract }: SchemaLocation, shape: Shape): Shape {
  const target = resolveShape(contract, shape);
  if (target.kind !== 'union') return target;
  const others = target.cases
    .map((each) => resolveShape(contract, each))
    .filter((each) => !isNullShape(each));
  return others.length === 1 && others[0] !== undefined ? others[0] : target;
}

/** Returns whether values of a shape are objects with arbitrary properties. */
export function isOpenObject(location: SchemaLocation, shape: Shape): boolean {
  const plain = plainShape(location, shape);
  return (
    plain.kind === 'record' &&
    isOpaque(location.contract, plain) &&
    plain.rest.kind !== 'never' &&
    isOpaque(location.contract, plain.rest)
  );
}

/** Returns whether values of a shape are objects with arbitrary properties that are texts without a form. */
export function isTextMap(location: SchemaLocation, shape: Shape): boolean {
  const plain = plainShape(location, shape);
  const rest =
    plain.kind === 'record' && plain.properties.length === 0 ? plainShape(location, plain.rest) : null;
  return rest?.kind === 'string' && rest.format === null && rest.patterns.length === 0 && rest.least <= 3;
}

/** Returns the basis of a property in a response: the contract, or an assumption, which only warns. */
export function provenanceIn(
  { operation, role }: ResourceOperation,
  path: string,
): Partial<Pick<Problem, 'severity' | 'assumption' | 'place' | 'facts'>> {
  const check = operation.responses.find(
    (each) => typeof each.status === 'number' && each.status < 300 && each.check !== null,
  )?.check;
  if (check == null) return {};
  const whole = [...(role.envelope?.value ?? '').split('/').slice(1), path].join('.');
  const { severity, assumption, place } = provenanceOfValue(operation.contract, check.name, whole);
  return severity === 'fail' ? { place } : { severity, assumption, place, facts: [] };
}

function follow(root: SchemaLocation | null, pointer: string): SchemaLocation | null {
  return splitPointer(pointer).reduce<SchemaLocation | null>((at, segment) => propertyAt(at, segment), root);
}
