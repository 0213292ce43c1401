/**
 * Writes the documents of one target as one OpenAPI 3.2 document: the OpenAPI document with event streams as
 * `itemSchema`, and the schemas and events of the AsyncAPI documents.
 */
import type { ContractModel } from '../model/contract-model.ts';
import { linkContract } from '../read/link.ts';
import { dialectOf } from '../read/read-openapi.ts';
import { readDocuments } from '../read/read.ts';
import { repairSchemas } from '../read/repair.ts';
import { collectDiagnostics, hasErrors, type Diagnostic } from '../diagnostics/diagnostics.ts';
import { upgradeKeywords } from '../schema/dialect.ts';
import { mapSubschemas } from '../schema/walk.ts';
import type { BundledDocument, JsonObject, JsonSchema } from '../json/documents.ts';
import { isObject, objectAt } from '../json/json.ts';
import type { DocumentPaths } from '../source/load.ts';
import { openDocuments } from '../overlay/open-documents.ts';
import { locateDiagnostics } from '../source/opened-document.ts';
import type { ReferenceAccess } from '../source/reference-access.ts';
import { AddedSchemas } from './added-schemas.ts';
import { mapDocument } from './map-document.ts';
import { withStreamContent } from './stream-content.ts';
import { withItemSchema } from './stream-items.ts';

/** The result: `document` is `null` if the documents have errors. */
export interface Projection {
  readonly document: JsonObject | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads documents, whose paths are relative to the folder, and returns them as one OpenAPI 3.2 document. */
export async function projectDocuments(
  paths: DocumentPaths,
  folder: string,
  access?: ReferenceAccess,
): Promise<Projection> {
  const { report, diagnostics } = collectDiagnostics();
  const { opened } = await openDocuments(paths, folder, report, access);
  const documents = opened.flatMap(({ document }) => document ?? []);
  const openapi = documents.find(({ kind }) => kind === 'openapi');
  const locators = opened.map(({ locate }) => locate);
  const result = (document: JsonObject | null): Projection => ({
    document,
    diagnostics: locateDiagnostics(diagnostics, locators),
  });
  if (openapi === undefined || hasErrors(diagnostics)) return result(null);
  const reading = readDocuments(documents, report);
  const contract = linkContract(repairSchemas(reading, report), report);
  if (hasErrors(diagnostics)) return result(null);
  const events = documents.filter(({ kind }) => kind === 'asyncapi');
  const components = events.flatMap(({ root }) => [...(reading.components.get(root)?.values() ?? [])]);
  return result(projectContract(openapi, contract, components));
}

function projectContract(
  openapi: BundledDocument,
  contract: ContractModel,
  components: readonly string[],
): JsonObject {
  const root = withStreamContent(openapi.root, contract);
  const added = new AddedSchemas(root, contract, components);
  const paths = new Map(
    Object.entries(objectAt(root, 'paths')).flatMap(([path, item]) =>
      isObject(item) ? Object.values(item).map((operation) => [operation, path] as const) : [],
    ),
  );
  const channelEventOf = (operation: JsonObject | null): string | null => {
    const path = operation === null ? undefined : paths.get(operation);
    const channel = contract.channels.find(({ address }) => address === path);
    return channel === undefined ? null : added.addEvents(channel);
  };
  const mapped = mapDocument(root, {
    schema: dialectOf(openapi) === '2020-12' ? (schema) => schema : upgradeSchema,
    content: (content, mediaType, operation) =>
      withItemSchema(content, mediaType, root, operation, () => channelEventOf(operation)),
  });
  const declared = objectAt(mapped, 'components');
  const schemas = added.into(objectAt(declared, 'schemas'));
  const { version } = openapi;
  return {
    ...mapped,
    openapi: version.startsWith('3.2') ? version : '3.2.0',
    ...(Object.keys(schemas).length === 0 ? {} : { components: { ...declared, schemas } }),
  };
}

/** Rewrites a schema of OpenAPI 3.0 and those inside it; the reader has reported malformed parts. */
function upgradeSchema(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const upgraded = upgradeKeywords(schema, 'openapi-3.0', () => undefined);
  return mapSubschemas(upgraded, upgradeSchema);
}
