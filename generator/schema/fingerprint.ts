/** Prints schemas as text, so that two with the same meaning have the same text. */
import type { JsonObject, JsonSchema, JsonValue } from '../model/contract-model.ts';
import { isArray, isObject } from '../json/json.ts';
import { mapSubschemas } from './walk.ts';

/** Keywords that inform readers and do not change which values are accepted. */
const remarks = new Set([
  'title',
  'description',
  'summary',
  'examples',
  'example',
  '$comment',
  'externalDocs',
  'xml',
]);

/** Returns whether a keyword only informs readers. */
export function isRemark(keyword: string): boolean {
  return remarks.has(keyword) || keyword.startsWith('x-');
}

/**
 * Returns a text form of what a schema accepts.
 *
 * Shape: references are not followed; `self` is the reference of the schema itself, which is written the same for any
 * name.
 */
export function fingerprint(schema: JsonSchema, self: string | null = null): string {
  return canonical(withoutRemarks(schema), self);
}

/** Returns a value as JSON with sorted properties. */
export function canonical(value: JsonValue, self: string | null = null): string {
  if (isArray(value)) return `[${value.map((item) => canonical(item, self)).join()}]`;
  if (!isObject(value)) return value === self ? '"#"' : JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null, self)}`).join()}}`;
}

/** Returns whether a schema is specific enough to treat another one with the same text as the same schema, renamed. */
export function isSpecific(schema: JsonSchema): boolean {
  if (!isObject(schema)) return false;
  return ['description', '$ref', 'enum', 'pattern', 'properties', 'allOf', 'anyOf', 'oneOf'].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}

function withoutRemarks(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const meaningful: JsonObject = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !isRemark(keyword)),
  );
  return mapSubschemas(meaningful, withoutRemarks);
}
