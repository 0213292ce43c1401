/** Reads the table of schema changes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { JsonSchema } from '../../../../generator/json/documents.ts';
import type { Components } from './support.ts';

/** A pair of schemas, and the expected changes. */
export interface SchemaRow {
  readonly name: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  readonly components?: Components;
  /** Kind and impact for writers; absent for no change. */
  readonly request?: readonly string[];
  /** Kind and impact for readers; absent for no change. */
  readonly response?: readonly string[];
}

export const schemaRows = parse(
  readFileSync(path.join(import.meta.dirname, 'schema-rows.yaml'), 'utf8'),
) as readonly SchemaRow[];
