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
