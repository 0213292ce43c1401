import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('boards.yaml');

async function newBoard(name: string): Promise<string> {
  await mock.call('POST', '/boards', { name });
  return `/boards/${name}`;
}

test('a number counts the records below each parent', async () => {
  const [one, other] = [await newBoard('numbers'), await newBoard('others')];
  expect((await mock.call('POST', `${one}/cards`, { title: 'A' })).body).toMatchObject({ number: 1 });
  expect((await mock.call('POST', `${one}/cards`, { title: 'B' })).body).toMatchObject({ number: 2 });
  expect((await mock.call('POST', `${other}/cards`, { title: 'C' })).body).toMatchObject({ number: 1 });
  expect((await mock.call('GET', `${one}/cards/1`)).body).toMatchObject({ title: 'A' });
});

describe('a record', () => {
  test('is sampled from the valid parts of the example of an extension', async () => {
    const { body } = await mock.call('GET', '/boards/road-map/cards');
    expect(body).toMatchObject([{ title: 'Write docs', number: 17 }, {}, {}, {}]);
  });

  test('has a time for the state that it is in', async () => {
    const board = await newBoard('times');
    await mock.call('POST', `${board}/cards`, { title: 'A' });
    const closed = await mock.call('PATCH', `${board}/cards/1`, { state: 'closed' });
    expect(closed.body).toMatchObject({ state: 'closed', closed_at: '2026-03-01T12:00:00.000Z' });
    const open = await mock.call('PATCH', `${board}/cards/1`, { state: 'open' });
    expect(open.body).toMatchObject({ state: 'open', closed_at: null });
  });

  test('is switched by a path of its own', async () => {
    const board = await newBoard('switches');
    await mock.call('POST', `${board}/cards`, { title: 'A' });
    expect((await mock.call('PUT', `${board}/cards/1/lock`)).status).toBe(204);
    expect((await mock.call('GET', `${board}/cards/1`)).body).toMatchObject({ locked: true });
    await mock.call('DELETE', `${board}/cards/1/lock`);
    expect((await mock.call('GET', `${board}/cards/1`)).body).toMatchObject({ locked: false });
  });

  test('counts what is below it', async () => {
    const board = await newBoard('counters');
    await mock.call('POST', `${board}/cards`, { title: 'A' });
    await mock.call('POST', `${board}/cards/1/comments`, { text: 'one' });
    const { body } = await mock.call('POST', `${board}/cards/1/comments`, { text: 'two' });
    const { id } = body as { readonly id: string };
    expect(id).toMatch(/^comment_\w{14}$/);
    expect((await mock.call('GET', `${board}/cards/1`)).body).toMatchObject({ comments: 2 });
    await mock.call('DELETE', `${board}/comments/${id}`);
    expect((await mock.call('GET', `${board}/cards/1`)).body).toMatchObject({ comments: 1 });
  });
});

describe('a name', () => {
  test('is in the texts of its record, which has ids of its own', async () => {
    const [one, other] = await Promise.all(
      ['mine', 'yours'].map(async (name) => (await mock.call('POST', '/boards', { name })).body),
    );
    expect(one).toMatchObject({ full_name: 'team/mine', html_url: 'https://boards.test/team/mine/open' });
    const [mine, yours] = [one, other] as readonly Readonly<Record<string, unknown>>[];
    for (const name of ['id', '_id']) expect(mine?.[name]).not.toBe(yours?.[name]);
  });

  test('changes with what is below it', async () => {
    const board = await newBoard('before');
    await mock.call('POST', `${board}/cards`, { title: 'A' });
    const renamed = await mock.call('PATCH', board, { new_name: 'after' });
    expect(renamed.body).toMatchObject({ name: 'after', full_name: 'team/after' });
    expect((await mock.call('GET', board)).status).toBe(404);
    expect((await mock.call('GET', '/boards/after/cards')).body).toMatchObject([{ title: 'A' }]);
  });

  test('that another record has is an error', async () => {
    const board = await newBoard('taken');
    await newBoard('free');
    expect((await mock.call('PATCH', '/boards/free', { name: 'taken' })).status).toBe(409);
    expect((await mock.call('POST', '/boards', { name: 'taken' })).status).toBe(422);
    expect((await mock.call('GET', board)).status).toBe(200);
  });
});
