import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('radio.yaml');

async function create(path: string, title: string): Promise<string> {
  const { status, body } = await mock.call('POST', path, { title });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

test('actions below a singleton change it, also by the value in a query', async () => {
  expect(await mock.call('PUT', '/player/play')).toMatchObject({ status: 204 });
  expect(await mock.call('GET', '/player')).toMatchObject({ body: { is_playing: true } });
  await mock.call('PUT', '/player/pause');
  expect(await mock.call('PUT', '/player/loudness?loudness_percent=37')).toMatchObject({ status: 204 });
  const body = { is_playing: false, device: { loudness_percent: 37 } };
  expect(await mock.call('GET', '/player')).toMatchObject({ body });
});

test('a search for several kinds has the lists that it asks for, with what it finds', async () => {
  const song = await create('/songs', 'Zither zest');
  await create('/songs', 'Zither zoo');
  await create('/talks', 'Zithers explained');
  const all = await mock.call('GET', '/search?q=zither&type=song,talk');
  expect(all.body).toMatchObject({ songs: { total: 2 }, talks: { total: 1 } });
  const found = await mock.call('GET', '/search?q=zither&type=song&limit=1');
  const next = expect.stringContaining('offset=1') as string;
  expect(found.body).toEqual({ songs: { items: [{ id: song, title: 'Zither zest' }], total: 2, next } });
  const none = await mock.call('GET', '/search?q=qqxx&type=song');
  expect(none.body).toEqual({ songs: { items: [], total: 0, next: null } });
});

test('a record shows the list below it, which entries are inserted into, and which is emptied', async () => {
  const mix = `/mixes/${await create('/mixes', 'Mix')}`;
  expect(await mock.call('GET', mix)).toMatchObject({ body: { songs: { items: [], total: 0 } } });
  const ids = [await create('/songs', 'one'), await create('/songs', 'two'), await create('/songs', 'three')];
  const listed = async (): Promise<unknown> => {
    const { body } = await mock.call('GET', `${mix}/songs`);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  await mock.call('POST', `${mix}/songs`, { ids: ids.slice(0, 2) });
  await mock.call('POST', `${mix}/songs`, { ids: ids.slice(2), position: 1 });
  expect(await listed()).toEqual([ids[0], ids[2], ids[1]]);
  expect(await mock.call('GET', mix)).toMatchObject({ body: { songs: { total: 3 } } });
  await mock.call('PUT', `${mix}/songs`, { ids: [] });
  expect(await listed()).toEqual([]);
  expect(await mock.call('GET', mix)).toMatchObject({ body: { songs: { items: [], total: 0 } } });
});

test('a set of what may be of several kinds has only what is put into it', async () => {
  const id = await create('/songs', 'Saved');
  expect(await mock.call('GET', '/me/songs')).toMatchObject({ body: { items: [], total: 0 } });
  await mock.call('PUT', '/me/songs', { ids: [id] });
  expect(await mock.call('GET', '/me/songs')).toMatchObject({
    body: { items: [{ song: { id } }], total: 1 },
  });
  await mock.call('DELETE', '/me/songs', { ids: [id] });
  expect(await mock.call('GET', '/me/songs')).toMatchObject({ body: { items: [] } });
});
