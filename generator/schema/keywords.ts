/**
 * Reads single keywords of a schema. With the other files of this folder, the only code that interprets JSON Schema.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { arrayAt, decodeSegment, isArray, isObject, objectAt, propertyOf, textsAt } from '../json/json.ts';
import { escapeName } from '../../templates/runtime/json/pointer.ts';

const COMPONENT = '#/components/schemas/';

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}

export function schemasAt(schema: JsonObject, keyword: string): readonly JsonSchema[] {
  return arrayAt(schema, keyword).filter(isSchema);
}

/** Returns the schema of a keyword such as `items`; `null` if it has none. */
export function schemaAt(schema: JsonObject, keyword: string): JsonSchema | null {
  const value = propertyOf(schema, keyword);
  return isSchema(value) ? value : null;
}

/** Returns the schemas of the properties that an object schema declares itself, by name. */
export function propertiesOf(schema: JsonObject): readonly (readonly [name: string, schema: JsonSchema])[] {
  return Object.entries(objectAt(schema, 'properties')).filter((entry): entry is [string, JsonSchema] =>
    isSchema(entry[1]),
  );
}

/** Returns the properties that are sent in the direction of the schema. */
export function sentPropertiesOf(
  schema: JsonObject,
): readonly (readonly [name: string, schema: JsonSchema])[] {
  return propertiesOf(schema).filter(([, property]) => !isObject(property) || property[OMITTED] !== true);
}

/** Returns a property that an object schema declares itself. */
export function propertyNamed(schema: JsonObject, name: string): JsonValue | undefined {
  return propertyOf(objectAt(schema, 'properties'), name);
}

export function referenceTo(component: string): string {
  return COMPONENT + escapeName(component.replaceAll('%', '%25'));
}

/** Returns the name of the component that a reference points to; `null` when it points anywhere else. */
export function componentNameOf(reference: unknown): string | null {
  if (typeof reference !== 'string' || !reference.startsWith(COMPONENT)) return null;
  const segment = reference.slice(COMPONENT.length);
  if (segment === '' || segment.includes('/')) return null;
  return decodeSegment(segment);
}

/** Returns the name of the component that a schema refers to; `null` if it has no such reference. */
export function referredName(schema: JsonSchema): string | null {
  return isObject(schema) ? componentNameOf(schema['$ref']) : null;
}

/** Marks a property that is not sent in the direction of its schema. Written by the generator only. */
export const OMITTED = 'x-backlot-omitted';

/** Keywords that do not change what a schema accepts. */
const annotations = new Set([
  'description',
  'summary',
  'title',
  'deprecated',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
]);

/** Returns whether a keyword does not change what a schema accepts. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** Returns the name of the component that a schema only refers to; annotations next to the reference do not count. */
export function componentOf(schema: unknown): string | null {
  if (!isObject(schema)) return null;
  const changes = Object.keys(schema).some((key) => key !== '$ref' && !isAnnotation(key));
  return changes ? null : referredName(schema);
}

/** Returns the types that a schema declares. Shape: `null` if it declares none, which allows any. */
export function typesOf(schema: JsonObject): readonly string[] | null {
  const type = propertyOf(schema, 'type');
  if (typeof type === 'string') return [type];
  return isArray(type) ? textsAt(schema, 'type') : null;
}

/** Returns the values that `const` or `enum` lists; `null` when a schema lists none. */
export function valuesOf(schema: JsonObject): readonly JsonValue[] | null {
  const constant = propertyOf(schema, 'const');
  if (constant !== undefined) return [constant];
  const values = propertyOf(schema, 'enum');
  return isArray(values) ? values : null;
}

/** Keywords that list schemas which apply to the same value. */
export const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const;

/** Returns the schemas of `allOf`, `anyOf` and `oneOf`, in this order. */
export function composedOf(schema: JsonObject): readonly JsonSchema[] {
  return COMPOSITIONS.flatMap((keyword) => schemasAt(schema, keyword));
}

/**
 * Returns the first of `oneOf`, `anyOf` and `allOf` that a schema has.
 *
 * Shape: `isUnion` for a choice between schemas, not for schemas that all apply; `null` if the schema has none.
 */
export function compositionOf(
  schema: JsonObject,
): { readonly isUnion: boolean; readonly schemas: readonly JsonSchema[] } | null {
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    const schemas = schemasAt(schema, keyword);
    if (schemas.length > 0) return { isUnion: keyword !== 'allOf', schemas };
  }
  return null;
}

/** Returns the value schema of a map, which is an object without declared properties; `null` for other schemas. */
export function mapValuesOf(schema: JsonObject): JsonObject | null {
  const values = propertyOf(schema, 'additionalProperties');
  return isObject(values) && Object.keys(objectAt(schema, 'properties')).length === 0 ? values : null;
}

/** Returns whether a schema has a keyword that describes a value. */
export function describesValue(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => structural.has(keyword));
}

const structural: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'properties', 'additionalProperties', 'items', 'prefixItems'],
  ...COMPOSITIONS,
]);

/** Keywords whose values are data, not schemas. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  ...['example', 'examples', 'default', 'enum', 'const', '$ref'],
]);

/** Types that are printed inline, without a named declaration. */
const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Returns the TypeScript type of a schema that is a plain scalar; `null` for every other schema. */
export function scalarType(schema: JsonSchema): string | null {
  if (!isObject(schema)) return null;
  const isPlain = !['enum', 'const', '$ref', ...COMPOSITIONS].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  const types = (typesOf(schema) ?? []).map((name) =>
    Object.hasOwn(scalars, name) ? scalars[name] : undefined,
  );
  if (!isPlain || types.length === 0 || types.includes(undefined)) return null;
  return [...new Set(types)].join(' | ');
}

export function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
