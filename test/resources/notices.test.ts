import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadDescribedMock } from '../../mock/host-modules.ts';
import { createMock } from '../../mock/index.ts';

const mock = await createMock({ openapi: join(import.meta.dirname, 'descriptions/notices.yaml') });

afterAll(() => mock.close());

async function stream(path: string, headers = {}): Promise<string> {
  const sent = { prefer: 'pace=instant', ...headers };
  return (await mock.fetch(mock.baseUrl + path, { headers: sent })).text();
}

async function kindsOf(path: string, name: string): Promise<readonly unknown[]> {
  const text = await stream(path);
  return Array.from(
    text.matchAll(/^data: (.*)$/gm),
    ([, data = '']) => (JSON.parse(data) as Readonly<Record<string, unknown>>)[name],
  );
}

test('the frames of an example keep their names and their ids', async () => {
  const second = 'id: 8\nevent: visit.moved\ndata: {"n":2}\n\n';
  expect(await stream('/shown')).toBe(`id: 7\nevent: visit.booked\ndata: {"n":1}\n\n${second}`);
  expect(await stream('/shown', { 'last-event-id': '7' })).toBe(second);
});

test('the events of a stream vary over the alternatives of their schema', async () => {
  expect(new Set(await kindsOf('/alternatives', 'type'))).toEqual(new Set(['arrival', 'delay']));
});

test('the events of a stream vary over the kinds that a property lists', async () => {
  expect(await kindsOf('/listed', 'event')).toEqual(['visit.booked', 'visit.moved', 'visit.paid']);
});

test('the explanation of a rejected request does not say that the operation was applied', async () => {
  const headers = { 'content-type': 'application/json' };
  await mock.fetch(`${mock.baseUrl}/owners`, { method: 'POST', headers, body: '{}' });
  const [request] = await mock.world().requests({ order: 'newest', limit: 1 });
  const { explanation } = await mock.world().control.getRequest({ path: { id: request?.id ?? '' } });
  const steps = explanation.filter(({ message }) => message.startsWith('createOwner is inferred as'));
  expect(steps.map(({ outcome }) => outcome)).toEqual(['passed']);
});

test('the mock of a description names the version of Node that it needs', async () => {
  const own = Object.getOwnPropertyDescriptor(Map, 'groupBy') ?? {};
  Object.defineProperty(Map, 'groupBy', { ...own, value: undefined });
  try {
    await expect(loadDescribedMock()).rejects.toThrow(/^Backlot needs Node 22\.18 or newer, this is /);
  } finally {
    Object.defineProperty(Map, 'groupBy', own);
  }
});
