import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('crews.yaml');

type Fields = Readonly<Record<string, unknown>>;

async function newCrew(name: string): Promise<Fields & { readonly id: string }> {
  const { status, body } = await mock.call('POST', '/crew', { name });
  expect(status).toBe(201);
  return body as Fields & { readonly id: string };
}

async function listIds(path: string, name: string, body?: object): Promise<readonly unknown[]> {
  const listed = await mock.call(body === undefined ? 'GET' : 'POST', path, body);
  return (listed.body as Readonly<Record<string, readonly Fields[]>>)[name]!.map(({ id }) => id);
}

test('examples are the shape of records where responses have no schema', async () => {
  const north = await newCrew('North');
  const south = await newCrew('South');
  expect(north).toMatchObject({ name: 'North', created: '2026-03-01T12:00:00.000Z' });
  expect(north.id).toMatch(/^[\da-f-]{36}$/);
  expect(south.id).not.toBe(north.id);
  expect(await listIds('/crews', 'crews')).toEqual(expect.arrayContaining([north.id, south.id]));
  expect((await mock.call('DELETE', `/crew/${north.id}`)).status).toBe(204);
  expect(await listIds('/crews', 'crews')).not.toContain(north.id);
  expect((await mock.call('DELETE', `/crew/${north.id}`)).status).toBe(404);
});

test('a POST that is called a list lists what its path is the plural of', async () => {
  const { id } = await newCrew('Listed');
  const path = `/crew/${id}/task`;
  const [sweep, paint] = await Promise.all(
    [{ name: 'Sweep' }, { name: 'Paint', isWatched: true }].map(
      async (task) => (await mock.call('POST', path, task)).body as Fields,
    ),
  );
  expect(await listIds(`${path}s`, 'tasks', {})).toEqual([sweep!['id'], paint!['id']]);
  expect(await listIds(`${path}s`, 'tasks', { filters: { name: 'Sw' } })).toEqual([sweep!['id']]);
  expect(await listIds(`${path}s`, 'tasks', { filters: { isWatched: true } })).toEqual([paint!['id']]);
});

test('a verb below a list changes the list, and not the record', async () => {
  const crew = await newCrew('Labels');
  const tasks = `/crew/${crew.id}/task`;
  const { id } = (await mock.call('POST', tasks, { name: 'Sweep' })).body as Fields;
  const [big, red] = [
    { key: 'size', value: 'big' },
    { key: 'color', value: 'red' },
  ];
  await mock.call('POST', `${tasks}/${String(id)}/labels`, big);
  const added = await mock.call('POST', `${tasks}/${String(id)}/labels`, red);
  expect(added.body).toEqual({ labels: [big, red] });
  expect(await listIds(`${tasks}s`, 'tasks', { filters: { labels: { includes: [big] } } })).toEqual([id]);
  expect((await mock.call('POST', `${tasks}/${String(id)}/labels/remove`, big)).body).toEqual({
    labels: [red],
  });
  expect((await mock.call('GET', `${tasks}/${String(id)}`)).body).toMatchObject({ id, labels: [red] });
  expect(await listIds(`${tasks}s`, 'tasks', { filters: { labels: { includes: [big] } } })).toEqual([]);
});

test('a PUT whose text says that what is not sent stays changes only what is sent', async () => {
  const { id } = await newCrew('Settled');
  const path = `/crew/${id}/settings`;
  await mock.call('PUT', path, { color: 'red', size: 3 });
  expect((await mock.call('PUT', path, { size: 4 })).body).toEqual({ color: 'red', size: 4 });
  expect((await mock.call('GET', path)).body).toEqual({ color: 'red', size: 4 });
});

test('a member that is put again has what was sent again', async () => {
  const { id } = await newCrew('Manned');
  const path = `/crew/${id}/members`;
  await mock.call('PUT', `${path}/ann`, { role: 'admin' });
  await mock.call('PUT', `${path}/bob`, { role: 'admin' });
  await mock.call('PUT', `${path}/ann`, { role: 'guest' });
  const { body } = await mock.call('GET', path);
  expect(body).toEqual(
    expect.arrayContaining([
      { id: 'ann', role: 'guest' },
      { id: 'bob', role: 'admin' },
    ]),
  );
  expect((body as readonly unknown[]).length).toBe(2);
});

test('a record is activated by the only switch that says what it is', async () => {
  const { id } = await newCrew('Watching');
  const task = `/crew/${id}/task`;
  const made = (await mock.call('POST', task, { name: 'Sweep' })).body as { id: string };
  const switched = async (action: string): Promise<unknown> => {
    await mock.call('POST', `${task}/${made.id}/${action}`);
    return ((await mock.call('GET', `${task}/${made.id}`)).body as Fields)['isWatched'];
  };
  expect([await switched('activate'), await switched('deactivate')]).toEqual([true, false]);
});

test('a list shows the record above it in the object beside it', async () => {
  const { id } = await newCrew('Above');
  expect((await mock.call('POST', `/crew/${id}/tasks`, {})).body).toEqual({
    crew: { id, name: 'Above' },
    tasks: [],
  });
});
