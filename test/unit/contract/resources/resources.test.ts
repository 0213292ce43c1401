/** The resources that follow from a description, and what a file overrides. */
import { describe, expect, it } from 'vitest';
import {
  infer,
  listOf,
  named,
  number,
  object,
  operation,
  rolesOf,
  text,
  type Written,
} from './describe-api.ts';

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
      'GET /reports/{id}/file': { out: { type: 'string', format: 'binary' }, types: ['application/pdf'] },
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

  it('take the key from a link only if a record has the property', async () => {
    const thing = object({ reference: text, id: text });
    const to = (pointer: string) => ({
      operationRef: '#/paths/~1things~1{thing}/get',
      parameters: { thing: `$response.body#${pointer}` },
    });
    const { graph } = await infer({
      'POST /publications': { out: object({ thingId: text }), links: { get: to('/thingId') } },
      'GET /things': { out: object({ data: listOf(thing) }), links: { get: to('/data/0/reference') } },
      'GET /things/{thing}': { out: thing },
    });
    const key = graph.resources.find(({ name }) => name === 'things')?.key;
    expect(key).toMatchObject({ value: { property: '/reference' }, confidence: 1 });
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
