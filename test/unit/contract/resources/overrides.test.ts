/** The evidence of inferences, and the overrides of a file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadResources } from '../../../../generator/load/load-resources.ts';
import { infer, roleText } from './describe-api.ts';

const tables = parse(readFileSync(join(import.meta.dirname, 'wrong-overrides.yaml'), 'utf8')) as Readonly<
  Record<'files' | 'values', readonly Readonly<Record<'name' | 'overrides' | 'problem', string>>[]>
>;

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

  it.each(tables.files)(
    'reports the $name with its line, and applies the rest',
    async ({ overrides, problem }) => {
      const { graph, problems } = await infer(crud, overrides);
      expect(problems[0]?.slice(0, problem.length)).toBe(problem);
      expect(graph.operations.map(roleText)).toContain('create orders');
    },
  );
});

describe('a value of a file', () => {
  it.each(tables.values)(
    'is reported with its line if the description does not have it: $name',
    async ({ overrides, problem }) => {
      expect((await infer(crud, overrides)).problems).toEqual([problem]);
    },
  );

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
