/** Finds properties and items in a schema and in all schemas that it is composed of. */
import type { JsonObject, JsonSchema } from '../json/documents.ts';
import { isObject, propertyOf } from '../json/json.ts';
import { propertiesOf } from './keywords.ts';
import { insideOf } from './parameter-shape.ts';

type Declared = ReadonlyMap<string, JsonSchema>;

export function composedProperties(
  schema: JsonSchema,
  declared: Declared,
): ReadonlyMap<string, readonly JsonSchema[]> {
  const composed = new Map<string, JsonSchema[]>();
  for (const part of composedSchemas(schema, declared)) {
    for (const [name, property] of propertiesOf(part))
      composed.set(name, [...(composed.get(name) ?? []), property]);
  }
  return composed;
}

/** Returns the schema of the items of a list; `null` if they have none. */
export function composedItems(schema: JsonSchema, declared: Declared): JsonObject | null {
  for (const part of composedSchemas(schema, declared)) {
    const items = propertyOf(part, 'items');
    if (isObject(items)) return items;
  }
  return null;
}

/** Returns a schema, and those that it refers to and is composed of. */
export function composedSchemas(schema: JsonSchema, declared: Declared): ReadonlySet<JsonObject> {
  const parts = new Set<JsonObject>();
  const pending: JsonSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isObject(next) || parts.has(next)) continue;
    parts.add(next);
    pending.push(...insideOf(next, declared));
  }
  return parts;
}
