/**
 * Emits `types.ts`: every schema as a type, printed by openapi-typescript.
 * The only place that knows that library.
 */
import {
  astToString,
  resolveRef,
  transformSchema,
  type GlobalContext,
  type OpenAPI3,
} from 'openapi-typescript';
import { isObject, textAt } from '../contract/node.ts';
import type { JsonObject, JsonSchema } from '../contract/contract.ts';
import type { Report } from '../diagnostics.ts';
import { ts, TsText } from '../ts-text.ts';
import type { EmitSource, View } from './emitter.ts';
import { printHeader } from './header.ts';
import { printComment, printString } from './print-literal.ts';
import { buildTypesDocument } from './types-document.ts';

/**
 * Makes the view of `types.ts`.
 *
 * Errors: TYPES_FAILED (reported), then a view without types.
 */
export function emitTypes({ contract, names }: EmitSource, report: Report): View {
  const { document, aliases } = buildTypesDocument(contract, names);
  return {
    header: printHeader(contract.documents),
    body: printTypes(document, report),
    aliases: aliases.map(({ key, schema, type }) => ({
      ...commentView(schema),
      name: type,
      key: printString(key),
    })),
  };
}

function commentView(schema: JsonSchema): { readonly hasComment: boolean; readonly comment: TsText } {
  const comment = printComment(isObject(schema) ? textAt(schema, 'description') : null);
  return { hasComment: comment.toString() !== '', comment };
}

function printTypes(document: JsonObject, report: Report): TsText {
  try {
    return TsText.trust(
      astToString(transformSchema(document as unknown as OpenAPI3, printerContext(document))).trim(),
    );
  } catch (error) {
    report('TYPES_FAILED', null, { problem: error instanceof Error ? error.message : String(error) });
    return ts``;
  }
}

/**
 * Sets the printer up by hand.
 *
 * Why: its front door bundles and lints the document once more, which takes longer than the printing and has been done.
 */
function printerContext(document: JsonObject): GlobalContext {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    // Unions carry their own tags; what the printer would add overwrites them.
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    // Only the front door reads it.
    redoc: undefined as unknown as GlobalContext['redoc'],
    resolve: ($ref) => resolveRef(document, $ref, { silent: true }),
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: undefined,
    transformProperty: undefined,
  };
}
