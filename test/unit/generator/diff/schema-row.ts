/** The form of a row of schema changes, and schemas that rows share. */
import type { JsonObject, JsonSchema } from '../../../../generator/json/documents.ts';
import type { Components } from './support.ts';

/** A pair of schemas, and the expected changes. */
export interface SchemaRow {
  readonly name: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  readonly components?: Components;
  /** Kind and impact for writers. */
  readonly request: readonly string[];
  /** Kind and impact for readers. */
  readonly response: readonly string[];
}

export const text: JsonObject = { type: 'string' };
export const number: JsonObject = { type: 'number' };
export const integer: JsonObject = { type: 'integer' };
export const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
export const tagged = (kind: string, more: JsonObject = {}): JsonObject =>
  object({ kind: { const: kind }, ...more }, { required: ['kind'] });
export const animals = { Cat: tagged('cat'), Dog: tagged('dog'), Cow: tagged('cow') };
