import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('kites.yaml');

type Fields = Readonly<Record<string, unknown>>;

async function createKite(body: Fields): Promise<Fields> {
  return (await mock.post<{ kite: Fields }>('/kites', body)).kite;
}

test('an object of any kind in the response to a creation is the record, with a key and the defaults of the request', async () => {
  const { status, body } = await mock.call('POST', '/kites', { color: 'red', length: 3 });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ok: true,
    kite: { id: expect.any(String), color: 'red', length: 3, active: true, createdAt: expect.any(String) },
  });
});

test('a record without a schema is read, listed, changed and deleted', async () => {
  const { id } = await createKite({ color: 'blue', length: 3 });
  const path = `/kites/${String(id)}`;
  expect(await mock.get(path)).toMatchObject({ id, color: 'blue', length: 3 });
  expect(await mock.get<Fields[]>('/kites?color=blue')).toEqual([expect.objectContaining({ id })]);
  const changed = await mock.call('PATCH', path, { length: 4 });
  expect(changed.body).toMatchObject({ ok: true, result: { id, color: 'blue', length: 4 } });
  expect((await mock.call('DELETE', path)).body).toBeNull();
  expect((await mock.call('GET', path)).status).toBe(404);
  expect(await mock.get('/kites?color=blue')).toEqual([]);
});

test('the first records have what requests have', async () => {
  const kites = await mock.get<Fields[]>('/kites?paginate_limit=100');
  expect(kites.length).toBeGreaterThan(2);
  for (const kite of kites)
    expect(kite).toMatchObject({
      id: expect.any(String),
      color: expect.any(String),
      length: expect.any(Number),
    });
});

test('names of parameters may begin with what they are for, and the default of an order applies', async () => {
  const ids: unknown[] = [];
  for (const length of [1, 2, 3]) ids.unshift((await createKite({ color: 'green', length }))['id']);
  const idsAt = async (query: string): Promise<readonly unknown[]> =>
    (await mock.get<Fields[]>(`/kites?color=green&${query}`)).map(({ id }) => id);
  expect(await idsAt('paginate_limit=2&paginate_page=1')).toEqual(ids.slice(0, 2));
  expect(await idsAt('paginate_limit=2&paginate_page=2')).toEqual(ids.slice(2));
  expect(await idsAt('sort_order=asc')).toEqual(ids.toReversed());
});

test('a list of any values has the records that are read at a path in the singular', async () => {
  const kite = await createKite({ color: 'white' });
  const { result } = await mock.post<{ result: Fields[] }>('/tails', { kite: kite['id'], knots: 5 });
  const [tail] = result;
  expect(tail).toMatchObject({ id: expect.any(String), kite: kite['id'], knots: 5 });
  const path = `/tail/${String(tail?.['id'])}`;
  expect(await mock.get(path)).toEqual(tail);
  expect((await mock.get<{ result: Fields[] }>('/tails')).result).toContainEqual(tail);
  expect(await mock.get(`/kites/${String(kite['id'])}/tails`)).toEqual([tail]);
  await mock.call('DELETE', path);
  expect((await mock.call('GET', path)).status).toBe(404);
});
