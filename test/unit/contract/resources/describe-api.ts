/** Describes small APIs by their operations, and infers their resources. */
import type { OperationRole } from '../../../../contract/resources/graph.ts';
import { buildModel } from '../../../../generator/read/build-model.ts';
import { describeResources } from '../../../../generator/load/describe-resources.ts';
import { describeResourceGraph } from '../../../../generator/describe/resource-graph.ts';
import { collectDiagnostics, type Diagnostic } from '../../../../generator/diagnostics/diagnostics.ts';
import type { JsonObject } from '../../../../generator/json/documents.ts';
import { openDocument } from '../../../../generator/source/open.ts';

/**
 * A schema in short: `text`, `number` or `boolean`, the name of one of the schemas below, a list, an object whose required
 * properties end in `!`, or `{ schema: … }` with any other schema.
 */
export type Short = string | readonly [Short] | { readonly [property: string]: Short | JsonObject };

const types: Readonly<Record<string, JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'integer' },
  boolean: { type: 'boolean' },
};

const schemas = Object.fromEntries(
  Object.entries({
    Order: {
      'id!': 'text',
      status: { schema: { enum: ['open', 'paid'] } },
      total: 'number',
      createdAt: { schema: { type: 'string', format: 'date-time' } },
    },
    OrderCompact: { id: 'text', status: 'text' },
    OrderInput: { 'total!': 'number', 'customer!': 'text' },
    OrderSettings: { alerts: { email: 'boolean', phone: 'boolean' } },
    Issue: { number: 'number', title: 'text' },
  } satisfies Record<string, Short>).map(([name, short]) => [name, schemaOf(short)]),
);

function schemaOf(short: Short): JsonObject {
  if (typeof short === 'string') return types[short] ?? { $ref: `#/components/schemas/${short}` };
  if (Array.isArray(short)) return { type: 'array', items: schemaOf(short[0] as Short) };
  const { schema, ...rest } = short as Readonly<Record<string, Short>>;
  if (schema !== undefined) return schema as unknown as JsonObject;
  const names = Object.keys(rest).map((name) => name.replace('!', ''));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.values(rest).map((value, at) => [names[at], schemaOf(value)])),
    required: names.filter((name) => `${name}!` in rest),
  };
}

/** The input and the output of an operation. */
export interface Written {
  readonly in?: Short;
  readonly out?: Short | null;
  readonly status?: number;
  readonly query?: Readonly<Record<string, Short>>;
  readonly headers?: readonly string[];
  readonly links?: unknown;
  /** The media types of the response; default: application/json. */
  readonly types?: readonly string[];
  readonly summary?: string;
  /** Describes each path parameter. */
  readonly about?: string;
  /** Further statuses without a body. */
  readonly also?: readonly number[];
  /** The media type of the request body; default: application/json. */
  readonly sends?: string;
}

/** Infers the resources of operations, written by method and path. Shape: `roles` by method and path too. */
export async function infer(operations: Readonly<Record<string, Written>>, overrides?: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, written] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(path, written);
  }
  const root = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, components: { schemas } };
  const { report, diagnostics } = collectDiagnostics();
  const source = {
    kind: 'openapi' as const,
    file: 'openapi.json',
    absolute: '/openapi.json',
    text: JSON.stringify(root),
  };
  const { document } = await openDocument(source, '/', report);
  if (document === null) throw new Error(JSON.stringify(diagnostics));
  const model = buildModel([document], report);
  const graph =
    overrides === undefined
      ? describeResourceGraph(model)
      : describeResources(model, { file: 'backlot.resources.yaml', text: overrides }, report).graph;
  const names = model.operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  return {
    graph,
    roles: new Map(names.map((name, index) => [name, graph.operations[index]!])),
    problems: diagnostics
      .filter(({ code }) => code === 'RESOURCES_INVALID' || code === 'DOCUMENT_SYNTAX')
      .map(problemText),
  };
}

function problemText({ message, position }: Diagnostic): string {
  return `${position?.line ?? 0}:${position?.column ?? 0} ${message}`;
}

function operationOf(
  path: string,
  {
    in: body,
    out,
    status = 200,
    query = {},
    headers = [],
    links,
    types: media = ['application/json'],
    summary = '',
    about = '',
    also = [],
    sends = 'application/json',
  }: Written,
) {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: about,
    schema: schemaOf(name?.endsWith('number') === true ? 'number' : 'text'),
  }));
  return {
    summary,
    parameters: [
      ...inPath,
      ...Object.entries(query).map(([name, short]) => ({ name, in: 'query', schema: schemaOf(short) })),
    ],
    ...(body === undefined ? {} : { requestBody: { content: { [sends]: { schema: schemaOf(body) } } } }),
    responses: {
      ...Object.fromEntries(also.map((each) => [each, { description: 'Other' }])),
      [out === null ? 204 : status]: {
        description: 'OK',
        ...(out === null || out === undefined
          ? {}
          : { content: Object.fromEntries(media.map((type) => [type, { schema: schemaOf(out) }])) }),
        ...(headers.length === 0
          ? {}
          : { headers: Object.fromEntries(headers.map((name) => [name, { schema: schemaOf('text') }])) }),
        ...(links === undefined ? {} : { links }),
      },
    },
  };
}

export function roleText({ role, resource }: OperationRole): string {
  return `${role.value} ${resource ?? '-'}`;
}
