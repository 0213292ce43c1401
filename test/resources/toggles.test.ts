import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('toggles.yaml');

const ok = { status: 200 };
const created = { status: 201 };
const missing = { status: 404 };

async function newSpace(key: string): Promise<void> {
  expect(await mock.call('POST', '/spaces', { key, name: `Space ${key}` })).toMatchObject(created);
}

describe('a JSON Patch in a plain JSON body', () => {
  test('changes a record with values of any type', async () => {
    await newSpace('patched');
    const changes = [
      { op: 'replace', path: '/name', value: 'Other' },
      { op: 'add', path: '/public', value: true },
    ];
    const body = { key: 'patched', name: 'Other', public: true };
    expect(await mock.call('PATCH', '/spaces/patched', changes)).toMatchObject({ ...ok, body });
    expect(await mock.call('GET', '/spaces/patched')).toMatchObject({ ...ok, body });
    expect(await mock.call('PATCH', '/spaces/none', changes)).toMatchObject(missing);
  });

  test('is found in a property of the body', async () => {
    await newSpace('inner');
    await mock.call('POST', '/toggles/inner', { key: 'dark', on: false, tags: ['one'] });
    const patch = [{ op: 'add', path: '/tags/-', value: 'two' }];
    expect(await mock.call('PATCH', '/toggles/inner/dark', { comment: 'why', patch })).toMatchObject({
      ...ok,
      body: { key: 'dark', on: false, tags: ['one', 'two'] },
    });
  });
});

test('a parent that only the name of a parameter refers to has the records that clients create below it, and must exist', async () => {
  await newSpace('first');
  await newSpace('second');
  await mock.call('POST', '/toggles/first', { key: 'dark' });
  expect(await mock.call('GET', '/toggles/first')).toMatchObject({ ...ok, body: [{ key: 'dark' }] });
  expect(await mock.call('GET', '/toggles/second')).toMatchObject({ ...ok, body: [] });
  expect(await mock.call('POST', '/toggles/none', { key: 'dark' })).toMatchObject(missing);
});

test('a parent is found by each of its keys', async () => {
  const { id } = (await mock.call('POST', '/areas', { key: 'NORTH', name: 'North' })).body as { id: string };
  const note = (await mock.call('POST', '/areas/NORTH/notes', { text: 'cold' })).body as { id: string };
  for (const key of [id, 'NORTH']) {
    expect(await mock.call('GET', `/areas/${key}/notes`)).toMatchObject({ ...ok, body: [note] });
    expect(await mock.call('GET', `/areas/${key}/notes/${note.id}`)).toMatchObject({ ...ok, body: note });
  }
});

test('filters with paths of their own are records, and examples may be texts of JSON', async () => {
  const { body } = await mock.call('POST', '/filter', { name: 'Mine' });
  expect(body).toMatchObject({ id: expect.stringMatching(/^filter-[0-9a-f]{5}$/) as string, name: 'Mine' });
  const path = `/filter/${(body as { id: string }).id}`;
  expect(await mock.call('GET', path)).toMatchObject({ ...ok, body: { name: 'Mine' } });
  expect(await mock.call('DELETE', path)).toMatchObject({ status: 204 });
  expect(await mock.call('GET', path)).toMatchObject(missing);
});

test('actions undo what a switch says, and replace the secret that they are named after', async () => {
  const space = { key: 'acting', name: 'Acting', disabled: true };
  const { body } = await mock.call('POST', '/spaces', space);
  expect(await mock.call('POST', '/spaces/acting/enable')).toMatchObject({
    ...ok,
    body: { disabled: false },
  });
  const { secretKey } = body as { secretKey: string };
  const after = (await mock.call('POST', '/spaces/acting/secretKey')).body as { secretKey: string };
  expect(after.secretKey).not.toBe(secretKey);
  expect(await mock.call('GET', '/spaces/acting')).toMatchObject({ ...ok, body: after });
});

test('records have keys of the types of all operations, and other keys of their own', async () => {
  const add = async (title: string): Promise<{ id: number; key: string }> =>
    (await mock.call('POST', '/task', { title })).body as { id: number; key: string };
  const [one, other] = [await add('Water the plants'), await add('Paint')];
  expect(one.key).toMatch(/^TASK-\d+$/);
  expect(other.key).not.toBe(one.key);
  for (const key of [one.id, one.key])
    expect(await mock.call('GET', `/task/${key}`)).toMatchObject({
      ...ok,
      body: { id: String(one.id), title: 'Water the plants' },
    });
  const found = await mock.call('GET', '/task/search?title=the%20plan');
  expect(found).toMatchObject({ ...ok, body: [{ key: one.key }] });
  expect(await mock.call('DELETE', `/task/${one.key}`)).toMatchObject({ status: 204 });
  expect(await mock.call('GET', `/task/${one.id}`)).toMatchObject(missing);
});

test('what administrators create is read elsewhere, by its name', async () => {
  const { id } = (await mock.call('POST', '/admin/teams.json', { name: 'cooks' })).body as { id: number };
  expect(await mock.call('GET', '/teams/cooks.json')).toMatchObject({ ...ok, body: { id, name: 'cooks' } });
  expect(await mock.call('DELETE', `/admin/teams/${id}.json`)).toMatchObject(ok);
  expect(await mock.call('GET', '/teams/cooks.json')).toMatchObject(missing);
});
