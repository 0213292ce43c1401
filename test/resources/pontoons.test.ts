import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('pontoons.yaml');

const alert = { event: 'storm', target_url: 'https://example.com/storm', alertTitle: 'Storm' };

test('a text about the path of a record names its key, which its creation returns', async () => {
  const [one, other] = [
    await post<{ ID: number }>('/alert', alert),
    await post<{ ID: number }>('/alert', alert),
  ];
  expect(one.ID).not.toBe(other.ID);
  const { Alerts } = await get<{ Alerts: readonly { SubscriptionID: number }[] }>('/alert');
  const keys = Alerts.map(({ SubscriptionID }) => SubscriptionID);
  expect([new Set(keys).size, keys.includes(one.ID)]).toEqual([keys.length, true]);
  await call('DELETE', `/alert/${one.ID}`);
  expect(await call('GET', `/alert/${one.ID}`)).toMatchObject({ status: 404 });
  await call('PUT', '/alert', { SubScriptionID: other.ID, EventCode: 'calm' });
  expect(await get(`/alert/${other.ID}`)).toMatchObject({ SubscriptionID: other.ID, EventCode: 'calm' });
});

test('a record has what a request has under another name', async () => {
  const { ID } = await post<{ ID: number }>('/alert', alert);
  const shown = { EventCode: 'storm', NotificationURL: 'https://example.com/storm', Title: 'Storm' };
  expect(await get(`/alert/${ID}`)).toMatchObject({ SubscriptionID: ID, ...shown });
});

test('records without a path that a query deletes by their keys have keys of their own', async () => {
  const marks = async (): Promise<readonly unknown[]> =>
    (await get<{ Marks: readonly unknown[] }>('/mark')).Marks;
  const one = await post<{ MarkID: number }>('/mark', { Colour: 'red', Depth: 3 });
  const other = await post<{ MarkID: number }>('/mark', { Colour: 'red', Depth: 3 });
  expect(await marks()).toEqual(expect.arrayContaining([one, other]));
  await call('DELETE', `/mark?MarkID=${one.MarkID}`);
  expect(await marks()).not.toContainEqual(one);
  expect(await marks()).toContainEqual(other);
});
