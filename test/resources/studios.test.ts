import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('studios.yaml');

const { get } = mock;
const create = mock.post<Readonly<Record<string, string>>>;

test('a body that is not declared is stored where the record has its properties', async () => {
  const { id } = await create('/rooms', { title: 'Blue', isQuiet: true, other: 1 });
  expect(await get(`/rooms/${id}`)).toMatchObject({ title: 'Blue', isQuiet: true });
  await mock.call('PUT', `/rooms/${id}`, { title: 'Red' });
  expect(await get(`/rooms/${id}`)).toMatchObject({ id, title: 'Red', isQuiet: true });
});

test('a form where no body is declared changes nothing', async () => {
  const { id } = await create('/rooms', { title: 'Plain' });
  expect((await mock.call('PUT', `/rooms/${id}`, 'title=Other')).status).toBe(200);
  expect(await get(`/rooms/${id}`)).toMatchObject({ title: 'Plain' });
});

test('an error has its message where its form has one, even if another one would be allowed', async () => {
  const { status, body } = await mock.call('GET', '/rooms/none');
  expect([status, body]).toMatchObject([404, { error: { message: 'There is no record none in rooms' } }]);
});

test('a list that is shown as a whole names no next page', async () => {
  expect(await get('/rooms')).not.toHaveProperty('next');
});

test('a member of a list of a record is also found by its own path', async () => {
  const { id } = await create('/rooms', { title: 'Tagged' });
  const status = async (): Promise<number> => (await mock.call('GET', `/rooms/${id}/tags/loud`)).status;
  expect(await status()).toBe(404);
  await mock.call('PUT', `/rooms/${id}/tags/loud`);
  expect(await status()).toBe(204);
  expect(await get(`/rooms/${id}`)).toMatchObject({ tags: ['loud'] });
});

test('records whose only key is in their address begin with the one that examples show', async () => {
  expect(await get('/people/7100')).toMatchObject({ uri: '/people/7100', name: 'Ada' });
  expect((await mock.call('GET', '/people/1')).status).toBe(404);
});

test('what is liked is listed as the record that it is, with its own address', async () => {
  const song = await create('/songs', { title: 'Dawn' });
  await mock.call('PUT', `/people/7100/likes/${song['uri']?.split('/').at(-1)}`);
  expect(await get('/people/7100/likes')).toEqual([song]);
});

test('an order by its usual name compares the names of records', async () => {
  for (const title of ['Zebra', 'Apple']) await create('/songs', { title });
  const titles = (list: unknown): readonly string[] =>
    (list as { title: string }[]).map((each) => each.title);
  const sorted = titles(await get('/songs?sort=alphabetical&direction=asc'));
  expect(sorted).toEqual(sorted.toSorted());
  expect(titles(await get('/songs?sort=alphabetical&direction=desc'))).toEqual(sorted.toReversed());
});

test('a list that a record has of what is below it shows what its own paths have', async () => {
  const { id } = await create('/rooms', { title: 'Wired', microphones: [{ key: 'one', color: 'red' }] });
  expect(await get(`/rooms/${id}/microphones/one`)).toEqual({ key: 'one', color: 'red' });
  await create(`/rooms/${id}/microphones`, { key: 'two', color: 'blue' });
  await mock.call('PATCH', `/rooms/${id}/microphones/one`, { key: 'one', color: 'green' });
  const [one, two] = [
    { key: 'one', color: 'green' },
    { key: 'two', color: 'blue' },
  ];
  expect(await get(`/rooms/${id}`)).toMatchObject({ microphones: [one, two] });
  await mock.call('DELETE', `/rooms/${id}/microphones/one`);
  await mock.call('PATCH', `/rooms/${id}/microphones`, { microphones: [{ key: 'three' }] });
  expect(await get(`/rooms/${id}`)).toMatchObject({ microphones: [two, { key: 'three' }] });
});

test('an action below a collection changes the records that it lists', async () => {
  const [one, other] = [await create('/guests', { name: 'Ann' }), await create('/guests', { name: 'Ben' })];
  expect(Object.keys(one)).toEqual(['guest_id']);
  for (const [action, guest] of [['approve', one] as const, ['deny', other] as const])
    await mock.call('PUT', '/guests/status', { action, guests: [{ id: guest['guest_id'] }] });
  expect(await get('/guests?status=approved')).toMatchObject({ guests: [{ name: 'Ann' }] });
  expect(await get('/guests?status=denied')).toMatchObject({ guests: [{ name: 'Ben' }] });
});

test('a list fits the conditions of its query, and the switches that it names', async () => {
  await create('/guests', { name: 'Cleo', age: 71, paid: true });
  await create('/guests', { name: 'Dan', age: 72, paid: false });
  const names = async (query: string): Promise<readonly string[]> =>
    ((await get(`/guests?${query}`)) as { guests: { name: string }[] }).guests.map(({ name }) => name);
  const where = (text: string): Promise<readonly string[]> => names(`where=${encodeURIComponent(text)}`);
  expect(await where('name=="Cleo" AND age==71')).toEqual(['Cleo']);
  expect(await where('age eq 72 or name eq "Cleo"')).toEqual(['Cleo', 'Dan']);
  expect(await where('age>=71,name!=Dan')).toEqual(['Cleo']);
  const unpaid = await names('type=unpaid');
  expect([unpaid.includes('Dan'), unpaid.includes('Cleo')]).toEqual([true, false]);
});

test('what a POST to a verb returns has the switch that the verb names', async () => {
  const song = await create('/songs', { title: 'Noon' });
  const path = `/songs/${song['uri']?.split('/').at(-1)}/approve`;
  expect((await mock.call('POST', path)).body).toMatchObject({ approved: true });
});

test('where a PUT of a path creates records, a POST also changes them', async () => {
  await mock.call('PUT', '/labels', { labels: [{ name: 'new', color: 'red' }] });
  await mock.call('POST', '/labels', { labels: [{ name: 'new', color: 'blue' }] });
  const { labels } = (await get('/labels')) as { labels: { name: string }[] };
  expect(labels.filter(({ name }) => name === 'new')).toEqual([{ name: 'new', color: 'blue' }]);
});

test('the response to a DELETE has the switch that says so', async () => {
  const song = await create('/songs', { title: 'Gone' });
  expect(song).toMatchObject({ archived: false });
  expect((await mock.call('DELETE', song['uri'] ?? '')).body).toEqual({ ...song, archived: true });
});

test('a response that only says where a new record is has its key and its address', async () => {
  const { entity_id, location } = await create('/tickets', { title: 'Front row' });
  expect(new URL(location ?? '').pathname).toBe(`/tickets/${entity_id}`);
  expect(await get(`/tickets/${entity_id}`)).toEqual({ id: entity_id, title: 'Front row' });
});

test('a number of a page goes with the size of a page, even beside a limit', async () => {
  for (const title of ['One', 'Two', 'Three']) await create('/songs', { title });
  const [first, second] = [await get('/songs?page=1&page_size=2'), await get('/songs?page=2&page_size=2')];
  expect([first, second]).toMatchObject([{ length: 2 }, { length: 2 }]);
  expect(first).not.toEqual(second);
});
