/** A small contract for tests of the trace, with one of each thing that facts describe. */
import { rootNode, type Json, type JsonObject } from '../../../../tools/trace/contract/document.ts';
import { readFacts } from '../../../../conformance/agent-platform/read-facts.ts';
import type { Fact, FactKind } from '../../../../contract/contract.ts';
import type { Contract } from '../../../../tools/trace/contract/read-contract.ts';

/** Makes a contract of two documents; files are named after the first two parts of a pointer. */
export function contractOf(openapi: JsonObject, asyncapi: JsonObject = {}): Contract {
  return {
    openapi: rootNode(openapi),
    asyncapi: rootNode(asyncapi),
    problems: [],
    fileOf: (pointer) => pointer.split('/').slice(1, 3).join('/'),
  };
}

/** Makes facts of rows `[kind, subject, text]`, with ids F-1-001, F-1-002 and so on. */
export function factsOf(rows: readonly (readonly [FactKind, string, string])[]): readonly Fact[] {
  const lines = rows.map(([kind, subject, text], index) =>
    [`F-1-${String(index + 1).padStart(3, '0')}`, '1', kind, subject, text].join('\t'),
  );
  return readFacts(['id\tsection\tkind\tsubject\tfact', ...lines].join('\n'));
}

/** Schemas that the operations refer to. */
const errorSchemas: JsonObject = {
  ErrorBody: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
};

/** Makes a document with one operation, `POST /v1/things/{id}` unless another path is given, and component schemas. */
export function documentOf(
  operation: JsonObject,
  schemas: JsonObject = {},
  path = '/v1/things/{id}',
): JsonObject {
  return {
    openapi: '3.1.1',
    security: [{ apiKey: [] }, { sessionToken: [] }],
    paths: { [path]: { post: operation } },
    components: {
      schemas: { ...errorSchemas, ...schemas },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer' },
        sessionToken: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

/** Makes a document with component schemas only. */
export function schemasOf(schemas: Readonly<Record<string, Json>>): JsonObject {
  return { openapi: '3.1.1', paths: {}, components: { schemas } };
}
