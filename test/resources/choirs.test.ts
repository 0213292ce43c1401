import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('choirs.yaml');

async function create(path: string, fields: object): Promise<{ readonly id: string }> {
  const { status, body } = await mock.call('POST', path, fields);
  expect(status).toBe(201);
  return body as { id: string };
}

test('a full name is made of the keys in the path', async () => {
  expect(await mock.call('PUT', '/choirs/ulm/altos', { name: 'Altos' })).toMatchObject({ status: 201 });
  const body = { slug: 'altos', name: 'Altos', full_name: 'ulm/altos' };
  expect(await mock.call('GET', '/choirs/ulm/altos')).toMatchObject({ status: 200, body });
});

test('a record shows the one above by the name of its resource, and the flags that it lists', async () => {
  await mock.call('PUT', '/choirs/ulm/basses', { name: 'Basses' });
  const { id } = await create('/choirs/ulm/basses/songs', { name: 'Low' });
  const path = `/choirs/ulm/basses/songs/${id}`;
  const choir = { slug: 'basses', name: 'Basses' };
  expect(await mock.call('GET', path)).toMatchObject({ body: { name: 'Low', choir } });
  const approved = await mock.call('POST', `${path}/approve`);
  expect(approved).toMatchObject({ status: 200, body: { approved: true } });
  await mock.call('POST', `${path}/approve`);
  expect(await mock.call('GET', path)).toMatchObject({ body: { judges: [{ approved: true }] } });
  expect(await mock.call('DELETE', `${path}/approve`)).toMatchObject({ status: 204 });
  expect(await mock.call('GET', path)).toMatchObject({ body: { judges: [] } });
});

test('a record names the one that it is about, and the kinds of both', async () => {
  const { id } = await create('/singers', { name: 'Ann' });
  const remark = await create(`/singers/${id}/remarks`, { text: 'Loud' });
  const singer = { id, name: 'Ann', resource_type: 'singer' };
  const body = { text: 'Loud', resource_type: 'remark', target: { id }, singer };
  expect(await mock.call('GET', `/remarks/${remark.id}`)).toMatchObject({ status: 200, body });
});

test('a list below a record has what actions add to it', async () => {
  const [ann, bob] = [await create('/singers', { name: 'Ann' }), await create('/singers', { name: 'Bob' })];
  const [low, high] = [await create('/voices', { name: 'Low' }), await create('/voices', { name: 'High' })];
  const names = async (voice: { id: string }): Promise<readonly string[]> => {
    const { body } = await mock.call('GET', `/voices/${voice.id}/singers`);
    return (body as { name: string }[]).map(({ name }) => name);
  };
  const change = (action: string, voice: { id: string }, singer: { id: string }) =>
    mock.call('POST', `/voices/${voice.id}/${action}`, { singer: singer.id });
  expect(await names(low)).toEqual([]);
  for (const singer of [ann, bob])
    expect(await change('addSinger', low, singer)).toMatchObject({ status: 204 });
  await change('addSinger', high, bob);
  expect([await names(low), await names(high)]).toEqual([['Ann', 'Bob'], ['Bob']]);
  await change('removeSinger', low, bob);
  expect([await names(low), await names(high)]).toEqual([['Ann'], ['Bob']]);
});
