/** Returns whether a value fits a shape, as far as shapes express it. The validator makes the final decision. */
import { isUsablePattern } from '../validators/pattern-safety.ts';
import { characterCount } from '../../../templates/runtime/schema-functions.ts';
import type { RecordShape, Shape } from '../../../templates/runtime/shape.ts';
import type { JsonValue } from '../../model/contract-model.ts';
import { isArray, isObject } from '../../json/json.ts';
import { resolveShape, type ShapeOf } from './shape-of.ts';

export type HasFormat = (text: string, format: string) => boolean;

const ignoreFormats: HasFormat = () => true;

/** Returns whether a value fits a shape; ignores formats unless `hasFormat` tests them. */
export function fitsShape(
  value: JsonValue,
  written: Shape,
  shapeOf: ShapeOf,
  hasFormat: HasFormat = ignoreFormats,
): boolean {
  const fits = (part: JsonValue, ofPart: Shape): boolean => fitsShape(part, ofPart, shapeOf, hasFormat);
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
        (shape.format === null || hasFormat(value, shape.format)) &&
        shape.patterns.every((p) => matchesPattern(p, value))
      );
    case 'list':
      return (
        isArray(value) &&
        isBetween(value.length, shape) &&
        value.every((item, index) => fits(item, shape.first[index] ?? shape.rest))
      );
    case 'record':
      return isObject(value) && fitsRecord(value, shape, fits);
    case 'union':
      return shape.cases.some((each) => fits(value, each));
    case 'inexact':
      return fits(value, shape.shape);
  }
}

function fitsRecord(
  value: Readonly<Record<string, JsonValue>>,
  shape: RecordShape,
  fits: (value: JsonValue, shape: Shape) => boolean,
): boolean {
  const shapes = new Map(shape.properties.map((property) => [property.name, property.shape]));
  return (
    isBetween(Object.keys(value).length, shape) &&
    shape.properties.every(({ name, isRequired }) => !isRequired || Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, property]) => fits(property, shapes.get(name) ?? shape.rest))
  );
}

function isBetween(
  count: number,
  { least, most }: { readonly least: number; readonly most: number | null },
): boolean {
  return count >= least && count <= (most ?? Infinity);
}

/** The patterns that are used, which are few. Shape: `null` for one that the validator does not use either. */
const expressions = new Map<string, RegExp | null>();

/** Returns whether a text matches; a pattern that the validator does not use matches everything. */
export function matchesPattern(pattern: string, text: string): boolean {
  const cached = expressions.get(pattern);
  const expression =
    cached === undefined ? (isUsablePattern(pattern) ? new RegExp(pattern, 'u') : null) : cached;
  expressions.set(pattern, expression);
  return expression === null || expression.test(text);
}
