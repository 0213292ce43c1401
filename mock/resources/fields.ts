/** JSON objects: their parts by JSON Pointer, and values as texts. */
import type { SourceSchema } from '../../contract/resources/source.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { RecordFields } from './record.ts';
import { pointerStep, splitPointer, valueAt } from '../../templates/runtime/json/pointer.ts';

/** Returns whether a value is a JSON object, and not the bytes of a body. */
export function isFields(value: unknown): value is RecordFields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

/** Returns a text as it is, and any other value as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Returns an object with those properties that fit a test. */
export function pickFields<Value>(
  fields: Readonly<Record<string, Value>>,
  fits: (name: string, value: Value) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => fits(name, value)));
}

/** Returns an object with another value for each property. */
export function mapFields(
  fields: RecordFields,
  valueOf: (name: string, value: JsonValue) => JsonValue,
): RecordFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(name, value)]));
}

/** Returns an object with another value for each property, of whatever type. */
export function mapValues<Value, Result>(
  fields: Readonly<Record<string, Value>>,
  valueOf: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]));
}

/** Returns an object with the properties of a schema that have a value. */
export function schemaFields(
  schema: Pick<SourceSchema, 'properties'> | null,
  valueOf: (name: string, property: SourceSchema) => JsonValue | undefined,
): RecordFields {
  const fields: Record<string, JsonValue> = {};
  for (const [name, property] of schema?.properties ?? []) {
    const value = valueOf(name, property);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Returns a copy of a value with another part at a pointer; objects on the way are created, and lists have only that item. */
export function withPart(value: unknown, pointer: string, part: JsonValue): JsonValue {
  return put(value, splitPointer(pointer), part);
}

/** Returns a copy of a value without the property at a pointer. */
export function withoutPart(fields: RecordFields, pointer: string): RecordFields {
  const [name = '', ...rest] = splitPointer(pointer);
  const { [name]: part, ...others } = fields;
  if (rest.length === 0 || !isFields(part)) return rest.length === 0 ? others : fields;
  return { ...fields, [name]: withoutPart(part, rest.map(pointerStep).join('')) };
}

/** Returns a key as a text; `null` if a record has none. */
export function keyTextIn(fields: RecordFields, pointer: string | null): string | null {
  const value = pointer === null ? undefined : valueAt(fields, pointer);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function put(value: unknown, [name, ...rest]: readonly string[], part: JsonValue): JsonValue {
  if (name === undefined) return part;
  if (name === '0' && !isFields(value)) return [put(Array.isArray(value) ? value[0] : undefined, rest, part)];
  const fields = isFields(value) ? value : {};
  return { ...fields, [name]: put(fields[name], rest, part) };
}
