import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('archives.yaml');
const sent = { name: 'Maps', read: ['ann'], write: ['bob', 'eve'] };
const { body } = await mock.call('POST', '/archives', sent);
const archive = `/archives/${(body as { id: string }).id}`;

test('an object of a record has the properties that a request names beside the others', async () => {
  const permissions = { read: ['ann'], write: ['bob', 'eve'] };
  expect(await mock.call('GET', archive)).toMatchObject({ body: { name: 'Maps', permissions } });
});

test('an open record has the properties of the free object that is sent', async () => {
  const made = await mock.call('POST', `${archive}/documents`, { data: { title: 'Dune', year: 1965 } });
  expect(made).toMatchObject({ status: 201, body: { title: 'Dune', year: 1965 } });
  expect(made.body).not.toHaveProperty('data');
  const path = `${archive}/documents/${(made.body as { id: string }).id}`;
  await mock.call('PATCH', path, { data: { title: 'Dune 2', id: 'other' } });
  expect(await mock.call('GET', path)).toMatchObject({
    status: 200,
    body: { ...(made.body as object), title: 'Dune 2', year: 1965 },
  });
});

test('open records are filtered and sorted by properties that no schema names', async () => {
  for (const [name, size] of [
    ['b', 30],
    ['a', 9],
    ['c', 100],
  ] as const)
    await mock.call('POST', `${archive}/documents`, { data: { name, size } });
  const names = async (query: string): Promise<readonly unknown[]> => {
    const { body } = await mock.call('GET', `${archive}/documents?${query}`);
    return (body as { documents: { name?: unknown }[] }).documents.map(({ name }) => name);
  };
  expect(await names('filters=name%3Da')).toEqual(['a']);
  expect(await names('filters=size%3E9&filters=size%3C100')).toEqual(['b']);
  expect(await names('orderField=size&filters=size%3E0')).toEqual(['a', 'b', 'c']);
});

test('a singleton that is free is what the only object of a request has', async () => {
  const path = `${archive}/settings`;
  expect(await mock.call('PATCH', path, { settings: { theme: 'dark' } })).toMatchObject({ status: 200 });
  expect((await mock.call('GET', path)).body).toEqual({ theme: 'dark' });
});
