/**
 * Lists the keywords of JSON Schema that contain schemas, so that examples are never treated as schemas.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../source/documents.ts';
import { isArray, isObject } from '../source/json.ts';

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
export type Visit = (schema: JsonSchema) => JsonSchema;

/**
 * Rebuilds a schema with each schema directly inside it replaced.
 *
 * Shape: values that are not schemas, such as examples, stay the same node; a property called `__proto__` is kept.
 */
export function mapSubschemas(schema: JsonObject, visit: Visit): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value, visit)]),
  );
}

/** Lists the schemas directly inside a schema. */
export function subschemasOf(schema: JsonSchema): JsonSchema[] {
  const found: JsonSchema[] = [];
  if (isObject(schema)) {
    mapSubschemas(schema, (inside) => {
      found.push(inside);
      return inside;
    });
  }
  return found;
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

function mapKeyword(key: string, value: JsonValue, visit: Visit): JsonValue {
  if (holdsMap.has(key) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, mapValue(inside, visit)]));
  }
  if (holdsList.has(key) && isArray(value)) return value.map((inside) => mapValue(inside, visit));
  return holdsOne.has(key) ? mapValue(value, visit) : value;
}

function mapValue(value: JsonValue, visit: Visit): JsonValue {
  return typeof value === 'boolean' || isObject(value) ? visit(value) : value;
}
