/** Lists the keywords of JSON Schema that contain schemas, so that examples are never treated as schemas. */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { isArray, isObject } from '../json/json.ts';
import { isSchema } from './keywords.ts';

const holdsOne = new Set(
  (
    'additionalItems additionalProperties contains contentSchema else if items not propertyNames then ' +
    'unevaluatedItems unevaluatedProperties'
  ).split(' '),
);
const holdsList = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const holdsMap = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Replaces one schema inside another. */
export type Transform = (schema: JsonSchema) => JsonSchema;

/**
 * Rebuilds a schema with each schema directly inside it replaced.
 *
 * Shape: values that are not schemas, such as examples, stay the same node, and so does a schema in which nothing
 * changes; a property called `__proto__` is kept.
 */
export function mapSubschemas(schema: JsonObject, transform: Transform): JsonObject {
  return mapValues(schema, (value, key) => mapKeyword(key, value, transform));
}

/** Lists the schemas directly inside a schema. */
export function subschemasOf(schema: JsonSchema): JsonSchema[] {
  const schemas: JsonSchema[] = [];
  if (isObject(schema)) {
    const list: Transform = (inside) => {
      schemas.push(inside);
      return inside;
    };
    for (const [key, value] of Object.entries(schema)) mapKeyword(key, value, list);
  }
  return schemas;
}

/** Lists the references of a schema and of everything inside it. */
export function referencesOf(schema: JsonSchema): string[] {
  const references: string[] = [];
  const pending: JsonSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isObject(next) && typeof next['$ref'] === 'string') references.push(next['$ref']);
    pending.push(...subschemasOf(next).reverse());
  }
  return references;
}

function mapKeyword(key: string, value: JsonValue, transform: Transform): JsonValue {
  if (holdsOne.has(key) && isSchema(value)) return transform(value);
  if (holdsMap.has(key) && isObject(value)) return mapValues(value, (inside) => mapValue(inside, transform));
  return holdsList.has(key) && isArray(value) ? mapItems(value, transform) : value;
}

/** Replaces the values of an object; returns the object itself if all stay the same. */
function mapValues(values: JsonObject, replace: (value: JsonValue, key: string) => JsonValue): JsonObject {
  const entries = Object.entries(values);
  const mapped = entries.map(([key, value]) => replace(value, key));
  if (entries.every(([, value], index) => value === mapped[index])) return values;
  return Object.fromEntries(entries.map(([key, value], index) => [key, mapped[index] ?? value]));
}

function mapItems(items: readonly JsonValue[], transform: Transform): readonly JsonValue[] {
  const mapped = items.map((inside) => mapValue(inside, transform));
  return mapped.some((inside, index) => inside !== items[index]) ? mapped : items;
}

function mapValue(value: JsonValue, transform: Transform): JsonValue {
  return isSchema(value) ? transform(value) : value;
}
