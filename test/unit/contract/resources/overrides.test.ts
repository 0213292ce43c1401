/** The evidence of inferences, and the overrides of a file. */
import { describe, expect, it } from 'vitest';
import { loadResources } from '../../../../generator/load/load-resources.ts';
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
      'resources:\n  purchases: { path: /orders, key: total }\noperations:\n  POST /orders/{id}/cancel: { role: update, of: purchases }\n  GET /orders: sample\nunique: { purchases: [total] }\n',
    );
    expect(problems).toEqual([]);
    expect(graph.resources).toMatchObject([
      { name: 'purchases', key: { value: { property: '/total' }, confidence: 1 }, unique: ['total'] },
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

describe('a value of a file', () => {
  it.each([
    [
      'key',
      'resources: { orders: { key: totl } }',
      '1:24 Records of orders have no property totl. Did you mean total?',
    ],
    [
      'unique property',
      'unique: { orders: [statu] }',
      '1:20 Records of orders have no property statu. Did you mean status?',
    ],
    [
      'property of a record',
      'records:\n  orders:\n    - { id: o1 }\n    - { id: o2, staus: paid }',
      '4:17 Records of orders have no property staus. Did you mean status?',
    ],
    [
      'unknown property',
      'records: { orders: [{ colour: red }] }',
      '1:23 Records of orders have no property colour. They have id, status, total, createdAt.',
    ],
    [
      'value that is not listed',
      'records: { orders: [{ status: payd }] }',
      '1:23 payd is not a value of status in orders. Did you mean paid?',
    ],
    [
      'type',
      'records: { orders: [{ total: [1] }] }',
      '1:23 total of orders must be an integer, not an array.',
    ],
    ['record', 'records: { orders: [true] }', '1:21 A record of orders must be an object, not a boolean.'],
    [
      'state of a machine',
      'machines: { orders.status: { opn: { cancel: paid } } }',
      '1:30 opn is not a value of status in orders. Did you mean open?',
    ],
    [
      'next state',
      'machines: { orders.status: { open: { cancel: gone } } }',
      '1:38 gone is not a value of status in orders. It is one of open, paid.',
    ],
    [
      'property of a machine',
      'machines: { orders.statsu: {} }',
      '1:13 Records of orders have no property statsu. Did you mean status?',
    ],
    [
      'action of a machine',
      'machines: { orders.status: { open: { cancle: paid } } }',
      '1:38 The resource orders has no action cancle. Did you mean cancel?',
    ],
    [
      'state after an action',
      "operations: { 'POST /orders/{id}/cancel': { set: { status: cancelled } } }",
      '1:52 cancelled is not a value of status in orders. It is one of open, paid.',
    ],
    [
      'state before an action',
      "operations: { 'POST /orders/{id}/cancel': { from: [open, pai] } }",
      '1:58 pai is not a value of status in orders. Did you mean paid?',
    ],
    [
      'delay that is no duration',
      'machines: { orders.status: { open: { cancel: { to: paid, after: 1 hour } } } }',
      '1:65 machines.orders.status.open.cancel.after must be an ISO 8601 duration, such as PT1H30M or P2D, not 1 hour.',
    ],
    [
      'status for other states without states',
      "operations: { 'POST /orders/{id}/cancel': { else: 422 } }",
      '1:45 `else` has no effect without `from`. Add the states in which the operation is allowed.',
    ],
    [
      'second record with a key',
      'records: { orders: [{ id: o1 }, { id: o1 }] }',
      '1:33 Another record of orders has the same id, o1. This one is left out.',
    ],
    [
      'number of records above the limit',
      'records: { orders: 2000 }',
      '1:20 records.orders must be an integer from 0 to 1000.',
    ],
    [
      'condition of a list',
      "operations: { 'GET /orders': { where: { totl: 1 } } }",
      '1:41 Records of orders have no property totl. Did you mean total?',
    ],
  ])('is reported with its line if the description does not have it: %s', async (_, overrides, problem) => {
    expect((await infer(crud, overrides)).problems).toEqual([problem]);
  });

  it('has no effect where it does not fit, and the rest applies', async () => {
    const { graph } = await infer(
      crud,
      'resources: { orders: { key: nr } }\nunique: { orders: [nr, total] }',
    );
    expect(graph.resources[0]).toMatchObject({ key: { value: { property: '/id' } }, unique: ['total'] });
  });

  it.each([
    ['a number for a text', 'records: { orders: [{ id: 7 }] }'],
    ['a digit for a number', "records: { orders: [{ total: '7' }] }"],
    ['a name in another spelling', 'records: { orders: [{ created_at: 2026-01-01T00:00:00Z }] }'],
    ['a number of records', 'records: { orders: 3 }'],
  ])('is accepted as %s', async (_, overrides) => {
    expect((await infer(crud, overrides)).problems).toEqual([]);
  });
});

it('a wrong value of x-backlot is reported at its place in the description', async () => {
  const text = [
    'openapi: 3.1.0',
    "info: { title: Test, version: '1' }",
    'paths:',
    '  /orders/{id}:',
    '    get:',
    '      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]',
    "      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }",
    '  /orders/{id}/pay:',
    '    post:',
    '      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]',
    '      x-backlot:',
    '        set: { status: payd }',
    '        form: [open]',
    "      responses: { '204': { description: Paid } }",
    'components:',
    '  schemas:',
    '    Order: { type: object, properties: { id: { type: string }, status: { enum: [open, paid] } } }',
    'x-backlot:',
    '  records:',
    '    orders:',
    '      - { id: o1, staus: open }',
  ].join('\n');
  const { diagnostics } = await loadResources({
    openapi: 'openapi.yaml',
    texts: new Map([['openapi.yaml', text]]),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: '/',
    access: { isRemoteAllowed: false, folders: [] },
  });
  const problems = diagnostics.filter(({ code }) => code === 'RESOURCES_INVALID');
  expect(problems.map(({ place, position, message }) => [place?.file, position?.line, message])).toEqual([
    ['openapi.yaml', 21, 'Records of orders have no property staus. Did you mean status?'],
    ['openapi.yaml', 13, 'Unknown property operations.POST /orders/{id}/pay.form. Did you mean from?'],
    ['openapi.yaml', 12, 'payd is not a value of status in orders. Did you mean paid?'],
  ]);
});
