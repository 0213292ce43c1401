/** Operations whose paths are calls: `/createStation`, or `/api/create` of a `createRoom`. */
import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('stations.yaml');

const post = async <Body>(path: string, body: unknown): Promise<Body> =>
  (await mock.call('POST', path, body)).body as Body;
const get = async (path: string): Promise<unknown> => (await mock.call('GET', path)).body;

test('a path that is a verb and a noun creates, reads, lists, changes and deletes records of that noun', async () => {
  const station = await post<{ stationName: string }>('/createStation', { title: 'North' });
  const { stationName } = station;
  expect(station).toMatchObject({ title: 'North', status: 'open' });
  expect(await post('/describeStation', { stationName })).toEqual(station);
  expect(await post('/listStations', {})).toMatchObject({
    stations: expect.arrayContaining([station]) as unknown,
  });
  await post('/closeStation', { stationName });
  expect(await post('/describeStation', { stationName })).toMatchObject({ status: 'closed' });
  expect((await mock.call('POST', '/deleteStation', { stationName })).status).toBe(204);
  expect((await mock.call('POST', '/describeStation', { stationName })).status).toBe(404);
});

test('the key of a new record is named like the value that finds it', async () => {
  const { mastCode } = await post<{ mastCode: string }>('/createMast', { name: 'north' });
  expect(await get(`/describeMast?mastCode=${mastCode}`)).toEqual({ code: mastCode, name: 'north' });
});

describe('a path that is a verb', () => {
  test('is about the noun in the id of the operation', async () => {
    const { id: room } = await post<{ id: string }>('/api/create', { name: 'Blue' });
    expect(room).toMatch(/^room_/);
    expect(await get(`/api/info?room=${room}`)).toMatchObject({ name: 'Blue' });
    expect((await mock.call('GET', '/api/info?room=none')).status).toBe(404);
  });

  test('adds people to a list of a record, and removes them', async () => {
    const { id: room } = await post<{ id: string }>('/api/create', { name: 'Green' });
    expect(await post('/api/invite', { room, users: 'ann, ben' })).toMatchObject({ members: ['ann', 'ben'] });
    expect(await get(`/api/members?room=${room}&limit=1&offset=1`)).toEqual({ members: ['ben'] });
    await post('/api/kick', { room, user: 'ann' });
    expect(await get(`/api/members?room=${room}`)).toEqual({ members: ['ben'] });
  });
});
