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
    [{ name: 'Sweep' }, { name: 'Paint', isDone: true }].map(
      async (task) => (await mock.call('POST', path, task)).body as Fields,
    ),
  );
  expect(await listIds(`${path}s`, 'tasks', {})).toEqual([sweep!['id'], paint!['id']]);
  expect(await listIds(`${path}s`, 'tasks', { filters: { name: 'Sw' } })).toEqual([sweep!['id']]);
  expect(await listIds(`${path}s`, 'tasks', { filters: { isDone: true } })).toEqual([paint!['id']]);
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
