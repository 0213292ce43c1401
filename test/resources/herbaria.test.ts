import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('herbaria.yaml');

interface Sheet {
  readonly id: string;
  readonly label: string;
}

test('bounds of a key that is chronological follow the order of creation, as the order by it does', async () => {
  const made: string[] = [];
  for (const label of ['a', 'b', 'c']) made.push((await mock.post<Sheet>('/sheets', { label })).id);
  const list = async (query: string): Promise<readonly string[]> =>
    (await mock.get<readonly Sheet[]>(`/sheets${query}`)).map(({ id }) => id);
  const all = await list('');
  expect(all.slice(0, 3)).toEqual(made.toReversed());
  expect(await list(`?limit=2&before_id=${all[1]}`)).toEqual(all.slice(2, 4));
  expect(await list(`?from_id=${all[1]}`)).toEqual(all.slice(0, 2));
  expect(await list(`?before_id=${all.at(-1)}`)).toEqual([]);
  expect(await list('?sort=id')).toEqual(all.toReversed());
});

test('a number of pages to skip selects a page', async () => {
  for (const reason of ['a', 'b', 'c']) await mock.post('/visits', { reason });
  const page = (skipped: number): Promise<readonly object[]> =>
    mock.get(`/visits/paged?pageSize=2&skipPages=${skipped}`);
  const all = await mock.get<readonly object[]>('/visits/paged');
  expect([await page(0), await page(1), await page(100)]).toEqual([all.slice(0, 2), all.slice(2, 4), []]);
});

test('an action on a list of keys under the name of the key changes the records with these keys', async () => {
  const [one, other] = await Promise.all(
    ['a', 'b'].map((reason) => mock.post<{ readonly number: number }>('/visits', { reason })),
  );
  expect(await mock.call('POST', '/visits/approve', { numbers: [one?.number] })).toMatchObject({
    status: 204,
  });
  expect(await mock.get(`/visits/${one?.number}`)).toMatchObject({ isApproved: true });
  expect(await mock.get(`/visits/${other?.number}`)).not.toMatchObject({ isApproved: true });
});

test('a list of records that is put changes each of them, and the response has them all', async () => {
  const one = await mock.post<Sheet>('/sheets', { label: 'One' });
  const other = await mock.post<Sheet>('/sheets', { label: 'Other' });
  const changes = [
    { ...one, note: 'n1' },
    { ...other, note: 'n2' },
  ];
  expect((await mock.call('PUT', '/sheets', changes)).body).toMatchObject(changes);
  expect(await mock.get(`/sheets/${other.id}`)).toMatchObject({ label: 'Other', note: 'n2' });
});

test('a PUT to a collection creates a record, or updates the one with its key or with one of its identifiers', async () => {
  const identifiers = [{ system: 'museum', value: '17' }];
  const put = async (body: object): Promise<{ readonly id: string }> =>
    (await mock.call('PUT', '/collectors', body)).body as { readonly id: string };
  const { id } = await put({ name: 'Ann', identifiers });
  expect(await put({ name: 'Eva', identifiers })).toMatchObject({ id, name: 'Eva' });
  expect(await put({ id, name: 'Ida' })).toMatchObject({ id, name: 'Ida' });
  expect((await put({ name: 'Bob' })).id).not.toBe(id);
  expect(await mock.get(`/collectors/${id}`)).toMatchObject({ name: 'Ida' });
});

test('conditions with operators after a dollar sign are chained, and only those that properties state are accepted', async () => {
  for (const [index, name] of ['Fern tray', 'fern box', 'Moss ($5)', 'Moss'].entries())
    await mock.post('/drawers', { name, depth: 1000 + index });
  const depths = async (filter: string): Promise<readonly number[]> => {
    const rows = await mock.get<readonly { readonly depth: number }[]>(
      `/drawers?filter=${encodeURIComponent(`depth$gte:1000$and:${filter}`)}`,
    );
    return rows.map(({ depth }) => depth - 1000);
  };
  expect(await depths('name$eq:moss')).toEqual([3]);
  expect(await depths('name$ne:moss')).toEqual([0, 1, 2]);
  expect(await depths('name$like:FERN')).toEqual([0, 1]);
  expect(await depths('name$like:*box')).toEqual([1]);
  expect(await depths('name$eq:Moss $($$5$)')).toEqual([2]);
  expect(await depths('depth$in:[1000,1003]')).toEqual([0, 3]);
  expect(await depths('depth$nin:[1000,1003]')).toEqual([1, 2]);
  expect(await depths('(name$like:fern$or:depth$gt:1002)')).toEqual([0, 1, 3]);
  expect(await depths('(name$like:fern$or:depth$gt:1002)$and:depth$lt:1003')).toEqual([0, 1]);
  for (const filter of ['note$eq:x', 'name$gt:x', 'colour$eq:red'])
    expect((await mock.call('GET', `/drawers?filter=${filter}`)).status).toBe(400);
});

test('the response to a change of a set has the number of its members', async () => {
  const { id } = await mock.post<{ readonly id: string }>('/drawers', { name: 'Oak', depth: 1 });
  const path = `/drawers/${id}/plants`;
  expect(await mock.post(path, ['p1', 'p2', 'p3'])).toEqual({ total: 3 });
  expect((await mock.call('DELETE', `${path}/p1`)).body).toEqual({ total: 2 });
  expect(await mock.get(path)).toEqual(['p2', 'p3']);
});
