import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedMock, type Described } from './described.ts';

let mock: Described;

beforeAll(async () => {
  mock = await describedMock('yards.yaml');
});

afterAll(async () => {
  await mock.engine.close();
  expect(mock.reports).toEqual([]);
});

type Fields = Readonly<Record<string, unknown>>;

async function newBoat(name: string, Labels: Fields = {}): Promise<string> {
  const created = await mock.call('POST', `/boats/create?name=${name}`, { Hull: 'oak', Length: 9, Labels });
  expect(created.status).toBe(201);
  return (created.body as { Id: string }).Id;
}

test('conditions in JSON filter by the properties that they name, and by labels', async () => {
  const [north, south] = [
    await newBoat('north', { sea: 'baltic', old: 'yes' }),
    await newBoat('south', { sea: 'black' }),
  ];
  const listed = async (filters: unknown): Promise<readonly unknown[]> => {
    const { body } = await mock.call('GET', `/boats?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    return (body as readonly Fields[]).map(({ Id }) => Id);
  };
  expect(await listed({ label: ['sea=black'] })).toEqual([south]);
  expect(await listed({ label: ['old', 'sea=baltic'] })).toEqual([north]);
  expect(await listed({ label: { old: true } })).toEqual([north]);
  expect(await listed({ name: ['ort'] })).toEqual([north]);
  expect(await listed({ id: [south] })).toEqual([south]);
  expect(await listed({ id: [south], label: ['old'] })).toEqual([]);
  expect(await listed([{ name: ['north'] }, { name: ['south'] }])).toEqual([north, south]);
  expect(await listed({ unknown: ['x'], name: ['south'] })).toEqual([south]);
});
