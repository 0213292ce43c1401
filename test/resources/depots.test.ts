import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('depots.yaml');

interface Item {
  readonly id: number;
}

const { get } = mock;
const post = mock.post<Item>;

describe('a record', () => {
  test('may have a name that need not be unique', async () => {
    await post('/depots', { name: 'North' });
    expect((await mock.call('POST', '/depots', { name: 'North' })).status).toBe(201);
  });

  test('begins in a state that only a filter lists', async () => {
    expect(await post('/depots', { name: 'North' })).toMatchObject({ state: 'open' });
  });

  test('is read although a header of its path has no name', async () => {
    const { id } = await post('/depots', { name: 'North' });
    expect(await get(`/depots/${id}`)).toMatchObject({ id, name: 'North' });
  });

  test('is deleted without a body, even if one is described for 204', async () => {
    const { id } = await post('/depots', { name: 'North' });
    expect(await mock.call('DELETE', `/depots/${id}`)).toMatchObject({ status: 204, body: null });
  });

  test('is created at its own path by a POST', async () => {
    await mock.call('POST', '/zones/s/north', { note: 'Cold' });
    expect(await get('/zones/s/north')).toEqual({ slug: 'north', note: 'Cold' });
  });

  test('has a switch that is read by its status, even if 204 is described with a body', async () => {
    const { id } = await post('/depots', { name: 'North' });
    const status = async (method: string): Promise<number> =>
      (await mock.call(method, `/depots/${id}/watch`)).status;
    expect([await status('GET'), await status('PUT'), await status('GET')]).toEqual([404, 204, 204]);
    expect([await status('DELETE'), await status('GET')]).toEqual([204, 404]);
  });

  test('gets a number that no first record of unknown parents has', async () => {
    const { number } = (await mock.call('POST', '/yards/y/posts', { title: 'New' })).body as {
      readonly number: number;
    };
    expect(await get(`/yards/y/posts/${number}`)).toEqual({ number, title: 'New' });
  });

  test('is read at a shorter path than the one it was posted below', async () => {
    const depot = await post('/depots', { name: 'North' });
    const remark = await post(`/depots/${depot.id}/remarks`, { text: 'Wet' });
    expect(await get(`/remarks/${remark.id}`)).toEqual({ id: remark.id, text: 'Wet' });
    expect(await get(`/depots/${depot.id}/remarks`)).toEqual([{ id: remark.id, text: 'Wet' }]);
    await mock.call('DELETE', `/depots/${depot.id}/remarks/${remark.id}`);
    expect((await mock.call('GET', `/remarks/${remark.id}`)).status).toBe(404);
  });
});

describe('a list', () => {
  test('has the figures of its only page, also in an object in another one', async () => {
    const { depots, meta } = (await get('/depots')) as { readonly depots: unknown[]; readonly meta: object };
    expect(meta).toEqual({
      pagination: { page: 1, per_page: 25, next_page: null, total_entries: depots.length },
    });
  });

  test('below a new record has no first records of unknown parents', async () => {
    const { id } = await post('/depots', { name: 'North' });
    expect(await get(`/depots/${id}/remarks`)).toEqual([]);
  });

  test('of what ids name shows the records with them', async () => {
    const { id } = await post('/depots', { name: 'North' });
    const label = await post('/labels', { name: 'Cold' });
    const labels = [{ id: label.id, name: 'Cold' }];
    expect((await mock.call('POST', `/depots/${id}/labels`, { labels: [label.id] })).body).toEqual(labels);
    expect(await get(`/depots/${id}/labels`)).toEqual(labels);
    await mock.call('DELETE', `/depots/${id}/labels`);
    expect(await get(`/depots/${id}/labels`)).toEqual([]);
    expect(await get(`/labels/${label.id}`)).toEqual(labels[0]);
  });
});

test('paths that end in json read the records of the path without it', async () => {
  const { id } = await post('/engines/create', { model: 'V8' });
  expect(await get(`/engines/${id}/json`)).toMatchObject({ id, model: 'V8' });
  expect(await get('/engines/json')).toContainEqual(expect.objectContaining({ id, model: 'V8' }));
});

test('an action sets the state in an object, with the switches that are named like states', async () => {
  const { id } = await post('/engines/create', { model: 'V8' });
  await mock.call('POST', `/engines/${id}/poweroff`);
  expect(await get(`/engines/${id}/json`)).toMatchObject({ state: { status: 'off', off: true } });
});

test('a query selects what is deleted', async () => {
  const [one, other] = [
    await post('/engines/create', { model: 'A1' }),
    await post('/engines/create', { model: 'B2' }),
  ];
  await mock.call('DELETE', '/engines/json?model=A1');
  expect((await mock.call('GET', `/engines/${one.id}/json`)).status).toBe(404);
  expect((await mock.call('GET', `/engines/${other.id}/json`)).status).toBe(200);
});

test('an error that an operation does not declare has the form of the others', async () => {
  const { status, body, headers } = await mock.call('GET', '/depots/987');
  expect({ status, body }).toMatchObject({
    status: 404,
    body: { fault: { reason: expect.any(String) as unknown } },
  });
  expect(headers.has('backlot-outside-contract')).toBe(true);
});
