import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('hotlines.yaml');

type Fields = Readonly<Record<string, unknown>>;

const { get } = mock;
const post = mock.post<Fields>;

async function createLine(name: string): Promise<string> {
  const { line } = (await post('/lines.create', { name })) as { line: { id: string } };
  return line.id;
}

test('paths that end in a verb are about the records that their parameters name', async () => {
  const id = await createLine('Red');
  expect(id).toMatch(/^L[A-Z0-9]{8,}$/);
  expect(await get(`/lines.info?line=${id}`)).toMatchObject({ line: { id, name: 'Red', is_closed: false } });
  await post('/lines.setTopic', { line: id, topic: 'Fire' });
  expect(await post('/lines.close', { line: id })).toMatchObject({
    line: { id, is_closed: true, topic: { value: 'Fire' } },
  });
  const listed = async (query: string): Promise<boolean> =>
    JSON.stringify(await get(`/lines.list${query}`)).includes(id);
  expect([await listed(''), await listed('?exclude_closed=true')]).toEqual([true, false]);
  expect((await mock.call('POST', '/lines.delete', { line: id })).status).toBe(204);
  expect((await mock.call('GET', `/lines.info?line=${id}`)).status).toBe(404);
});

test('what a verb adds is in the list of the same name, below the record that it names', async () => {
  const [line, other] = [await createLine('One'), await createLine('Other')];
  const { at } = await post('/talk.postNote', { line, text: 'Hello' });
  expect(await get(`/lines.history?line=${line}`)).toEqual({ notes: [{ at, text: 'Hello' }] });
  expect(await get(`/lines.history?line=${other}`)).toEqual({ notes: [] });
  const changed = { line, at, note: { at, text: 'Changed' } };
  expect(await post('/talk.update', { line, at, text: 'Changed' })).toEqual(changed);
  await post('/talk.delete', { line, at });
  expect(await get(`/lines.history?line=${line}`)).toEqual({ notes: [] });
});

test('a path that ends in a verb after a slash takes its keys and filters from its body', async () => {
  const call = await post('/calls/create', { caller: 'Ann' });
  const { callId } = call;
  await post('/calls/update', { callId, note: 'urgent' });
  expect(await post('/calls/get', { callId })).toEqual({ ...call, note: 'urgent' });
  expect(await post('/calls/list', { caller: 'Ann' })).toMatchObject({ calls: [{ callId }] });
  expect(await post('/calls/list', { caller: 'Nobody' })).toEqual({ calls: [] });
  expect(await post('/calls/search', { note: 'urgent' })).toMatchObject({ calls: [{ callId }] });
});
