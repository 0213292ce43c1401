import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('caravans.yaml');

interface Item {
  readonly id: string;
}

async function newCrate(): Promise<string> {
  const { id } = await mock.post<Item>('/crates', { name: 'Crate' });
  return `/crates/${id}`;
}

describe('entries that are named after the record which has them', () => {
  const idsIn = async (path: string): Promise<readonly string[]> =>
    (await mock.get<{ readonly data: readonly Item[] }>(path)).data.map(({ id }) => id);

  test('are listed and counted below it, in the order that is asked for', async () => {
    const [crate, other] = [await newCrate(), await newCrate()];
    const items = [{ id: 'b' }, { id: 'a' }, { id: 'c' }];
    expect(await mock.call('POST', `${crate}/items`, { items })).toMatchObject({ status: 204 });
    expect(await idsIn(`${crate}/items`)).toEqual(['b', 'a', 'c']);
    expect(await idsIn(`${crate}/items?sort=newest`)).toEqual(['c', 'a', 'b']);
    expect(await idsIn(`${other}/items`)).toEqual([]);
    expect(await mock.get(crate)).toMatchObject({ total_item_count: 3 });
  });

  test('are removed by their ids, and the record stays', async () => {
    const crate = await newCrate();
    await mock.call('POST', `${crate}/items`, { items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    expect(await mock.call('DELETE', `${crate}/items?item_id=a&item_id=c`)).toMatchObject({ status: 204 });
    expect(await idsIn(`${crate}/items`)).toEqual(['b']);
    expect(await mock.get(crate)).toMatchObject({ total_item_count: 1 });
  });

  test('change the record that a response shows, where nothing lists them', async () => {
    await mock.post('/wagons', { name: 'first' });
    const { id } = await mock.post<Item>('/wagons', { name: 'second' });
    const items = [{ asset: { id: 'a' } }, { asset: { id: 'b' } }];
    expect(await mock.post(`/wagons/${id}/items`, { items })).toEqual({ id, name: 'second', item_count: 2 });
    const { body } = await mock.call('DELETE', `/wagons/${id}/items`, { items: items.slice(1) });
    expect(body).toEqual({ id, name: 'second', item_count: 1 });
  });
});

test('a body with one record or several creates them, and none has failed', async () => {
  const one = await mock.post<{ readonly created: Item }>('/labels', { key: 'one' });
  expect(one).toEqual({ created: { id: expect.any(String) as string, key: 'one' }, failed: [] });
  expect(await mock.get(`/labels/${one.created.id}`)).toMatchObject({ key: 'one' });
  const several = await mock.post('/labels', [{ key: 'two' }, { key: 'three', value: 'v' }]);
  expect(several).toMatchObject({ created: [{ key: 'two' }, { key: 'three', value: 'v' }], failed: [] });
  const all = await mock.get<readonly Item[]>('/labels');
  expect(all.slice(-3)).toMatchObject([{ key: 'one' }, { key: 'two' }, { key: 'three' }]);
});
