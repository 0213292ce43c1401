/** The resources that follow from a description, and what a file overrides. */
import { describe, expect, it } from 'vitest';
import type { OperationRole, ResourceGraph } from '../../../contract/resources/graph.ts';
import { inferResources } from '../../../contract/resources/infer-graph.ts';
import { buildModel } from '../../../generator/read/build-model.ts';
import { describeResources } from '../../../generator/load/describe-resources.ts';
import { describeResourceSource } from '../../../generator/load/resource-source.ts';
import { collectDiagnostics, type Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';
import { openDocument } from '../../../generator/source/open.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const number = { type: 'integer' };
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

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

interface Written {
  readonly in?: Schema;
  readonly out?: Schema | null;
  readonly status?: number;
  readonly query?: Readonly<Record<string, Schema>>;
  readonly headers?: readonly string[];
  readonly links?: unknown;
  readonly type?: string;
}

/** Infers the resources of operations, written by method and path. */
async function infer(operations: Readonly<Record<string, Written>>, overrides?: string) {
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
  { in: body, out, status = 200, query = {}, headers = [], links, type }: Written,
) {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name?.endsWith('number') === true ? number : text,
  }));
  return {
    parameters: [
      ...inPath,
      ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema })),
    ],
    ...(body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      [out === null ? 204 : status]: {
        description: 'OK',
        ...(out === null || out === undefined
          ? {}
          : { content: { [type ?? 'application/json']: { schema: out } } }),
        ...(headers.length === 0
          ? {}
          : { headers: Object.fromEntries(headers.map((name) => [name, { schema: text }])) }),
        ...(links === undefined ? {} : { links }),
      },
    },
  };
}

/** Returns what each operation does, as `role resource`. */
function rolesOf({ operations }: ResourceGraph): readonly string[] {
  return operations.map(({ role, resource }) => `${role.value} ${resource ?? '-'}`);
}

function operation(graph: ResourceGraph, index: number): OperationRole {
  const role = graph.operations[index];
  if (role === undefined) throw new Error('There is no such operation.');
  return role;
}

const crud = {
  'GET /orders': {
    out: object({ data: listOf(named('OrderCompact')), next_cursor: text }),
    query: { cursor: text, limit: number },
  },
  'POST /orders': { in: named('OrderInput'), out: named('Order'), status: 201 },
  'GET /orders/{order_id}': { out: named('Order') },
  'PUT /orders/{order_id}': { in: named('OrderInput'), out: named('Order') },
  'DELETE /orders/{order_id}': { out: null },
  'POST /orders/{order_id}/cancel': { out: named('Order') },
} satisfies Record<string, Written>;

