/**
 * Returns whether a value fits a shape, as far as shapes express it. The validator makes the final decision.
 */
import { characterCount } from '../../../templates/runtime/schema-functions.ts';
import type { RecordShape, Shape } from '../../../templates/runtime/shape.ts';
import type { JsonValue } from '../../model/contract-model.ts';
import { isArray, isObject } from '../../json/json.ts';
import { resolveShape, type ShapeOf } from './shape-of.ts';

/** Returns whether a value fits a shape; ignores formats. */
export function fitsShape(value: JsonValue, written: Shape, shapeOf: ShapeOf): boolean {
  const shape = resolveShape(written, shapeOf);
  switch (shape.kind) {
    case 'any':
    case 'named':
      return true;
    case 'never':
      return false;
    case 'values':
      return shape.values.some((one) => JSON.stringify(one) === JSON.stringify(value));
    case 'number':
      return (
        typeof value === 'number' &&
        (!shape.isInteger || Number.isInteger(value)) &&
        value >= (shape.least ?? -Infinity) &&
        value <= (shape.most ?? Infinity)
      );
    case 'string':
      return (
        typeof value === 'string' &&
        isBetween(characterCount(value), shape) &&
        shape.patterns.every((p) => matchesPattern(p, value))
      );
    case 'list':
      return (
        isArray(value) &&
        isBetween(value.length, shape) &&
        value.every((item, index) => fitsShape(item, shape.first[index] ?? shape.rest, shapeOf))
      );
    case 'record':
      return isObject(value) && fitsRecord(value, shape, shapeOf);
    case 'union':
      return shape.cases.some((each) => fitsShape(value, each, shapeOf));
    case 'inexact':
      return fitsShape(value, shape.shape, shapeOf);
  }
}

function fitsRecord(
  value: Readonly<Record<string, JsonValue>>,
  shape: RecordShape,
  shapeOf: ShapeOf,
): boolean {
  const shapes = new Map(shape.properties.map((property) => [property.name, property.shape]));
  return (
    isBetween(Object.keys(value).length, shape) &&
    shape.properties.every(({ name, isRequired }) => !isRequired || Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, property]) =>
      fitsShape(property, shapes.get(name) ?? shape.rest, shapeOf),
    )
  );
}

function isBetween(
  count: number,
  { least, most }: { readonly least: number; readonly most: number | null },
): boolean {
  return count >= least && count <= (most ?? Infinity);
}

/** Returns whether a text matches; a pattern that the engine rejects matches everything, as in the validator. */
export function matchesPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
