/** Compares single schemas in memory. */
import { linkContract } from '../../../../generator/read/link.ts';
import { readDocuments } from '../../../../generator/read/read.ts';
import { repairSchemas } from '../../../../generator/read/repair.ts';
import { collectDiagnostics } from '../../../../generator/diagnostics/diagnostics.ts';
import { classifyChange, type ClassifiedChange } from '../../../../generator/diff/catalogue/classify.ts';
import { compareDescriptions } from '../../../../generator/diff/compare.ts';
import { describeDocuments, type Description } from '../../../../generator/diff/description.ts';
import type { BundledDocument, JsonObject, JsonSchema } from '../../../../generator/json/documents.ts';
import { openapi } from '../support/documents.ts';

/** Schemas that the compared schemas may refer to. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** Compares two schemas, once as a request body and once as a response body. */
export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  components: Components = {},
): readonly ClassifiedChange[] {
  return compareBundles(documentOf(before, components), documentOf(after, components));
}

export function compareBundles(before: BundledDocument, after: BundledDocument): readonly ClassifiedChange[] {
  return compareDescriptions({ before: describe('old', before), after: describe('new', after) }).map(
    classifyChange,
  );
}

function describe(side: 'old' | 'new', document: BundledDocument): Description {
  const { report } = collectDiagnostics();
  const reading = repairSchemas(readDocuments([document], report, 'compared'), report);
  return describeDocuments(side, reading, linkContract(reading, report));
}

function documentOf(schema: JsonSchema, components: Components): BundledDocument {
  const content: JsonObject = { 'application/json': { schema } };
  const operation = {
    operationId: 'x',
    requestBody: { required: true, content },
    responses: { 200: { description: 'ok', content } },
  };
  return openapi({ '/x': { post: operation } }, components);
}
