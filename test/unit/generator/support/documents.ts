/** Small documents for tests of single stages. */
import { linkContract } from '../../../../generator/read/link.ts';
import { readDocuments } from '../../../../generator/read/read.ts';
import { repairSchemas } from '../../../../generator/read/repair.ts';
import type { ContractModel } from '../../../../generator/model/contract-model.ts';
import { collectDiagnostics, type Diagnostic } from '../../../../generator/diagnostics/diagnostics.ts';
import type { BundledDocument, JsonObject } from '../../../../generator/json/documents.ts';

/** Makes a bundled document from a tree; every position is the root. */
export function bundled(kind: BundledDocument['kind'], root: JsonObject): BundledDocument {
  const file = `${kind}.yaml`;
  const declared = root[kind];
  const version = typeof declared === 'string' ? declared : '';
  return { kind, version, file, root, placeOf: () => ({ file, pointer: '#/' }) };
}

/** Makes an OpenAPI document with paths and schemas. */
export function openapi(paths: JsonObject, schemas: JsonObject = {}, more: JsonObject = {}): BundledDocument {
  return bundled('openapi', {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths,
    components: { schemas },
    ...more,
  });
}

/** Makes an AsyncAPI document with channels and schemas. */
export function asyncapi(
  channels: JsonObject,
  schemas: JsonObject = {},
  more: JsonObject = {},
): BundledDocument {
  return bundled('asyncapi', {
    asyncapi: '3.0.0',
    info: { title: 'A', version: '1' },
    channels,
    components: { schemas },
    ...more,
  });
}

/** Runs the stages from documents to the contract. */
export function contractOf(...documents: readonly BundledDocument[]): {
  readonly contract: ContractModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
} {
  const { report, diagnostics } = collectDiagnostics();
  const contract = linkContract(repairSchemas(readDocuments(documents, report), report), report);
  return { contract, diagnostics, codes: diagnostics.map(({ code }) => code) };
}

export function json(schema: JsonObject): JsonObject {
  return { description: 'ok', content: { 'application/json': { schema } } };
}

export function stream(schema: JsonObject): JsonObject {
  return { description: 'ok', content: { 'text/event-stream': { schema } } };
}

export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
