/** The evidence of inferences, and what a file overrides. */
import { describe, expect, it } from 'vitest';
import { infer, roleText } from './describe-api.ts';

const crud = {
  'GET /orders': { out: { data: ['OrderCompact'] } },
  'POST /orders': { in: 'OrderInput', out: 'Order', status: 201 },
  'GET /orders/{order_id}': { out: 'Order' },
  'PUT /orders/{order_id}': { in: 'OrderInput', out: 'Order' },
  'DELETE /orders/{order_id}': { out: null },
  'POST /orders/{order_id}/cancel': { out: 'Order' },
} as const;

it('every inference has evidence', async () => {
  const { graph, roles } = await infer(crud);
  for (const { role } of graph.operations) expect(role.evidence.length).toBeGreaterThan(0);
  expect(roles.get('GET /orders/{order_id}')?.role.evidence[0]).toEqual({
    text: 'it gets one record',
    pointer: 'openapi.json#/paths/~1orders~1{order_id}/get',
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
    expect(graph.operations.map(roleText)).toEqual([
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
    expect(graph.operations.map(roleText)).toContain('create orders');
  });
});
