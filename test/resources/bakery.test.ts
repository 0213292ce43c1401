import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedMock, type Described } from './described.ts';

let mock: Described;

beforeAll(async () => {
  mock = await describedMock('bakery.yaml');
});

afterAll(async () => {
  await mock.engine.close();
  expect(mock.reports).toEqual([]);
});

async function start(more: object = {}): Promise<string> {
  const { body } = await mock.call('POST', '/bakes', { oven: 'north', ...more });
  expect(body).toMatchObject({ status: 'queued', finished: null });
  return `/bakes/${(body as { readonly id: string }).id}`;
}

test('work that may fail completes by itself, with its time and all of its progress', async () => {
  const path = await start();
  await mock.advance(600);
  expect((await mock.call('GET', path)).body).toMatchObject({ status: 'running', finished: null });
  await mock.advance(600);
  const { body } = await mock.call('GET', path);
  expect(body).toMatchObject({ status: 'completed', progress: 100, cancelled_at: null });
  expect((body as { readonly finished: string }).finished).toMatch(/^2026-03-01T12:00:01/);
});

test('work that is being cancelled is cancelled, and does not complete', async () => {
  const path = await start();
  await mock.call('POST', `${path}/cancel`);
  expect((await mock.call('GET', path)).body).toMatchObject({ status: 'cancelling', cancelled_at: null });
  await mock.advance(2000);
  const { body } = await mock.call('GET', path);
  expect(body).toMatchObject({ status: 'cancelled', finished: null });
  expect((body as { readonly cancelled_at: unknown }).cancelled_at).not.toBeNull();
});

test('an object in a search is a part of what records have', async () => {
  await start({ tags: { kind: 'rye', size: 'big' } });
  await start({ tags: { kind: 'oat' } });
  const { body } = await mock.call('POST', '/bakes/search', { tags: { kind: 'rye' } });
  expect(body).toMatchObject([{ tags: { kind: 'rye', size: 'big' } }]);
});

test('what an action adds is the whole body, where the list has such objects', async () => {
  const path = await start();
  await mock.call('POST', `${path}/add_step`, { name: 'knead', minutes: 5 });
  expect((await mock.call('GET', path)).body).toMatchObject({ steps: [{ name: 'knead', minutes: 5 }] });
});

interface Tray {
  readonly id: string;
  readonly items: readonly { readonly id: string }[];
}

test('what is added to a list of the record above is in it, and in every response', async () => {
  const { body: created } = await mock.call('POST', '/trays', { name: 'top', items: [{ product: 'roll' }] });
  const { id, items } = created as Tray;
  expect(items).toMatchObject([{ product: 'roll', tray_id: id }]);
  const path = `/trays/${id}`;
  const { body: added } = await mock.call('POST', `${path}/line-items`, { product: 'bun', quantity: 2 });
  expect(added).toMatchObject({
    id,
    name: 'top',
    items: [{ product: 'roll' }, { product: 'bun', quantity: 2 }],
  });
  const line = `${path}/line-items/${(added as Tray).items[1]?.id ?? ''}`;
  const { body: changed } = await mock.call('POST', line, { quantity: 5 });
  expect(changed).toMatchObject({ id, items: [{ product: 'roll' }, { product: 'bun', quantity: 5 }] });
  expect((await mock.call('GET', path)).body).toEqual(changed);
  const { body: removed } = await mock.call('DELETE', line);
  expect(removed).toMatchObject({ id, items: [{ product: 'roll' }] });
  expect((await mock.call('DELETE', line)).status).toBe(404);
});
