/**
 * Pairs of schemas, with the impact of each change on writers and on readers of a value: every kind of schema change at
 * least once, and pairs without a change.
 */
import type { SchemaRow } from './schema-row.ts';
import { objectRows } from './schema-rows-objects.ts';
import { unionRows } from './schema-rows-unions.ts';
import { valueRows } from './schema-rows-values.ts';

export const schemaRows: readonly SchemaRow[] = [...valueRows, ...objectRows, ...unionRows];
