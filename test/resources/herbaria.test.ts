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
