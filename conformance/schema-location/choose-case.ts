/** Selects the variants of a union that a value may be: by its type, its tag, and the properties it has. */
import type { RecordShape, Shape } from '../../templates/runtime/shape.ts';
import { alternativesOf, type SchemaLocation } from './schema-location.ts';

/**
 * Selects the variants that a value may be.
 *
 * Shape: one if unambiguous; empty if the value fits none, such as one with an unknown tag.
 */
export function chooseCases(union: SchemaLocation, value: unknown): readonly SchemaLocation[] {
  const possible = alternativesOf(union).flatMap((each) =>
    each.shape.kind === 'union'
      ? chooseCases(each, value)
      : couldBe(each.shape, value) && hasTags(each.shape, value)
        ? [each]
        : [],
  );
  if (possible.length < 2) return possible;
  const [nearest] = possible.toSorted(
    (one, other) => distance(one.shape, value) - distance(other.shape, value),
  );
  return nearest === undefined ? [] : [nearest];
}

function couldBe(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'record':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'values':
      return shape.values.some((each) => each === value);
    case 'never':
      return false;
    default:
      return true;
  }
}

function hasTags(shape: Shape, value: unknown): boolean {
  if (shape.kind !== 'record' || !isObject(value)) return true;
  return shape.properties.every(({ name, isRequired, shape: property }) => {
    if (!isRequired || property.kind !== 'values' || property.values.length !== 1) return true;
    const [tag] = property.values;
    return typeof tag !== 'string' || !Object.hasOwn(value, name) || value[name] === tag;
  });
}

/** Measures the distance between an object and a variant: missing properties first, then unknown ones. */
function distance(shape: Shape, value: unknown): number {
  if (shape.kind !== 'record' || !isObject(value)) return 0;
  const lacks = shape.properties.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(value, name));
  return lacks.length * 1_000 + unknownProperties(shape, value);
}

function unknownProperties({ properties }: RecordShape, value: object): number {
  return Object.keys(value).filter((name) => properties.every((property) => property.name !== name)).length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
