/** Whether a value that was made fits its schema, so that the sample stays where it does not. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { characterCount } from '../../../templates/runtime/schema-functions.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { hasType } from '../values/fit-value.ts';

/** Returns the first of the values that a schema allows; undefined if it allows none. */
export function firstFitting(schema: SourceSchema, values: readonly JsonValue[]): JsonValue | undefined {
  return values.find((value) => isAllowed(schema, value));
}

function isAllowed(schema: SourceSchema, value: JsonValue): boolean {
  if (!hasType(schema, value)) return false;
  if (typeof value === 'string') return isAllowedText(schema, value);
  return typeof value !== 'number' || isAllowedNumber(schema, value);
}

function isAllowedText({ bounds, pattern }: SourceSchema, value: string): boolean {
  const { minLength = 0, maxLength = Infinity } = bounds ?? {};
  const length = characterCount(value);
  return length >= minLength && length <= maxLength && (pattern === null || matches(pattern, value));
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return false;
  }
}

function isAllowedNumber({ bounds }: SourceSchema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = bounds ?? {};
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = bounds ?? {};
  const steps = multipleOf === undefined ? 0 : value / multipleOf;
  return (
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    Math.abs(steps - Math.round(steps)) < 1e-9
  );
}
