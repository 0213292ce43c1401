import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedMock, type Described } from './described.ts';

let mock: Described;

beforeAll(async () => {
  mock = await describedMock('studios.yaml');
});

afterAll(async () => {
  await mock.engine.close();
  expect(mock.reports).toEqual([]);
});

const get = async (path: string): Promise<unknown> => (await mock.call('GET', path)).body;

async function create(path: string, body: object): Promise<Readonly<Record<string, string>>> {
  return (await mock.call('POST', path, body)).body as Readonly<Record<string, string>>;
}

test('a body that is not declared is stored where the record has its properties', async () => {
  const { id } = await create('/rooms', { title: 'Blue', isQuiet: true, other: 1 });
  expect(await get(`/rooms/${id}`)).toMatchObject({ title: 'Blue', isQuiet: true });
  await mock.call('PUT', `/rooms/${id}`, { title: 'Red' });
  expect(await get(`/rooms/${id}`)).toMatchObject({ id, title: 'Red', isQuiet: true });
});

test('a form where no body is declared changes nothing', async () => {
  const { id } = await create('/rooms', { title: 'Plain' });
  expect((await mock.call('PUT', `/rooms/${id}`, 'title=Other')).status).toBe(200);
  expect(await get(`/rooms/${id}`)).toMatchObject({ title: 'Plain' });
});

test('an error has its message where its form has one, even if another one would be allowed', async () => {
  const { status, body } = await mock.call('GET', '/rooms/none');
  expect([status, body]).toMatchObject([404, { error: { message: 'There is no record none in rooms' } }]);
});

test('a list that is shown as a whole names no next page', async () => {
  expect(await get('/rooms')).not.toHaveProperty('next');
});

test('a member of a list of a record is also found by its own path', async () => {
  const { id } = await create('/rooms', { title: 'Tagged' });
  const status = async (): Promise<number> => (await mock.call('GET', `/rooms/${id}/tags/loud`)).status;
  expect(await status()).toBe(404);
  await mock.call('PUT', `/rooms/${id}/tags/loud`);
  expect(await status()).toBe(204);
  expect(await get(`/rooms/${id}`)).toMatchObject({ tags: ['loud'] });
});

test('records whose only key is in their address begin with the one that examples show', async () => {
  expect(await get('/people/7100')).toMatchObject({ uri: '/people/7100', name: 'Ada' });
  expect((await mock.call('GET', '/people/1')).status).toBe(404);
});

test('what is liked is listed as the record that it is, with its own address', async () => {
  const song = await create('/songs', { title: 'Dawn' });
  await mock.call('PUT', `/people/7100/likes/${song['uri']?.split('/').at(-1)}`);
  expect(await get('/people/7100/likes')).toEqual([song]);
});

test('an order by its usual name compares the names of records', async () => {
  for (const title of ['Zebra', 'Apple']) await create('/songs', { title });
  const titles = (list: unknown): readonly string[] =>
    (list as { title: string }[]).map((each) => each.title);
  const sorted = titles(await get('/songs?sort=alphabetical&direction=asc'));
  expect(sorted).toEqual(sorted.toSorted());
  expect(titles(await get('/songs?sort=alphabetical&direction=desc'))).toEqual(sorted.toReversed());
});
