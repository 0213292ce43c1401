import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post, advance } = await describedMock('meadows.yaml');

interface Gate {
  readonly id: number;
  readonly attributes: { readonly label: string; readonly created: string };
}

const createGate = async (fields: object): Promise<Gate> =>
  (await post<{ data: Gate }>('/gates', fields)).data;
const labels = async (query: string): Promise<readonly string[]> =>
  (await get<{ data: readonly Gate[] }>(`/gates?${query}`)).data.map(({ attributes }) => attributes.label);

test('a sent key is a relationship of a JSON:API record, and filters by it', async () => {
  const { id } = await createGate({ label: 'North', userId: 71 });
  await createGate({ label: 'South', userId: 72 });
  const keeperUser = { data: { id: 71 } };
  expect(await get(`/gates/${id}`)).toMatchObject({ data: { relationships: { keeperUser } } });
  expect(await labels('userId=71')).toEqual(['North']);
  await call('PATCH', `/gates/${id}`, { userId: 73 });
  expect([await labels('userId=71'), await labels('userId=73')]).toEqual([[], ['North']]);
});

test('texts with addresses become records with them', async () => {
  const { id } = await createGate({ label: 'East', visitors: ['a@example.com', 'b@example.com'] });
  const visitors = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
  expect(await get(`/gates/${id}`)).toMatchObject({ data: { attributes: { visitors } } });
});

test('the attributes of a record have the times of its creation and its change', async () => {
  const first = await createGate({ label: 'Old' });
  expect(first.attributes).toMatchObject({ created: '2026-03-01T12:00:00.000Z' });
  await advance(60_000);
  await createGate({ label: 'New' });
  await call('PATCH', `/gates/${first.id}`, { label: 'Older' });
  const times = { created: '2026-03-01T12:00:00.000Z', modified: '2026-03-01T12:01:00.000Z' };
  expect(await get(`/gates/${first.id}`)).toMatchObject({ data: { attributes: times } });
  const newest = await labels('sort=-created');
  expect(newest.indexOf('New')).toBeLessThan(newest.indexOf('Older'));
});

test('a list is filtered by what only requests have', async () => {
  const note = { text: 'Mown', meadow_id: 7 };
  const { id } = await post<{ id: number }>('/notes', note);
  await post('/notes', { text: 'Grazed', meadow_id: 8 });
  expect(await get('/notes?meadow_id=7')).toEqual([{ id, text: 'Mown' }]);
  await call('PATCH', `/notes/${id}`, { meadow_id: 9 });
  expect(await get('/notes?meadow_id=9')).toEqual([{ id, text: 'Mown' }]);
});

test('a parent that lists do not have is rejected where 404 is declared', async () => {
  const [brook] = await get<readonly { id: string }[]>('/brooks');
  expect(await call('POST', `/brooks/${brook?.id}/bridges`, { name: 'Plank' })).toMatchObject({
    status: 201,
  });
  expect(await call('POST', '/brooks/none/bridges', { name: 'Plank' })).toMatchObject({ status: 404 });
});
