/** Records that a request identifies otherwise than by a key in the path: the caller's, the last one, and what it queries. */
import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('marinas.yaml');

interface Berth {
  readonly key: string;
  readonly name: string;
  readonly owner_id?: string;
}

interface Berths {
  readonly berths: readonly Berth[];
  readonly next_token?: string;
}

test('records have the key that clients choose, even if responses do not show it', async () => {
  await mock.post('/berths', { key: 'north', name: 'North' });
  expect(await mock.get('/berths/north')).toMatchObject({ key: 'north', name: 'North' });
  await mock.post('/fleets', { key: 'blue', name: 'Blue' });
  expect(await mock.get('/fleets/blue')).toMatchObject({ name: 'Blue' });
});

test('a new record belongs to the caller', async () => {
  const { id } = await mock.get<{ id: string }>('/people/me');
  expect(await mock.post('/berths', { key: 'own', name: 'Own' })).toMatchObject({ owner_id: id });
  const { berths } = await mock.get<Berths>(`/people/${id}/berths`);
  expect(berths.map(({ key }) => key)).toContain('own');
});

test('a filter may be described by the property of a record', async () => {
  await mock.post('/berths', { key: 'quay', name: 'The quay' });
  const { berths } = await mock.get<Berths>('/berths?berth=The%20quay');
  expect(berths.map(({ key }) => key)).toEqual(['quay']);
});

test('the tokens of pages fit their parameter', async () => {
  const seen: string[] = [];
  for (let token: string | undefined = ''; token !== undefined;) {
    const query: string = token === '' ? '' : `&page_token=${token}`;
    const { berths, next_token } = await mock.get<Berths>(`/berths?limit=2${query}`);
    seen.push(...berths.map(({ key }) => key));
    if (next_token !== undefined) expect(next_token).toHaveLength(16);
    token = next_token;
  }
  expect(seen).toEqual((await mock.get<Berths>('/berths?limit=100')).berths.map(({ key }) => key));
  expect(new Set(seen).size).toBe(seen.length);
});

test('a PATCH whose 404 is declared creates nothing', async () => {
  expect((await mock.call('PATCH', '/berths/nowhere', { name: 'x' })).status).toBe(404);
  await mock.post('/berths', { key: 'here', name: 'Here' });
  expect((await mock.call('PATCH', '/berths/here', { name: 'There' })).status).toBe(201);
  expect(await mock.get('/berths/here')).toMatchObject({ name: 'There' });
});

test('the end of a path names the first or the last record of a list', async () => {
  await mock.post('/berths', { key: 'deep', name: 'Deep' });
  expect((await mock.call('GET', '/berths/deep/readings/latest')).status).toBe(404);
  for (const level of [3, 5, 8]) await mock.post('/berths/deep/readings', { level });
  expect(await mock.get('/berths/deep/readings/latest')).toMatchObject({ level: 8 });
  expect(await mock.get('/berths/deep/readings/first')).toMatchObject({ level: 3 });
});

test('a record keeps the values that only its own alternative lists', async () => {
  const { id } = await mock.post<{ id: string }>('/signals', { kind: 'bell/horn', range: 4 });
  expect(await mock.get(`/signals/${id}`)).toEqual({ id, kind: 'bell/horn', range: 4 });
});

test('a read repeats what its query names', async () => {
  expect(await mock.get('/rates?from=knots&to=miles&date=today')).toMatchObject({
    from_unit: 'knots',
    to_unit: 'miles',
    date: 'today',
  });
});

test('a record that requires approval is pending until it is approved', async () => {
  interface Transfer {
    readonly id: string;
    readonly status: string;
  }
  const { id, status } = await mock.post<Transfer>('/transfers', { amount: 5, require_approval: true });
  expect(status).toBe('pending_approval');
  expect(await mock.post(`/transfers/${id}/approve`)).toMatchObject({ id, status: 'complete' });
  expect(await mock.post('/transfers', { amount: 5 })).toMatchObject({ status: 'complete' });
});

test('a result has as many entries as its request asks for', async () => {
  const { data } = await mock.post<{ data: unknown[] }>('/flags/drawings', { n: 2 });
  expect(data).toHaveLength(2);
  const forecast = { prompt: 'Tomorrow', words: 40 };
  const { choices } = await mock.post<{ choices: { index: number }[] }>('/forecasts', { ...forecast, n: 3 });
  expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(await mock.post('/forecasts', forecast)).toMatchObject({ choices: [{}] });
});
