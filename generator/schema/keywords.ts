/**
 * How the compilation of validators looks at schemas: small readers over JSON values.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../source/documents.ts';

const COMPONENT = '#/components/schemas/';

/** Narrows to an object of keywords. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Narrows to a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}

/** Reads a member that is a list; empty when it is not one. */
export function listAt(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Reads a member that is an object; empty when it is not one. */
export function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return isObject(value) ? value : {};
}

/** Reads the schemas of a list such as `oneOf`. */
export function schemasAt(schema: JsonObject, keyword: string): readonly JsonSchema[] {
  return listAt(schema, keyword).filter(isSchema);
}

/** Returns the name of the component that a reference means; `null` when it means something else. */
export function componentNameOf(reference: unknown): string | null {
  if (typeof reference !== 'string' || !reference.startsWith(COMPONENT)) return null;
  return reference.slice(COMPONENT.length).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns the name of the component that a schema refers to; `null` when it is no reference. */
export function referredName(schema: JsonSchema): string | null {
  return isObject(schema) ? componentNameOf(schema['$ref']) : null;
}

/** Lists the types a schema asks for; `null` when it takes any. */
export function typesOf(schema: JsonObject): readonly string[] | null {
  const type = schema['type'];
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string') : null;
}

/** Steps of a JSON Pointer, escaped. */
export function pointerTo(pointer: string, ...steps: readonly (string | number)[]): string {
  const path = steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'));
  return [pointer.endsWith('/') ? pointer.slice(0, -1) : pointer, ...path].join('/');
}

/** Copies a schema but for some keywords. */
export function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
