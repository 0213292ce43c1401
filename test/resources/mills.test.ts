import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { engine, call, get, post } = await describedMock('mills.yaml');

interface Flour {
  readonly id: number;
}

const createFlour = async (): Promise<Flour> => {
  const form = new FormData();
  form.append('name', 'Rye');
  form.append('grains[]', 'rye');
  form.append('grains[]', 'spelt');
  const response = await engine.fetch(`${engine.baseUrl}/flours`, { method: 'POST', body: form });
  return (await response.json()) as Flour;
};

test('the parts of a form may name a list with brackets', async () => {
  const { id } = await createFlour();
  expect(await get(`/flours/${id}`)).toMatchObject({ name: 'Rye', grains: ['rye', 'spelt'] });
});

test('a patch may be the list of operations that its schema has in an object', async () => {
  const { id } = await createFlour();
  const operations = [{ op: 'replace', path: '/name', value: 'Spelt' }];
  expect(await call('PATCH', `/flours/${id}`, operations)).toMatchObject({ status: 200 });
  expect(await get(`/flours/${id}`)).toMatchObject({ name: 'Spelt', grains: ['rye', 'spelt'] });
  await call('PATCH', `/flours/${id}`, { operations: [{ op: 'remove', path: '/grains/0' }] });
  expect(await get(`/flours/${id}`)).toMatchObject({ grains: ['spelt'] });
  expect(await call('PATCH', `/flours/${id}`, [{ path: 1 }])).toMatchObject({ status: 400 });
});

test('a list that a replacement does not have is empty', async () => {
  const { id } = await createFlour();
  await call('PUT', `/flours/${id}`, { name: 'Oat' });
  expect(await get(`/flours/${id}`)).toEqual({ id, name: 'Oat', grains: [] });
});

test('a result in an envelope repeats what was sent', async () => {
  const result = await post('/flours/restock', { batch: 'b-7', newAmount: 12 });
  expect(result).toMatchObject({ data: { Batch: 'b-7', currentLevel: 12 } });
});

test('a record that is created below a list of memberships becomes a member', async () => {
  const { id: crew } = await post<{ id: number }>('/crews', { name: 'Night' });
  const { id } = await post<{ id: number }>(`/crews/${crew}/millers`, { login: 'ada' });
  expect(await get(`/millers/${id}`)).toMatchObject({ id, login: 'ada' });
  expect(await get(`/crews/${crew}/millers`)).toMatchObject([{ crew_id: crew, miller_id: id }]);
});

test('a request for a record sets what is there once below it', async () => {
  const firstWages = [
    { season_id: 'spring', amount: 11 },
    { season_id: 'fall', amount: 12 },
  ];
  const { id } = await post<{ id: number }>('/crews', { name: 'Day', firstWages });
  const crew = { id, name: 'Day' };
  expect(await get(`/seasons/spring/crews/${id}/wage`)).toEqual({ amount: 11, crew });
  expect(await get(`/seasons/fall/crews/${id}/wage`)).toEqual({ amount: 12, crew });
});

test('an action on a collection is on the record that its body names', async () => {
  const { id } = await post<{ id: number }>('/crews', { name: 'Dusk' });
  const suspended = { id, name: 'Dusk', status: 'suspended' };
  expect(await post('/crews/suspend', { crewId: id })).toEqual(suspended);
  expect(await get(`/crews/${id}`)).toEqual(suspended);
  expect(await call('POST', '/crews/suspend', { crewId: 9999 })).toMatchObject({ status: 404 });
});
