import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('aquariums.yaml');

interface Tank {
  readonly tankId: number;
  readonly ownerName: string;
  readonly slug: string;
}

const created = async (title: string): Promise<Tank & { readonly path: string }> => {
  const tank = await post<Tank>('/tanks', { title });
  return { ...tank, path: `/tanks/${tank.ownerName}/${tank.slug}` };
};

test('a read may show a record beside others, and a singleton the record above', async () => {
  const { path, ...tank } = await created('Reef');
  expect(await get(path)).toMatchObject({ tank: { ...tank, title: 'Reef' } });
  expect(await get(`${path}/settings`)).toMatchObject({ tank: { ...tank, title: 'Reef' } });
  expect(await call('DELETE', path)).toMatchObject({ status: 204 });
  expect(await call('GET', path)).toMatchObject({ status: 404 });
});

test('records with another key have ids of their own', async () => {
  const ids = [...(await get<readonly Tank[]>('/tanks')), await created('Pond')].map(({ tankId }) => tankId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a list without paths for its records is put as a whole', async () => {
  const { path } = await created('Lake');
  const labels = [
    { name: 'A', text: 'a' },
    { name: 'B', text: 'b' },
  ];
  for (const sent of [labels, labels.slice(0, 1)]) {
    await call('PUT', `${path}/settings/labels`, sent);
    expect(await get(`${path}/settings/labels`)).toEqual(sent);
  }
});

test('a PUT of a collection changes the record that its body names', async () => {
  const { waterPumpId } = await post<{ waterPumpId: number }>('/pumps', { name: 'Old' });
  const changed = { waterPumpId, name: 'New' };
  expect(await call('PUT', '/pumps', changed)).toMatchObject({ status: 200, body: changed });
  expect(await get('/pumps')).toContainEqual(changed);
  expect(await call('PUT', '/pumps', { waterPumpId: 987654, name: 'New' })).toMatchObject({ status: 404 });
  await call('DELETE', `/pumps/${waterPumpId}`);
  expect(await get('/pumps')).not.toContainEqual(changed);
});

test('the caller is the record that other paths change', async () => {
  const me = await get<{ id: number }>('/me');
  const { id } = me;
  expect(await get(`/keepers/${id}`)).toEqual(me);
  expect(await call('PUT', `/keepers/${id}`, { name: 'Ann' })).toMatchObject({ status: 200 });
  expect(await get('/me')).toEqual({ id, name: 'Ann' });
});

test('a list has pages in each form that it declares, and a switch may be sent as a number', async () => {
  const { id: keeper } = await get<{ id: number }>('/me');
  const path = `/keepers/${keeper}/fish`;
  for (const [name, is_sick] of Object.entries({ 'Dab 1': true, 'Dab 2': false, 'Dab 3': true }))
    await post(path, { name, is_sick });
  const names = async (query: string): Promise<readonly string[]> =>
    (await get<readonly { name: string }[]>(`${path}?search_for=dab&${query}`)).map(({ name }) => name);
  expect(await names('limit=2&offset=1')).toEqual(['Dab 2', 'Dab 3']);
  expect(await names('page=2&page_size=2')).toEqual(['Dab 3']);
  expect(await names('is_sick=1')).toEqual(['Dab 1', 'Dab 3']);
});

test('a record is below another one that its request names, and that it does not show', async () => {
  const { id: keeper } = await get<{ id: number }>('/me');
  const shops = [
    await post<{ id: number }>('/shops', { title: 'A' }),
    await post<{ id: number }>('/shops', { title: 'B' }),
  ];
  const fish = await post(`/keepers/${keeper}/fish`, { name: 'Eel', shop_id: shops[0]?.id });
  expect(await get(`/shops/${shops[0]?.id}/fish`)).toContainEqual(fish);
  expect(await get(`/shops/${shops[1]?.id}/fish`)).not.toContainEqual(fish);
});
