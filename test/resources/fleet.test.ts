import { expect, test } from 'vitest';
import { describedMock, type Described } from './described.ts';

const mock = await describedMock('fleet.yaml');
for (const name of ['north', 'south']) await mock.call('POST', '/harbors', { metadata: { name } });

interface Ship {
  readonly metadata: Readonly<Record<string, string>>;
  readonly etag: string;
}

const create = (harbor: string, name: string, more: object = {}): ReturnType<Described['call']> =>
  mock.call('POST', `/harbors/${harbor}/ships`, { metadata: { name, ...more }, cargo: { deck: name } });

test('a key in an object of a record identifies it below its parents', async () => {
  const { status, body } = await create('north', 'ada');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    metadata: { name: 'ada', harbor: 'north', creationTimestamp: '2026-03-01T12:00:00.000Z' },
  });
  expect((body as Ship).metadata['uid']).toMatch(/^[0-9a-f-]{36}$/);
  expect((await mock.call('GET', '/harbors/north/ships/ada')).body).toEqual(body);
  expect((await mock.call('GET', '/harbors/south/ships/ada')).status).toBe(404);
  expect((await create('north', 'ada')).status).toBe(409);
  expect((await create('south', 'ada')).status).toBe(201);
});

test('a created record has the status for it, even if others are declared', async () => {
  expect((await mock.call('POST', '/harbors', { metadata: { name: 'west' } })).status).toBe(201);
  expect((await mock.call('GET', '/harbors/west')).body).toMatchObject({ metadata: { name: 'west' } });
});

test('a replaced record keeps what the service wrote beside its key, but no lists of the client', async () => {
  const made = (await create('north', 'bob', { labels: { sail: 'red' } })).body as Ship;
  const path = '/harbors/north/ships/bob';
  const { body } = await mock.call('PUT', path, { metadata: { name: 'bob' }, cargo: { hold: 'tea' } });
  expect(body).toMatchObject({ cargo: { hold: 'tea' }, metadata: { uid: made.metadata['uid'] } });
  expect((body as Ship).metadata).not.toHaveProperty('labels');
  expect((body as Ship).etag).not.toBe(made.etag);
});

test('the version in a record is its validator', async () => {
  const made = (await create('north', 'cyd')).body as Ship;
  const put = async (version: string): Promise<number> => {
    const response = await mock.engine.fetch(`${mock.engine.baseUrl}/harbors/north/ships/cyd`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': version },
      body: JSON.stringify({ metadata: { name: 'cyd' } }),
    });
    return response.status;
  };
  expect(await put('other')).toBe(412);
  expect(await put(made.etag)).toBe(200);
  expect(await put(made.etag)).toBe(412);
});

test('to delete a collection deletes what is below its parent', async () => {
  await mock.call('POST', '/harbors', { metadata: { name: 'east' } });
  for (const name of ['x', 'y']) await create('east', name);
  expect((await mock.call('DELETE', '/harbors/east/ships')).status).toBe(204);
  expect((await mock.call('GET', '/harbors/east/ships')).body).toMatchObject({ items: [] });
  expect((await mock.call('GET', '/harbors/south/ships/ada')).status).toBe(200);
});
