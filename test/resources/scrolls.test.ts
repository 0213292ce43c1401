import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('scrolls.yaml');

interface Scroll {
  readonly id: string;
}

interface Scrolls {
  readonly results: readonly Scroll[];
  readonly paging?: { readonly next?: { readonly after: string } };
}

const create = async (sent: object = {}): Promise<string> =>
  (await post<Scroll>('/scrolls', { title: 'Lake', marks: [], ...sent })).id;

const listed = async (query: string): Promise<readonly string[]> =>
  (await get<Scrolls>(`/scrolls?limit=100&${query}`)).results.map(({ id }) => id);

test('what a DELETE archives is listed with the others that are archived, and is restored', async () => {
  const id = await create();
  await call('DELETE', `/scrolls/${id}`);
  expect(await call('GET', `/scrolls/${id}`)).toMatchObject({ status: 404 });
  expect(await listed('archived=false')).not.toContain(id);
  expect(await listed('archived=true')).toEqual([id]);
  expect(await call('POST', `/scrolls/${id}/restore`)).toMatchObject({ status: 204 });
  expect(await get(`/scrolls/${id}`)).toMatchObject({ id, title: 'Lake' });
  expect(await listed('archived=true')).toEqual([]);
  expect(await call('POST', '/scrolls/none/restore')).toMatchObject({ status: 404 });
});

test('the order that a text states by date is that of a list, whose last page names no other', async () => {
  const ids = [await create(), await create()];
  expect((await listed('')).slice(0, 2)).toEqual(ids.toReversed());
  const first = await get<Scrolls>('/scrolls?limit=1');
  expect(first.paging?.next?.after).toEqual(expect.any(String));
  expect((await get<Scrolls>('/scrolls?limit=100')).paging?.next).toBeUndefined();
});

test('a copy has what the text of its operation sets', async () => {
  const id = await create({ privacy: 'public' });
  expect(await post(`/scrolls/${id}/fork`)).toMatchObject({ title: 'Lake', privacy: 'private' });
});

test('a new record has the first record below that the text of its creation names, and those that are sent', async () => {
  const id = await create({ marks: [{ markType: 'seal', markSource: 'Wax' }] });
  expect(await get(`/scrolls/${id}/revisions`)).toMatchObject([{ id: expect.any(String) as string }]);
  expect(await get(`/scrolls/${id}/marks`)).toEqual([{ markType: 'seal', markSource: 'Wax' }]);
});

test('a PUT that inserts creates a record with the text that it is sent', async () => {
  const mark = `/scrolls/${await create()}/marks/note`;
  const sent = { markType: 'note', markSource: 'See below' };
  const { status, body } = await call('PUT', mark, 'See below', 'text/plain');
  expect({ status, body }).toEqual({ status: 200, body: sent });
  expect(await get(mark)).toEqual(sent);
});
