/** Describes small APIs by their operations, and infers their resources. */
import type { OperationRole, ResourceGraph } from '../../../../contract/resources/graph.ts';
import { inferResources } from '../../../../contract/resources/infer-graph.ts';
import { buildModel } from '../../../../generator/read/build-model.ts';
import { describeResources } from '../../../../generator/load/describe-resources.ts';
import { describeResourceSource } from '../../../../generator/load/resource-source.ts';
import { collectDiagnostics, type Diagnostic } from '../../../../generator/diagnostics/diagnostics.ts';
import { openDocument } from '../../../../generator/source/open.ts';

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schemas of a text, of a number, of an object and of a list, and a reference to a named one. */
export const text = { type: 'string' };
export const number = { type: 'integer' };
export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  properties,
  required,
});
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Order: object(
    {
      id: text,
      status: { enum: ['open', 'paid'] },
      total: number,
      createdAt: { ...text, format: 'date-time' },
    },
    ['id'],
  ),
  OrderCompact: object({ id: text, status: text }),
  OrderInput: object({ total: number, customer: text }, ['total', 'customer']),
  Issue: object({ number, title: text }),
};

/** What an operation takes and returns. */
export interface Written {
  readonly in?: Schema;
  readonly out?: Schema | null;
  readonly status?: number;
  readonly query?: Readonly<Record<string, Schema>>;
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

/** Infers the resources of operations, written by method and path. */
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
  if (overrides === undefined) return { graph: inferResources(describeResourceSource(model)), problems: [] };
  const { graph } = describeResources(model, { file: 'backlot.resources.yaml', text: overrides }, report);
  return { graph, problems: diagnostics.filter(({ code }) => code === 'RESOURCES_INVALID').map(problemText) };
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
    types = ['application/json'],
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
    schema: name?.endsWith('number') === true ? number : text,
  }));
  return {
    summary,
    parameters: [
      ...inPath,
      ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema })),
    ],
    ...(body === undefined ? {} : { requestBody: { content: { [sends]: { schema: body } } } }),
    responses: {
      ...Object.fromEntries(also.map((each) => [each, { description: 'Other' }])),
      [out === null ? 204 : status]: {
        description: 'OK',
        ...(out === null || out === undefined
          ? {}
          : { content: Object.fromEntries(types.map((type) => [type, { schema: out }])) }),
        ...(headers.length === 0
          ? {}
          : { headers: Object.fromEntries(headers.map((name) => [name, { schema: text }])) }),
        ...(links === undefined ? {} : { links }),
      },
    },
  };
}

/** Returns what each operation does, as `role resource`. */
export function rolesOf({ operations }: ResourceGraph): readonly string[] {
  return operations.map(({ role, resource }) => `${role.value} ${resource ?? '-'}`);
}

/** Returns what is inferred about an operation, by its index. */
export function operation(graph: ResourceGraph, index: number): OperationRole {
  const role = graph.operations[index];
  if (role === undefined) throw new Error('There is no such operation.');
  return role;
}
