/**
 * Writes schemas as text, so that two that mean the same are the same text.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../contract/contract.ts';
import { isArray, isObject } from '../../source/json.ts';
import { mapSubschemas } from '../../schema/walk.ts';

/** Keywords that tell people something and accept the same values with or without them. */
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

/** Returns whether a keyword only tells people something. */
export function isRemark(keyword: string): boolean {
  return remarks.has(keyword) || keyword.startsWith('x-');
}

/**
 * Writes what a schema accepts.
 *
 * Shape: references stand for themselves; `self` is the reference of the schema itself, which is written the same whatever
 * its name.
 */
export function fingerprint(schema: JsonSchema, self: string | null = null): string {
  return canonical(withoutRemarks(schema), self);
}

/** Writes a value with its members in one order. */
export function canonical(value: JsonValue, self: string | null = null): string {
  if (isArray(value)) return `[${value.map((item) => canonical(item, self)).join()}]`;
  if (!isObject(value)) return value === self ? '"#"' : JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null, self)}`).join()}}`;
}

/** Returns whether a schema says enough for two of the same text to be taken for one that got another name. */
export function isTelling(schema: JsonSchema): boolean {
  if (!isObject(schema)) return false;
  return ['description', '$ref', 'enum', 'pattern', 'properties', 'allOf', 'anyOf', 'oneOf'].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}

function withoutRemarks(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const told: JsonObject = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !isRemark(keyword)),
  );
  return mapSubschemas(told, withoutRemarks);
}
