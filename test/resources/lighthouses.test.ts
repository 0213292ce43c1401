import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('lighthouses.yaml');

type Fields = Readonly<Record<string, unknown>>;

test('a record has the key and the type that a text names as the only ones', async () => {
  const stations = await mock.get<Fields[]>('/stations');
  expect(stations).toEqual([expect.objectContaining({ id: 'main', type: 'Station' })]);
  expect(await mock.get('/stations/main')).toMatchObject({ id: 'main' });
  expect((await mock.call('GET', '/stations/other')).status).toBe(404);
  const lamps = await mock.get<Fields[]>('/stations/main/lamps');
  expect(lamps.map(({ type }) => type)).toContain('lamp.v1');
  expect(lamps.map(({ mode }) => mode)).not.toContain('red');
  const lamp = await mock.post<Fields>('/stations/main/lamps', { color: 'green' });
  expect(lamp).toMatchObject({ color: 'green', type: 'lamp.v1' });
});

test('what is created below a parent that no record names is read and deleted there', async () => {
  const { status, body } = await mock.call('POST', '/stations/far/lamps', { color: 'white' });
  expect(status).toBe(201);
  const path = `/stations/far/lamps/${String((body as Fields)['id'])}`;
  expect(await mock.get(path)).toEqual(body);
  expect((await mock.call('DELETE', path)).status).toBe(204);
  expect((await mock.call('GET', path)).status).toBe(404);
});

test('a property of a creation with the name of the parameter of the new record is its key', async () => {
  const { status, body } = await mock.call('POST', '/stations/main/keepers', { person_id: 812, level: 3 });
  expect({ status, body }).toMatchObject({ status: 201, body: { id: '812', level: 3 } });
  expect(await mock.get('/stations/main/keepers/812')).toEqual(body);
  await mock.call('PUT', '/stations/main/keepers/812', { level: 4 });
  expect(await mock.get('/stations/main/keepers/812')).toMatchObject({ id: '812', level: 4 });
  expect(await mock.post('/stations/main/keepers', { person_id: 812, level: 5 })).toMatchObject({ level: 5 });
  await mock.call('DELETE', '/stations/main/keepers/812');
  expect((await mock.call('GET', '/stations/main/keepers/812')).status).toBe(404);
});
