import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('barns.yaml');

type Fields = Readonly<Record<string, unknown>>;

const feed = async (body: Fields): Promise<Fields> =>
  (await mock.call('POST', '/feedings', body)).body as Fields;

async function amounts(method: string, query: string): Promise<readonly unknown[]> {
  const { body } = await mock.call(method, `/feedings?${query}`);
  return (body as { feedings: readonly Fields[] }).feedings.map(({ amount }) => amount);
}

test('an order beside a property to sort by is a direction', async () => {
  for (const amount of [2, 1, 3]) await feed({ kind: 'sorted', amount });
  expect(await amounts('GET', 'kind=sorted&sortBy=amount&order=descending')).toEqual([3, 2, 1]);
  expect(await amounts('GET', 'kind=sorted&sortBy=amount&order=ascending')).toEqual([1, 2, 3]);
});

test('a new record that is under way has started, and times in texts have bounds', async () => {
  expect(await feed({ kind: 'timed', amount: 1 })).toMatchObject({
    status: 'running',
    startTime: '2026-03-01T12:00:00.000Z',
    endTime: null,
  });
  expect(await amounts('GET', 'kind=timed&fromStartTime=2026-03-02T00:00:00Z')).toEqual([]);
  expect(await amounts('GET', 'kind=timed&toStartTime=2026-03-02T00:00:00Z')).toEqual([1]);
});

test('a list of keys is shown as the records that they name', async () => {
  const tag = (await mock.call('POST', '/tags', { name: 'calm' })).body as Fields;
  const { feedingId } = await feed({ kind: 'tagged', tagIds: [tag['tagId']] });
  expect((await mock.call('GET', `/feedings/${String(feedingId)}`)).body).toMatchObject({ tags: [tag] });
});

test('a deletion of several records returns those that it deletes', async () => {
  await feed({ kind: 'kept', amount: 1 });
  await feed({ kind: 'gone', amount: 2 });
  expect(await amounts('DELETE', 'kind=gone')).toEqual([2]);
  expect(await amounts('DELETE', 'kind=gone')).toEqual([]);
  expect(await amounts('GET', 'kind=kept')).toEqual([1]);
});

test('an action whose response names what it repeats makes a new record in its first state', async () => {
  const { feedingId } = await feed({ kind: 'repeated', amount: 7 });
  await mock.call('POST', `/feedings/${String(feedingId)}/finish`);
  const { status, body } = await mock.call('POST', `/feedings/${String(feedingId)}/repeat`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { amount: 7, repeatOf: feedingId, status: 'running' },
  });
  expect((body as Fields)['feedingId']).not.toBe(feedingId);
  expect(await amounts('GET', 'kind=repeated')).toEqual([7, 7]);
  expect((await mock.call('POST', '/feedings/none/repeat')).status).toBe(404);
});
