import { expect, test } from 'vitest';
import type { RecordList, ResourceList } from '../../generated/control/types.ts';
import { describedMock } from './described.ts';

const mock = await describedMock('hooks.yaml');

interface Try {
  readonly id: string;
  readonly hook_id: string;
  readonly status: string;
}

async function newTry(hook: string, status: string): Promise<Try> {
  return (await mock.call('POST', '/tries', { hook_id: hook, status })).body as Try;
}

async function newHook(): Promise<string> {
  return ((await mock.call('POST', '/hooks', { url: 'https://example.com' })).body as { id: string }).id;
}

test('a list below a key has the records of another path that refer to it, in pages', async () => {
  const [one, other] = [await newHook(), await newHook()];
  const tries = [await newTry(one, 'ok'), await newTry(one, 'failed')];
  await newTry(other, 'ok');
  const first = await mock.call('GET', `/tries/by-hook/${one}?limit=1`);
  const { data, iterator } = first.body as { data: Try[]; iterator: string };
  const second = await mock.call('GET', `/tries/by-hook/${one}?limit=1&iterator=${iterator}`);
  expect([...data, ...(second.body as { data: Try[] }).data]).toEqual(tries);
});

test('a list below a value has the records with this value', async () => {
  const failed = await newTry(await newHook(), 'failed');
  const { body } = await mock.call('GET', '/attempts/status/failed');
  expect(body).toContainEqual(failed);
  expect((body as Try[]).every(({ status }) => status === 'failed')).toBe(true);
});

test('a record is read by the property that a path names', async () => {
  const { body } = await mock.call('POST', '/hooks', { name: 'nightly', url: 'https://example.com' });
  expect((await mock.call('GET', '/hooks/named/nightly')).body).toEqual(body);
  expect((await mock.call('GET', '/hooks/named/weekly')).status).toBe(404);
});

test('the control API lists the resources, and of one what its operations take and its records', async () => {
  const read = async (query: string): Promise<ResourceList['resources']> =>
    ((await mock.call('GET', `/_mock/resources${query}`)).body as ResourceList).resources;
  expect((await read('')).map(({ name }) => name)).toEqual(['hooks', 'tries']);
  const [hooks, ...others] = await read('?name=hooks');
  expect(others).toEqual([]);
  expect(hooks?.operations.find(({ role }) => role === 'create')).toMatchObject({
    path: '/hooks',
    body: { pointer: '', schema: { type: 'object', required: ['url'], properties: { url: {} } } },
  });
  expect(await read('?name=nothing')).toEqual([]);
  await newTry(await newHook(), 'ok');
  const { records } = (await mock.call('GET', '/_mock/records/resources?resource=tries')).body as RecordList;
  expect(new Set(records.map(({ resource }) => resource))).toEqual(new Set(['tries']));
});
