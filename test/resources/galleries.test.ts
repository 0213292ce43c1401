import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('galleries.yaml');

interface Written {
  readonly id: number;
  readonly result: { readonly name: string; readonly size?: number };
}

const list = async (query: object): Promise<{ ids: string[]; result: { id: number; name: string }[] }> =>
  get(`/picture_rooms/?q=${encodeURIComponent(JSON.stringify(query))}`);

test('a record may be beside its key in a response', async () => {
  const { id, result } = await post<Written>('/picture_rooms/', { name: 'Blue', size: 4 });
  expect(result).toEqual({ name: 'Blue', size: 4 });
  const changed = { id, result: { name: 'Red', size: 4 } };
  expect(await call('PUT', `/picture_rooms/${id}`, { name: 'Red' })).toMatchObject({ body: changed });
  expect(await get(`/picture_rooms/${id}`)).toMatchObject({ id: String(id), result: { id, name: 'Red' } });
  expect((await list({})).ids).toContain(String(id));
});

test('the object of a query pages, sorts and filters a list', async () => {
  for (const [name, size] of Object.entries({ East: 30, North: 9, West: 100 }))
    await post('/picture_rooms/', { name, size });
  const names = async (query: object): Promise<readonly string[]> =>
    (await list(query)).result.map(({ name }) => name);
  const filters = [{ col: 'name', opr: 'in', value: ['East', 'North', 'West'] }];
  expect(await names({ filters })).toEqual(['East', 'North', 'West']);
  const sorted = { filters, order_column: 'size', order_direction: 'desc' };
  expect(await names({ ...sorted, page_size: 2 })).toEqual(['West', 'East']);
  expect(await names({ ...sorted, page: 2, page_size: 2 })).toEqual(['North']);
  expect(await names({ filters: [...filters, { col: 'size', opr: 'gt', value: 9 }] })).toEqual([
    'East',
    'West',
  ]);
});

test('a list of keys in a query selects what is deleted', async () => {
  const [one, other] = [
    await post<Written>('/picture_rooms/', {}),
    await post<Written>('/picture_rooms/', {}),
  ];
  await call('DELETE', `/picture_rooms/?q=[${one.id}]`);
  const statusOf = async ({ id }: Written): Promise<number> =>
    (await call('GET', `/picture_rooms/${id}`)).status;
  expect([await statusOf(one), await statusOf(other)]).toEqual([404, 200]);
});

test('a record names the one above by the last word of its resource', async () => {
  const { id } = await post<Written>('/picture_rooms/', { name: 'Green' });
  const picture = await post(`/picture_rooms/${id}/pictures/`, { title: 'Lake' });
  expect(picture).toMatchObject({ title: 'Lake', room: { id } });
});
