import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('bakery.yaml');

async function start(more: object = {}): Promise<string> {
  const { body } = await mock.call('POST', '/bakes', { oven: 'north', ...more });
  expect(body).toMatchObject({ status: 'queued', finished: null, batch_counts: { good: 0 } });
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

test('a stream that is asked for with a new record creates it, and its events repeat what was sent', async () => {
  const response = await mock.engine.fetch(`${mock.engine.baseUrl}/bakes/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ oven: 'south', tags: { kind: 'streamed' } }),
  });
  const data = [...(await response.text()).matchAll(/^data: (.+)$/gm)];
  const events = data.map(([, text = '']): unknown => JSON.parse(text));
  expect(events.length).toBeGreaterThan(1);
  for (const event of events.slice(0, -1)) expect(event).toMatchObject({ oven: 'south', done: false });
  expect(events.at(-1)).toMatchObject({ oven: 'south', done: true, done_reason: 'stop' });
  const { body: stored } = await mock.call('POST', '/bakes/search', { tags: { kind: 'streamed' } });
  expect(stored).toMatchObject([{ oven: 'south' }]);
});

test('a request for a key that exists gets the record, where it says so', async () => {
  const path = await start({ id: 'b1', tags: { kind: 'first' } });
  expect(path).toBe('/bakes/b1');
  expect((await mock.call('POST', '/bakes', { id: 'b1', oven: 'south' })).status).toBe(409);
  const { body } = await mock.call('POST', '/bakes', { id: 'b1', oven: 'south', if_exists: 'ignore' });
  expect(body).toMatchObject({ id: 'b1', oven: 'north', tags: { kind: 'first' } });
});

test('a record is created with the one above it, which its request describes', async () => {
  const { body } = await mock.call('POST', '/items', { product: 'pie', tray: { name: 'low' } });
  const { tray_id: tray } = body as { readonly tray_id: string };
  expect((await mock.call('GET', `/trays/${tray}`)).body).toMatchObject({ id: tray, name: 'low' });
});

test('a list has what has a switch on only where it is included', async () => {
  await start({ burnt: true, tags: { kind: 'black' } });
  const search = async (query: string): Promise<unknown> =>
    (await mock.call('POST', `/bakes/search${query}`, { tags: { kind: 'black' } })).body;
  expect(await search('')).toEqual([]);
  expect(await search('?include_burnt=true')).toMatchObject([{ burnt: true }]);
});

test('members that a request lists by their keys are linked to the record above, and unlinked', async () => {
  const [bake, { body: tray }] = [await start(), await mock.call('POST', '/trays', { name: 'mid' })];
  const { id } = tray as Tray;
  const members = { bake_ids: [bake.slice('/bakes/'.length)] };
  expect((await mock.call('POST', `/trays/${id}/bakes/batch`, members)).body).toMatchObject({
    id,
    name: 'mid',
  });
  expect((await mock.call('GET', bake)).body).toMatchObject({ tray_id: id });
  await mock.call('DELETE', `/trays/${id}/bakes/batch`, members);
  expect((await mock.call('GET', bake)).body).toMatchObject({ tray_id: null });
  expect((await mock.call('POST', '/trays/none/bakes/batch', members)).status).toBe(404);
});

test('a page begins at an offset, or after a record, where a list takes both', async () => {
  const names = ['p1', 'p2', 'p3', 'p4'];
  for (const name of names) await mock.call('POST', '/trays', { name });
  const list = async (query: string): Promise<readonly (Tray & { readonly name: string })[]> =>
    ((await mock.call('GET', `/trays?limit=2&${query}`)).body as { trays: (Tray & { name: string })[] })
      .trays;
  const { body: all } = await mock.call('GET', '/trays?limit=100');
  const from = (all as { trays: { name: string }[] }).trays.findIndex(({ name }) => name === 'p1');
  const [first, second] = await list(`offset=${from}`);
  expect([first?.name, second?.name]).toEqual(['p1', 'p2']);
  expect((await list(`after=${second?.id ?? ''}`)).map(({ name }) => name)).toEqual(['p3', 'p4']);
});

test('a record that a request names by its id is shown in a list, and in the response', async () => {
  const tag = ((await mock.call('POST', '/tags', { name: 'fresh' })).body as { tag: Tray }).tag;
  const tray = (await mock.call('POST', '/trays', { name: 'tagged' })).body as Tray;
  const path = `/trays/${tray.id}/tags`;
  expect((await mock.call('POST', path, { tagID: tag.id })).body).toEqual({ tag });
  expect((await mock.call('GET', path)).body).toEqual({ tags: [tag] });
  expect((await mock.call('DELETE', `${path}/${tag.id}`)).status).toBe(204);
  expect((await mock.call('GET', path)).body).toEqual({ tags: [] });
  expect((await mock.call('GET', `/tags/${tag.id}`)).status).toBe(200);
});

test('events that only the text of a description shows are sent', async () => {
  const response = await mock.engine.fetch(`${mock.engine.baseUrl}${await start()}/log`);
  expect(await response.text()).toMatch(/event: risen\n(?:.*\n)*data: \{"height": 3\}/);
});
