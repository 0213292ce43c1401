import { join } from 'node:path';
import { afterEach, expect, expectTypeOf, test } from 'vitest';
import { createDescribedMock } from '../../mock/described-mock.ts';
import { createMock, defineMock, type Engine, type MockDefinition } from '../../mock/index.ts';

const openapi = join(import.meta.dirname, 'descriptions/shop.yaml');
const clock = { mode: 'frozen', now: '2026-03-01T12:00:00Z' } as const;
const open: Engine[] = [];

afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close();
});

interface Order {
  readonly id: string;
  readonly item?: string;
  readonly status: 'open' | 'paid' | 'shipped' | 'held';
}

/** As `backlot generate` writes them. */
interface Handlers<Context> {
  createOrder(
    request: { readonly body: { readonly item?: string } },
    context: Context,
  ): { readonly status: 201; readonly body: Order };
  getOrder(
    request: { readonly path: { readonly orderId: string } },
    context: Context,
  ): { readonly status: 200; readonly body: Order };
}

async function start(mock: MockDefinition, more = {}): Promise<Engine> {
  const engine = await createMock({ openapi, mock, clock, ...more });
  open.push(engine);
  return engine;
}

async function call(
  mock: Engine,
  method: string,
  path: string,
  body?: object,
  token = 't',
): Promise<Response> {
  return mock.fetch(mock.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

test('a function responds for its operation, with what the mock would have responded at hand', async () => {
  const definition = defineMock<Handlers<unknown>>({
    operations: {
      async createOrder(request, mock) {
        expectTypeOf(request.body.item).toEqualTypeOf<string | undefined>();
        const response = await mock.next();
        expectTypeOf(response.body).toEqualTypeOf<Order>();
        const orders = mock.resources.of<Order>('/orders');
        return { status: 201, body: await orders.patch(response.body.id, { status: 'paid' }) };
      },
      getOrder: ({ path }) =>
        path.orderId === 'mine' ? { status: 200, body: { id: 'mine', status: 'held' } } : undefined,
    },
  });
  const mock = await start(definition as MockDefinition);
  const created = (await (await call(mock, 'POST', '/orders', { item: 'Lamp' })).json()) as Order;
  expect(created).toMatchObject({ item: 'Lamp', status: 'paid' });
  expect(await (await call(mock, 'GET', `/orders/${created.id}`)).json()).toEqual(created);
  expect(await (await call(mock, 'GET', '/orders/mine')).json()).toEqual({ id: 'mine', status: 'held' });
});

test('ids and numbers are the same for the same world, and work is done later on its clock', async () => {
  const seen: unknown[] = [];
  const definition: MockDefinition = {
    operations: {
      listOrders(_request, mock) {
        seen.push([mock.id('ord'), mock.random(), mock.clock.now, mock.caller.scheme]);
        mock.after('PT5M', 'shipOrder', { path: { orderId: 'o1' } });
        return undefined;
      },
    },
    records: { orders: [{ id: 'o1', status: 'open' }] },
    machines: { 'orders.status': { open: { ship: 'shipped' } } },
  };
  for (const mock of [await start(definition), await start(definition)]) {
    expect(await (await call(mock, 'GET', '/orders')).json()).toEqual([
      expect.objectContaining({ id: 'o1' }),
    ]);
    await mock.world().clock.advance('PT5M');
    await expect
      .poll(async () => (await call(mock, 'GET', '/orders/o1')).json())
      .toMatchObject({ status: 'shipped' });
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toEqual([
    expect.stringMatching(/^ord_\w{20}$/),
    expect.any(Number),
    '2026-03-01T12:00:00.000Z',
    'token',
  ]);
});

test('a stream has the events that are listed for it', async () => {
  const mock = await start({ streams: { followOrder: [{ status: 'packed' }, { status: 'gone' }] } });
  const text = await (await call(mock, 'GET', '/orders/o1/follow')).text();
  expect(text).toBe('data: {"status":"packed"}\n\ndata: {"status":"gone"}\n\n');
});

test('only listed credentials are accepted, with the scopes that they have', async () => {
  const mock = await start({
    credentials: [{ token: 'reader', scopes: ['orders.read'] }, { token: 'admin' }],
  });
  expect((await call(mock, 'GET', '/orders', undefined, 'other')).status).toBe(401);
  expect((await call(mock, 'GET', '/orders', undefined, 'reader')).status).toBe(200);
  expect((await call(mock, 'POST', '/orders', {}, 'reader')).status).toBe(403);
  expect((await call(mock, 'POST', '/orders', {}, 'admin')).status).toBe(201);
});

test('names that do not exist are reported', async () => {
  await expect(start({ operations: { createOrdr: () => undefined } })).rejects.toThrow(
    'The description has no operation createOrdr. Did you mean createOrder?',
  );
  await expect(start({ records: { order: 2 } })).rejects.toThrow(
    'records.order: There is no resource order.',
  );
});

test('a reload serves what is new, and completes the records that no longer fit', async () => {
  const { engine, reload } = await createDescribedMock({
    openapi,
    clock,
    mock: { records: { orders: [{ id: 'o1', item: 'Lamp' }] } },
  });
  open.push(engine);
  await call(engine, 'POST', '/orders', { item: 'Mine' });
  await engine.world().dispatch((tx) => {
    const record = { id: 'bad', resource: 'orders', number: 99, key: 'bad', parents: {}, version: 1 };
    const value = { id: 'bad', status: 'nowhere' };
    tx.put({ name: 'resource' } as never, { ...record, value, createdAt: 0, updatedAt: 0 } as never);
    return { ok: true, value: null };
  });
  const { problems } = await reload({ mock: { records: { orders: [{ id: 'o9', item: 'New' }] } } });
  expect(problems).toEqual(['World default: completed, to fit the description: orders bad']);
  const items = (await (await call(engine, 'GET', '/orders')).json()) as readonly Order[];
  expect(items.map(({ item }) => item)).toEqual(['Mine', 'New', undefined]);
});
