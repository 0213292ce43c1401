import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('shelves.yaml', { records: 0 });
const genres = ['novel', 'poem', 'play', 'novel', 'poem'];
for (const [index, genre] of genres.entries())
  await mock.call('POST', '/books', { title: `Book ${index + 1}`, genre });

async function titles(query: string): Promise<readonly string[]> {
  const { body } = await mock.call('GET', `/books${query}`);
  return (body as { books: { title: string }[] }).books.map(({ title }) => title);
}

describe('what texts say of a list', () => {
  test('a number described as the total counts all records, and a stated default is the size of a page', async () => {
    expect(await mock.call('GET', '/books')).toMatchObject({ body: { sum: 5 } });
    expect(await titles('')).toEqual(['Book 1', 'Book 2', 'Book 3']);
    expect(await mock.call('GET', '/books?genre=poem')).toMatchObject({ body: { sum: 2 } });
  });

  test('stated bounds are enforced where 400 is declared', async () => {
    const message = 'limit must be between 1 and 50';
    expect(await mock.call('GET', '/books?limit=0')).toMatchObject({ status: 400, body: { message } });
    expect(await mock.call('GET', '/books?limit=51')).toMatchObject({ status: 400, body: { message } });
    expect(await titles('?limit=1')).toEqual(['Book 1']);
  });

  test('a parameter that can be repeated has several values', async () => {
    expect(await titles('?genre=play&genre=poem')).toEqual(['Book 2', 'Book 3', 'Book 5']);
    expect(await titles('?genre=play')).toEqual(['Book 3']);
    expect(await mock.call('GET', '/books?genre=play&genre=song')).toMatchObject({ status: 400 });
  });

  test('a direction alone reverses the order', async () => {
    expect(await titles('?orderType=DESC&limit=2')).toEqual(['Book 5', 'Book 4']);
    expect(await titles('?orderType=ASC&limit=2')).toEqual(['Book 1', 'Book 2']);
  });

  test('a negative limit is none, and a limit of zero has no next page', async () => {
    for (let index = 0; index < 25; index++) await mock.call('POST', '/notes', { text: `Note ${index}` });
    const count = async (query: string): Promise<number> => {
      const { body } = await mock.call('GET', `/notes${query}`);
      return (body as { items: unknown[] }).items.length;
    };
    expect(await Promise.all(['', '?limit=-1', '?limit=4', '?limit=0'].map(count))).toEqual([25, 25, 4, 0]);
  });
});

test('a list whose response has a page and its size is read by the parameters of these names', async () => {
  for (const name of ['one', 'two', 'three', 'four', 'five']) await mock.call('POST', '/maps', { name });
  const first = await mock.call('GET', '/maps');
  expect(first.body).toMatchObject({
    values: [{ name: 'one' }, { name: 'two' }],
    page: 1,
    pagelen: 2,
    size: 5,
    next: expect.stringContaining('/maps?page=2') as string,
  });
  const last = await mock.call('GET', '/maps?page=2&pagelen=3');
  expect(last.body).toMatchObject({ values: [{ name: 'four' }, { name: 'five' }], page: 2, pagelen: 3 });
  expect(last.body).not.toHaveProperty('next');
});

test('a list leaves out what its text leaves out by default, and a PUT keeps the state', async () => {
  const add = async (fields: object): Promise<string> => {
    const { body } = await mock.call('POST', '/loans', fields);
    return (body as { id: string }).id;
  };
  const open = await add({ title: 'open', note: 'n' });
  const [old, back] = [await add({ title: 'old' }), await add({ title: 'back' })];
  await mock.call('PUT', `/loans/${old}`, { title: 'old', archived: true });
  await mock.call('PUT', `/loans/${back}`, { title: 'back', state: 'BACK' });
  const listed = async (query: string): Promise<unknown> => {
    const { body } = await mock.call('GET', `/loans${query}`);
    return (body as { id: string }[]).map(({ id }) => id);
  };
  expect(await listed('')).toEqual([open]);
  expect(await listed('?state=BACK')).toEqual([back]);
  expect(await listed('?archived=true')).toEqual([old]);
  const returned = await add({ title: 'returned' });
  await mock.call('PUT', `/loans/${returned}`, { title: 'returned', returned_at: '2026-01-01T00:00:00Z' });
  expect(await listed('?returned_since=2025-12-01T00:00:00Z')).toEqual([open, returned]);
  expect(await listed('?returned_since=2026-02-01T00:00:00Z')).toEqual([open]);
  const { body } = await mock.call('PUT', `/loans/${open}`, { title: 'still open' });
  expect(body).toMatchObject({ title: 'still open', state: 'OPEN' });
  expect(body).not.toHaveProperty('note');
});