describe('the resources of a description', () => {
  it('are collections whose records are created, read, replaced and deleted', async () => {
    const { graph } = await infer(crud);
    expect(rolesOf(graph)).toEqual([
      'list orders',
      'create orders',
      'read orders',
      'replace orders',
      'delete orders',
      'action orders',
    ]);
    expect(graph.resources).toMatchObject([
      {
        name: 'orders',
        kind: 'collection',
        itemPath: '/orders/{order_id}',
        schema: 'Order',
        key: { value: { property: '/id' } },
      },
    ]);
  });

  it('have pages, envelopes and filters', async () => {
    const { graph } = await infer({
      ...crud,
      'GET /orders': {
        out: object({ data: listOf(named('OrderCompact')), has_more: { type: 'boolean' } }),
        query: {
          starting_after: text,
          limit: number,
          status: text,
          created_after: text,
          q: text,
          sort: text,
          unknown: text,
        },
      },
    });
    const list = operation(graph, 0);
    expect(list.envelope?.value).toBe('/data');
    expect(list.paging?.value).toMatchObject({
      style: 'after',
      position: 'starting_after',
      size: 'limit',
      hasMore: '/has_more',
    });
    expect(list.query.map(({ parameter, use }) => [parameter, use.value])).toEqual([
      ['status', { kind: 'filter', property: '/status', compare: 'equal' }],
      ['created_after', { kind: 'filter', property: '/createdAt', compare: 'least' }],
      ['q', { kind: 'search' }],
      ['sort', { kind: 'sort' }],
      ['unknown', { kind: 'none' }],
    ]);
  });

  it.each([
    [
      'a number of a page',
      { page: number, per_page: number },
      object({ orders: listOf(named('Order')), total: number }),
      'page',
      '/orders',
    ],
    [
      'a count of items',
      { offset: number, limit: number },
      object({ items: listOf(named('Order')) }),
      'offset',
      '/items',
    ],
    [
      'a text that cannot be counted',
      { offset: text, limit: number },
      object({ data: listOf(named('Order')), next_page: object({ offset: text }) }),
      'token',
      '/data',
    ],
    ['an id, in a bare list', { after: text }, listOf(named('Order')), 'after', ''],
    ['nothing but a limit', { limit: number }, listOf(named('Order')), 'limit', ''],
  ])('are paged by %s', async (_, query, out, style, envelope) => {
    const { graph } = await infer({ ...crud, 'GET /orders': { query, out } });
    expect(operation(graph, 0)).toMatchObject({
      envelope: { value: envelope },
      paging: { value: { style } },
    });
  });

  it('are seen through the paths of their parents', async () => {
    const { graph } = await infer({
      ...crud,
      'GET /customers/{customer_id}': { out: object({ id: text }) },
      'GET /customers/{customer_id}/orders': { out: object({ data: listOf(named('OrderCompact')) }) },
      'POST /customers/{customer_id}/orders': { in: named('OrderInput'), out: named('Order'), status: 201 },
      'GET /orders/search': { out: listOf(named('Order')), query: { q: text } },
    });
    expect(rolesOf(graph).slice(6)).toEqual([
      'read customers',
      'list orders',
      'create orders',
      'search orders',
    ]);
  });

  it('have compound keys, and keys that the parameter adds to their name', async () => {
    const { graph } = await infer({
      'GET /repos/{owner}/{repo}': { out: object({ id: number, name: text }) },
      'PATCH /repos/{owner}/{repo}': { in: object({ name: text }), out: object({ id: number, name: text }) },
      'GET /repos/{owner}/{repo}/issues': {
        out: listOf(named('Issue')),
        headers: ['Link'],
        query: { page: number },
      },
      'GET /repos/{owner}/{repo}/issues/{issue_number}': { out: named('Issue') },
    });
    expect(graph.resources).toMatchObject([
      { name: 'repos', key: { value: { parameters: ['owner', 'repo'] } } },
      { name: 'issues', key: { value: { parameters: ['issue_number'], property: '/number' } } },
    ]);
    expect(graph.resources[1]?.parents.at(-1)).toEqual({ parameter: 'repo', resource: 'repos' });
    expect(operation(graph, 2).paging?.value).toMatchObject({ style: 'page', next: { in: 'header' } });
  });

  it('are also singletons, flags, sets, feeds and files', async () => {
    const { graph } = await infer({
      'GET /settings': { out: object({ theme: text }) },
      'PATCH /settings': { in: object({ theme: text }), out: object({ theme: text }) },
      'GET /user/starred/{repo}': { out: null },
      'PUT /user/starred/{repo}': { out: null },
      'DELETE /user/starred/{repo}': { out: null },
      'PUT /issues/{number}/lock': { out: null },
      'DELETE /issues/{number}/lock': { out: null },
      'GET /events': { out: listOf(object({ kind: text })) },
      'GET /reports/{id}/file': { out: { type: 'string', format: 'binary' }, type: 'application/pdf' },
    });
    expect(rolesOf(graph)).toEqual([
      'singleton-read settings',
      'singleton-update settings',
      'flag-read starred',
      'relate starred',
      'unrelate starred',
      'flag-set lock',
      'flag-unset lock',
      'list events',
      'download file',
    ]);
    expect(graph.resources.map(({ kind }) => kind)).toEqual(['set', 'singleton', 'flag', 'feed', 'blob']);
  });

  it('are certain where links declare the key', async () => {
    const links = {
      get: {
        operationRef: '#/paths/~1things~1{thing}/get',
        parameters: { thing: '$response.body#/reference' },
      },
    };
    const { graph } = await infer({
      'POST /things': {
        in: object({ label: text }),
        out: object({ reference: text, id: text }),
        status: 201,
        links,
      },
      'GET /things/{thing}': { out: object({ reference: text, id: text }) },
    });
    expect(graph.resources[0]?.key).toMatchObject({ value: { property: '/reference' }, confidence: 1 });
  });

  it('have evidence for each inference', async () => {
    const { graph } = await infer(crud);
    for (const { role } of graph.operations) expect(role.evidence.length).toBeGreaterThan(0);
    expect(operation(graph, 2).role.evidence[0]).toEqual({
      text: 'it gets one record',
      pointer: 'openapi.json#/paths/~1orders~1{order_id}/get',
    });
  });
});

describe('a file of overrides', () => {
  it('replaces what is inferred', async () => {
    const { graph, problems } = await infer(
      crud,
      'resources:\n  purchases: { path: /orders, key: number }\noperations:\n  POST /orders/{id}/cancel: { role: update, of: purchases }\n  GET /orders: sample\nunique: { purchases: [number] }\n',
    );
    expect(problems).toEqual([]);
    expect(graph.resources).toMatchObject([
      { name: 'purchases', key: { value: { property: '/number' }, confidence: 1 }, unique: ['number'] },
    ]);
    expect(rolesOf(graph)).toEqual([
      'sample -',
      'create purchases',
      'read purchases',
      'replace purchases',
      'delete purchases',
      'update purchases',
    ]);
  });

  it.each([
    ['unknown resource', 'unique: { order: [id] }', '1:11 There is no resource order. Did you mean orders?'],
    ['wrong key', 'resource: {}', '1:1 Unknown property resource. Did you mean resources?'],
    [
      'wrong role',
      'operations:\n  GET /orders: { role: lists }',
      '2:24 operations.GET /orders.role must be one of create, ',
    ],
    [
      'unknown operation',
      'operations:\n  GET /order: sample',
      '2:3 The description has no operation GET /order. Did you mean GET /orders?',
    ],
    [
      'circle of parents',
      "resources:\n  orders: { parent: { orders: '/orders/{order_id}' } }",
      '2:13 The parents form a circle: orders in orders.',
    ],
    ['broken text', 'resources: [', '1:13 '],
  ])('reports the %s with its line, and applies the rest', async (_, overrides, problem) => {
    const { graph, problems } = await infer(crud, overrides);
    expect(problems[0]?.slice(0, problem.length)).toBe(problem);
    expect(rolesOf(graph)).toContain('create orders');
  });
});
