import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('beehives.yaml');

type Fields = Readonly<Record<string, unknown>>;

async function namesAt(path: string): Promise<readonly unknown[]> {
  return (await mock.get<Fields[]>(path)).map(({ name }) => name);
}

test('changes of a collection that require the name of a record are about that record', async () => {
  const { id } = await mock.post<Fields>('/hives', { name: 'dora' });
  const path = `/hives/${String(id)}/marks`;
  await mock.post(path, { name: 'sick', color: 'red' });
  await mock.post(path, { name: 'old', color: 'gray' });
  const changed = await mock.call('PUT', path, { new_name: 'healed', name: 'sick' });
  expect(changed.body).toMatchObject({ name: 'healed', color: 'red' });
  expect(await namesAt(path)).toEqual(['healed', 'old']);
  expect((await mock.call('PUT', path, { name: 'sick', color: 'blue' })).status).toBe(404);
  expect((await mock.call('DELETE', `${path}?name=healed`)).status).toBe(200);
  expect((await mock.call('DELETE', `${path}?name=healed`)).status).toBe(404);
  expect(await namesAt(path)).toEqual(['old']);
});

test('a path with several keys, which its text describes, lists what is below each of these records', async () => {
  const hives: unknown[] = [];
  for (const name of ['one', 'two', 'three']) hives.push((await mock.post<Fields>('/hives', { name }))['id']);
  for (const [index, hive_id] of [...hives, hives[0]].entries())
    await mock.post('/frames', { hive_id, position: index + 1 });
  const positionsAt = async (keys: string): Promise<readonly unknown[]> =>
    (await mock.get<Fields[]>(`/hives/${keys}/frames`)).map(({ position }) => position);
  expect(await positionsAt(String(hives[0]))).toEqual([1, 4]);
  expect(await positionsAt(`${String(hives[0])},${String(hives[1])}`)).toEqual([1, 2, 4]);
  expect((await mock.call('GET', `/hives/${String(hives[0])},none/frames`)).status).toBe(404);
});
