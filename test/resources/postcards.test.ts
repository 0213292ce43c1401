import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('postcards.yaml');

interface Postcard {
  readonly id: string;
  readonly to: string;
}

const send = async (tag: string, ...to: readonly string[]): Promise<readonly Postcard[]> =>
  post('/postcards', [{ to: to.map((address) => ({ address })), text: 'Hello', tag }]);

const list = async (filter: string, others = ''): Promise<readonly Postcard[]> =>
  get(`/postcards?filter=${encodeURIComponent(filter)}${others}`);

test('a list sent for what a record has one of makes a record for each entry', async () => {
  const sent = await send('each', 'ann', 'bob');
  expect(sent).toMatchObject([{ to: 'ann' }, { to: 'bob' }]);
  expect(await get(`/postcards/${sent[1]?.id}`)).toMatchObject({ to: 'bob', text: 'Hello' });
});

test('a GET whose success is 201 creates what its query has', async () => {
  const sent = await call('GET', '/postcards/send?to=eve&text=Hi');
  expect(sent).toMatchObject({ status: 201, body: [{ to: 'eve', text: 'Hi' }] });
  const [{ id } = { id: '' }] = sent.body as readonly Postcard[];
  expect(await get(`/postcards/${id}`)).toMatchObject({ id, to: 'eve' });
});

test('a list follows the conditions and the default order that its texts describe', async () => {
  const sent = [...(await send('order', 'a')), ...(await send('order', 'b')), ...(await send('order', 'c'))];
  const to = async (filter: string, others = ''): Promise<readonly string[]> =>
    (await list(filter, others)).map((each) => each.to);
  expect(await to('tag=order')).toEqual(['c', 'b', 'a']);
  expect(await to('tag=order', '&sortOrder=ASCENDING')).toEqual(['a', 'b', 'c']);
  expect(await to('tag=order&to=b')).toEqual(['b']);
  expect(await to('tag=order&status.type=SENT')).toEqual([]);
  expect(await to(`tag=order&id<${sent[1]?.id}`, '&limit=2')).toEqual(['a']);
  expect(await call('GET', '/postcards?filter=colour%3Dred')).toMatchObject({ status: 400 });
});

test('values that records cannot share are unique', async () => {
  await post('/stamps', { name: 'Lake' });
  expect(await call('POST', '/stamps', { name: 'Lake' })).toMatchObject({ status: 400 });
});
