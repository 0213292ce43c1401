/** Rejections and deletions that only the texts of a description state. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { one, path } from './support/written-parts.ts';

const sent = (schema: string) =>
  `{ required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const none = `'401': { description: Unknown. }, '404': { description: None. }`;
const invalid = `'400': { description: Invalid. }, '401': { description: Unknown. }`;
const conflict = `'409': { description: The state does not allow this. }`;

const description = `
openapi: 3.1.0
info:
  title: Orders
  version: 1.0.0
  description: A method that a path does not have is rejected with \`405\`.
security: [{ bearer: [] }]
paths:
  /shops:
    post:
      operationId: createShop
      requestBody: ${sent('ShopInput')}
      responses: { '201': ${one('Shop')}, ${invalid} }
  /shops/{shop_id}:
    parameters: [${path('shop_id')}]
    get: { operationId: getShop, responses: { '200': ${one('Shop')}, ${none} } }
    delete:
      operationId: deleteShop
      description: Deletes the shop together with its orders.
      responses: { '204': { description: It is gone. }, ${none} }
  /orders:
    post:
      operationId: createOrder
      description: The same key with another body is rejected with \`422\`.
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: ${sent('OrderInput')}
      responses: { '201': ${one('Order')}, ${invalid}, '422': { description: It is not possible. } }
  /orders/{order_id}:
    parameters: [${path('order_id')}]
    get: { operationId: getOrder, responses: { '200': ${one('Order')}, ${none} } }
    patch:
      operationId: updateOrder
      description: A locked order cannot be changed (\`409\`).
      requestBody: ${sent('OrderPatch')}
      responses: { '200': ${one('Order')}, ${invalid}, '404': { description: None. }, ${conflict} }
  /orders/{order_id}/pay:
    parameters: [${path('order_id')}]
    post:
      operationId: payOrder
      description: Takes the order from \`new\` to \`paid\`. In any other status the response is \`409\`.
      responses: { '200': ${one('Order')}, ${none}, ${conflict} }
  /orders/{order_id}/lock:
    parameters: [${path('order_id')}]
    post:
      operationId: lockOrder
      description: Sets \`locked\` of an order that is \`paid\`. An order in another status is rejected with \`409\`.
      responses: { '200': ${one('Order')}, ${none}, ${conflict} }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    ShopInput: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Shop: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    OrderInput:
      type: object
      required: [shop_id, note]
      properties: { shop_id: { type: string }, note: { type: string, minLength: 1 } }
    OrderPatch: { type: object, required: [note], properties: { note: { type: string, minLength: 1 } } }
    Order:
      type: object
      required: [id, shop_id, note, status, locked]
      properties:
        id: { type: string, readOnly: true }
        shop_id: { type: string }
        note: { type: string }
        status: { type: string, enum: [new, paid], readOnly: true }
        locked: { type: boolean, readOnly: true }
`;

type Fault = 'none' | 'pay' | 'lock' | 'edit' | 'key' | 'kept' | 'reveal' | 'method';

interface Row {
  readonly kind: string;
  readonly owner: string;
  readonly value: Readonly<Record<string, unknown>> & { readonly id: string };
}

function createService(fault: Fault) {
  const rows = new Map<string, Row>();
  const keys = new Map<string, readonly [sent: string, id: string]>();
  let count = 0;
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const add = (kind: string, owner: string, value: object): string => {
    const id = `${kind}-${(count += 1)}`;
    rows.set(id, { kind, owner, value: { ...value, id } });
    return id;
  };
  const change = (row: Row, value: object): Response => {
    const changed = { ...row, value: { ...row.value, ...value } };
    rows.set(row.value.id, changed);
    return Response.json(changed.value);
  };
  const unknownMethod = (): Response => (fault === 'method' ? empty(404) : empty(405, { allow: 'GET' }));
  const create = (kind: string, owner: string, { body, headers, text }: WrittenCall): Response => {
    const { name, note, shop_id: shop } = body ?? {};
    const isShop = kind === 'shops';
    const above = rows.get(String(shop));
    if (isShop ? !isText(name) : !isText(note) || !isText(shop) || above?.owner !== owner) return empty(400);
    const key = headers.get('idempotency-key');
    const [before, known] = (key === null ? undefined : keys.get(key)) ?? [];
    if (before !== undefined && before !== text && fault !== 'key') return empty(422);
    const isAgain = before === text && known !== undefined;
    const made = isShop ? { name } : { note, shop_id: shop, status: 'new', locked: false };
    const id = isAgain ? known : add(kind, owner, made);
    if (key !== null && !isAgain) keys.set(key, [text, id]);
    return Response.json(rows.get(id)?.value, { status: 201 });
  };
  const act = (row: Row, action: string): Response => {
    const { status, locked } = row.value;
    if (action === 'pay')
      return status === 'new' || fault === 'pay' ? change(row, { status: 'paid' }) : empty(409);
    return status === 'paid' || locked === true || fault === 'lock'
      ? change(row, { locked: true })
      : empty(409);
  };
  return (call: WrittenCall): Response => {
    const { method, body, headers } = call;
    const owner = headers.get('authorization')?.toLowerCase() ?? '';
    const [kind = '', id, action, ...others] = call.path.split('/').slice(1).map(decodeURIComponent);
    if (!['bearer one', 'bearer two'].includes(owner)) return empty(401);
    if (others.length > 0 || !['shops', 'orders'].includes(kind)) return empty(404);
    if (id === undefined) return method === 'POST' ? create(kind, owner, call) : unknownMethod();
    const row = rows.get(id);
    if (row !== undefined && row.owner !== owner && fault === 'reveal') return empty(403);
    if (row?.kind !== kind || row.owner !== owner) return empty(404);
    const isAction = kind === 'orders' && (action === 'pay' || action === 'lock');
    if (action !== undefined && !isAction) return empty(404);
    if (isAction) return method === 'POST' ? act(row, action) : unknownMethod();
    if (method === 'GET') return Response.json(row.value);
    if (method === 'PATCH' && kind === 'orders') {
      if (!isText(body?.['note'])) return empty(400);
      return row.value['locked'] === true && fault !== 'edit'
        ? empty(409)
        : change(row, { note: body?.['note'] });
    }
    if (method !== 'DELETE' || kind !== 'shops') return unknownMethod();
    rows.delete(id);
    for (const [key, { value }] of rows) if (value['shop_id'] === id && fault !== 'kept') rows.delete(key);
    return empty(204);
  };
}

it.each([
  ['none', []],
  ['pay', ['fail LAW47 /orders']],
  ['lock', ['fail LAW47 /orders']],
  ['edit', ['fail LAW47 /orders']],
  ['key', ['fail P02 createOrder']],
  ['kept', ['fail LAW13 /shops', 'warn LAW13 /shops']],
  ['reveal', ['warn LAW16 /shops', 'warn LAW16 /orders']],
] as const)('has these findings with the fault %s', async (fault, expected) => {
  const credentials = { full: 'one', otherOrganization: 'two' };
  const report = await checkWritten(description, createService(fault), { credentials });
  const findings = report.outcomes.flatMap((outcome) => outcome.findings);
  const names = findings.map(({ verdict, check, subject }) => `${verdict} ${check} ${subject}`);
  expect(new Set(names)).toEqual(new Set(expected));
});

it.each([
  ['none', []],
  ['method', ['createShop', 'createOrder', 'getShop', 'getOrder']],
] as const)('expects 405 for other methods, with the fault %s', async (fault, expected) => {
  const report = await checkWritten(description, createService(fault), {
    credentials: { full: 'one' },
    only: ['LAW40'],
    level: 'destructive',
  });
  const warned = report.outcomes.filter(({ verdict }) => verdict === 'warn').map(({ subject }) => subject);
  expect(new Set(warned)).toEqual(new Set(expected));
});
