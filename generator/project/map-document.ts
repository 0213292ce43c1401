/**
 * Rebuilds an OpenAPI document with its schemas and response bodies replaced. Knows which objects of a document contain
 * which others, so that examples and extensions are never treated as schemas.
 */
import { isArray, isObject } from '../json/json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { isSchema } from '../schema/keywords.ts';

/** Replaces parts of a document. */
export interface DocumentVisitor {
  readonly schema: (schema: JsonSchema) => JsonSchema;
  /** Replaces the content of a response in one media type; `operation` is `null` for a shared response. */
  readonly content: (content: JsonObject, mediaType: string, operation: JsonObject | null) => JsonObject;
}

type Kind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'body'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'schema';

/** What a property contains: an object of the kind, a list or a map of them. */
type Field = readonly [kind: Kind, form?: 'list' | 'map'];

const operation: Field = ['operation'];
const pathItems: Field = ['pathItem', 'map'];
const parameters: Field = ['parameter', 'list'];
const headers: Field = ['parameter', 'map'];
const content: Field = ['mediaType', 'map'];

const fields: Readonly<Record<Kind, Readonly<Record<string, Field>>>> = {
  document: { paths: pathItems, webhooks: pathItems, components: ['components'] },
  components: {
    schemas: ['schema', 'map'],
    parameters: ['parameter', 'map'],
    headers,
    requestBodies: ['body', 'map'],
    responses: ['response', 'map'],
    callbacks: ['callback', 'map'],
    pathItems,
    mediaTypes: content,
  },
  pathItem: {
    parameters,
    get: operation,
    put: operation,
    post: operation,
    delete: operation,
    options: operation,
    head: operation,
    patch: operation,
    trace: operation,
    query: operation,
    additionalOperations: ['operation', 'map'],
  },
  operation: {
    parameters,
    requestBody: ['body'],
    responses: ['response', 'map'],
    callbacks: ['callback', 'map'],
  },
  callback: {},
  parameter: { schema: ['schema'], content },
  body: { content },
  response: { headers, content },
  mediaType: {
    schema: ['schema'],
    itemSchema: ['schema'],
    encoding: ['encoding', 'map'],
    itemEncoding: ['encoding'],
    prefixEncoding: ['encoding', 'list'],
  },
  encoding: { headers },
  schema: {},
};

interface NodeContext {
  readonly operation: JsonObject | null;
  readonly isResponse: boolean;
  readonly key: string;
}

export function mapDocument(document: JsonObject, visitor: DocumentVisitor): JsonObject {
  const mapped = mapNode(document, 'document', { operation: null, isResponse: false, key: '' }, visitor);
  return isObject(mapped) ? mapped : document;
}

function mapNode(node: JsonValue, kind: Kind, around: NodeContext, visitor: DocumentVisitor): JsonValue {
  if (kind === 'schema') return isSchema(node) ? visitor.schema(node) : node;
  if (!isObject(node)) return node;
  const inside: NodeContext = {
    operation: kind === 'operation' ? node : around.operation,
    isResponse: kind === 'response' || (around.isResponse && kind === 'mediaType'),
    key: '',
  };
  const mapped = mapEntries(node, (value, key) => {
    const field = fieldOf(kind, key);
    return field === null ? value : mapField(value, field, { ...inside, key }, visitor);
  });
  return kind === 'mediaType' && around.isResponse
    ? visitor.content(mapped, around.key, around.operation)
    : mapped;
}

function mapField(
  value: JsonValue,
  [kind, form]: Field,
  around: NodeContext,
  visitor: DocumentVisitor,
): JsonValue {
  if (form === 'list')
    return isArray(value) ? value.map((each) => mapNode(each, kind, around, visitor)) : value;
  if (form !== 'map') return mapNode(value, kind, around, visitor);
  if (!isObject(value)) return value;
  return mapEntries(value, (each, key) =>
    key.startsWith('x-') && kind !== 'parameter' ? each : mapNode(each, kind, { ...around, key }, visitor),
  );
}

function fieldOf(kind: Kind, key: string): Field | null {
  if (key.startsWith('x-')) return null;
  // The properties of a callback are expressions.
  if (kind === 'callback') return ['pathItem'];
  return Object.hasOwn(fields[kind], key) ? (fields[kind][key] ?? null) : null;
}

/** Rebuilds an object with each value replaced. */
export function mapEntries(
  node: JsonObject,
  replace: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replace(value, key)]));
}
