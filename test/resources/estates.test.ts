import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('estates.yaml');

type Fields = Readonly<Record<string, unknown>>;

async function newEstate(estate: string): Promise<void> {
  expect((await mock.call('POST', '/', { estate, size: 3 })).status).toBe(201);
}

async function newRoom(path: string, name: string): Promise<string> {
  return ((await mock.call('POST', path, { name })).body as { id: string }).id;
}

const get = async (path: string): Promise<unknown> => (await mock.call('GET', path)).body;

const namesAt = async (path: string): Promise<readonly unknown[]> =>
  ((await get(path)) as readonly Fields[]).map(({ name }) => name);

test('what the root creates is read below it, and is above the other paths', async () => {
  await newEstate('hill');
  await newEstate('vale');
  expect(await get('/hill')).toMatchObject({ estate: 'hill', size: 3 });
  expect(await get('/')).toMatchObject({ version: expect.any(String) as unknown });
  const id = await newRoom('/hill/rooms', 'Hall');
  expect((await mock.call('GET', `/vale/rooms/${id}`)).status).toBe(404);
  expect((await mock.call('POST', '/none/rooms', { name: 'Hall' })).status).toBe(404);
  expect((await mock.call('GET', '/none/rooms')).status).toBe(404);
  expect((await mock.call('DELETE', '/hill')).status).toBe(204);
  expect((await mock.call('GET', `/hill/rooms/${id}`)).status).toBe(404);
  expect(await get('/vale')).toMatchObject({ estate: 'vale' });
});

test('a count without a schema is an object with the number', async () => {
  await newEstate('counted');
  await newRoom('/counted/rooms', 'Hall');
  await newRoom('/counted/rooms', 'Attic');
  expect(await get('/counted/rooms/count')).toEqual({ count: 2 });
  expect(await get('/counted/rooms/count?search=Att')).toEqual({ count: 1 });
});

test('what is posted below a record of its kind is listed by that record alone', async () => {
  await newEstate('nested');
  const hall = await newRoom('/nested/rooms', 'Hall');
  expect((await mock.call('POST', `/nested/rooms/${hall}/children`, { name: 'Alcove' })).status).toBe(201);
  expect((await mock.call('POST', '/nested/rooms/none/children', { name: 'Alcove' })).status).toBe(404);
  const { subRooms } = (await get(`/nested/rooms/${hall}`)) as { subRooms: readonly { id: string }[] };
  expect(subRooms).toMatchObject([{ name: 'Alcove' }]);
  expect(await namesAt('/nested/rooms')).toEqual(['Hall']);
  const alcove = `/nested/rooms/${subRooms[0]!.id}`;
  expect((await mock.call('PUT', alcove, { name: 'Niche' })).status).toBe(204);
  expect(await get(`/nested/rooms/${hall}`)).toMatchObject({ name: 'Hall', subRooms: [{ name: 'Niche' }] });
  expect((await mock.call('DELETE', `/nested/rooms/${hall}`)).status).toBe(204);
  expect((await mock.call('GET', alcove)).status).toBe(404);
});
