/** Successes that describe errors, pages that repeat what was asked for, lists put as a whole, and what lists leave out. */
import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('guilds.yaml');

interface Guild {
  readonly id: string;
  readonly name: string;
  readonly ranks: readonly Rank[];
}

interface Rank {
  readonly rank_id: string;
  readonly name: string;
}

interface Guilds {
  readonly maxResults: number;
  readonly startAt: number;
  readonly guilds: readonly Guild[];
}

const create = (name: string): Promise<Guild> => mock.post<Guild>('/guilds', { name });

const idsOf = async (path: string): Promise<readonly string[]> =>
  (await mock.get<Guilds>(path)).guilds.map(({ id }) => id);

test('a success whose description is an error is not chosen', async () => {
  expect((await mock.call('POST', '/guilds', { name: 'Bakers' })).status).toBe(201);
  const { id } = await create('Tanners');
  expect((await mock.call('PATCH', `/guilds/${id}`, { name: 'Tailors' })).status).toBe(204);
  expect(await mock.get(`/guilds/${id}`)).toMatchObject({ name: 'Tailors' });
  expect((await mock.call('DELETE', `/guilds/${id}`)).status).toBe(204);
});

test('properties named like the size and the start of a page repeat what was asked for', async () => {
  await create('Coopers');
  await create('Masons');
  const page = await mock.get<Guilds>('/guilds?maxResults=5&startAt=1');
  expect([page.maxResults, page.startAt]).toEqual([5, 1]);
});

test('a list of objects without ids is put as a whole', async () => {
  const { id } = await create('Smiths');
  const rules = [{ name: 'web', port: 8080 }];
  const path = `/guilds/${id}/doorRules`;
  expect(await mock.get(path)).toEqual(await mock.get(path));
  expect((await mock.call('PUT', path, { rules })).body).toEqual({ rules });
  expect(await mock.get(path)).toEqual({ rules });
  await mock.call('PUT', path, { rules: [] });
  expect(await mock.get(path)).toEqual({ rules: [] });
});

test('a PUT that creates records adds them to the list of the record above', async () => {
  const { id } = await create('Weavers');
  const { body } = await mock.call('PUT', `/guilds/${id}/ranks`, { name: 'Master' });
  const [rank] = (body as Pick<Guild, 'ranks'>).ranks;
  expect(rank).toMatchObject({ name: 'Master' });
  expect((await mock.get<Guild>(`/guilds/${id}`)).ranks).toEqual([rank]);
  await mock.post(`/guilds/${id}/ranks/${rank?.rank_id}`, { name: 'Elder' });
  expect((await mock.get<Guild>(`/guilds/${id}`)).ranks).toEqual([{ ...rank, name: 'Elder' }]);
  await mock.call('DELETE', `/guilds/${id}/ranks/${rank?.rank_id}`);
  expect((await mock.get<Guild>(`/guilds/${id}`)).ranks).toEqual([]);
});

test('a list leaves out the states that a switch includes, and those that the text of a property excludes', async () => {
  const [archived, deleted] = [await create('Archers'), await create('Potters')];
  expect(await idsOf('/guilds')).toEqual(expect.arrayContaining([archived.id, deleted.id]));
  await mock.call('PATCH', `/guilds/${archived.id}`, { level: 'ARCHIVED' });
  await mock.call('PATCH', `/guilds/${deleted.id}`, { activity: 'DELETED' });
  expect(await idsOf('/guilds')).not.toContain(archived.id);
  expect(await idsOf('/guilds?includeArchived=true')).toContain(archived.id);
  expect(await idsOf('/guilds?includeArchived=true')).not.toContain(deleted.id);
});

test('a property with fewer words than a parameter has the key of the parent, and may be the key itself', async () => {
  const { id } = await mock.post<{ id: string }>('/seal-kinds', { name: 'Royal' });
  const [red, blue] = await Promise.all(
    ['red', 'blue'].map((wax) => mock.post<{ seal: string }>(`/seal-kinds/${id}/seals`, { wax })),
  );
  expect(red?.seal).not.toBe(blue?.seal);
  expect(await mock.get(`/seal-kinds/${id}/seals/${blue?.seal}`)).toMatchObject({ kind_id: id, wax: 'blue' });
  expect(await mock.get(`/seal-kinds/${id}/seals`)).toEqual({ kind_id: id, seals: [red, blue] });
});
