/**
 * The catalogue of diagnostics: every message about a document that users read, by code. Codes are stable: they appear
 * in logs and users search for them.
 */
import { documentRows } from './catalogue/document-rows.ts';
import { operationRows } from './catalogue/operation-rows.ts';
import { schemaRows } from './catalogue/schema-rows.ts';
import { templateRows } from './catalogue/template-rows.ts';

export type { CatalogueRow, Severity } from './catalogue/row.ts';

/** Every diagnostic, by code. */
export const catalogue = { ...documentRows, ...operationRows, ...schemaRows, ...templateRows } as const;
