import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('chalets.yaml');

const ok = { status: 200 };
const missing = { status: 404 };

async function idOf(path: string, body: unknown, name = 'Id'): Promise<string> {
  return String(((await mock.call('POST', path, body)).body as Record<string, unknown>)[name]);
}

test('what is written in the singular is listed in the plural', async () => {
  const path = `/chalets/${await idOf('/chalets', { Name: 'Alp' })}`;
  const id = await idOf(`${path}/block`, { reason: 'snow' }, 'id');
  expect(await mock.call('GET', `${path}/blocks`)).toMatchObject({ ...ok, body: [{ id, reason: 'snow' }] });
  expect(await mock.call('PUT', `/chalets/block/${id}`, { reason: 'ice' })).toMatchObject(ok);
  expect(await mock.call('GET', `/chalets/blocks/${id}`)).toMatchObject({ ...ok, body: { reason: 'ice' } });
  await mock.call('DELETE', `/chalets/block/${id}`);
  expect(await mock.call('GET', `/chalets/blocks/${id}`)).toMatchObject(missing);
});

test('what a verb posts is listed under its noun', async () => {
  const path = `/chalets/${await idOf('/chalets', { Name: 'Berg' })}`;
  for (const text of ['one', 'two'])
    expect(await mock.call('POST', `${path}/annotate`, { text })).toMatchObject({ ...ok, body: { text } });
  expect(await mock.call('GET', `${path}/annotations`)).toMatchObject({
    body: [{ text: 'one' }, { text: 'two' }],
  });
  expect(await mock.call('POST', '/chalets/none/annotate', { text: 'three' })).toMatchObject(missing);
});

test('a page of records is asked for with POST', async () => {
  const ids = [await idOf('/chalets', { Name: 'One' }), await idOf('/chalets', { Name: 'Two' })];
  const all = await mock.call('POST', '/chalets/paged?maxResults=100', {});
  const { results } = all.body as { results: { Id: number }[] };
  expect(results.map(({ Id }) => String(Id))).toEqual(expect.arrayContaining(ids));
  expect(await mock.call('POST', '/chalets/paged?maxResults=2', {})).toMatchObject({
    body: { results: [{}, {}], hasMore: true },
  });
});

describe('a deletion that can be undone', () => {
  test('sets the property of the record, which only its filter lists', async () => {
    const id = await idOf('/chalets', { Name: 'Col' });
    const listed = async (query: string): Promise<boolean> =>
      ((await mock.call('GET', `/chalets${query}`)).body as { Id: number }[]).some(
        (each) => String(each.Id) === id,
      );
    expect(await mock.call('DELETE', `/chalets/${id}`)).toMatchObject({
      ...ok,
      body: { deletedStatus: true },
    });
    expect([await listed(''), await listed('?deleted=true'), await listed('?deleted=false')]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await mock.call('PUT', `/chalets/${id}/recover`)).toMatchObject({
      ...ok,
      body: { deletedStatus: false },
    });
    expect([await listed(''), await listed('?deleted=true')]).toEqual([true, false]);
  });
});

describe('a key', () => {
  test('is found by the end of its parameter', async () => {
    const id = await idOf('/fieldvalue', { Name: 'Wood', FieldId: 3 }, 'OptionalFieldValueId');
    expect(await mock.call('GET', `/fieldvalue/${id}`)).toMatchObject({ ...ok, body: { Name: 'Wood' } });
  });

  test('is the id, for a parameter without separators', async () => {
    const id = await idOf('/chalets', { Name: 'Tal' });
    expect(await mock.call('GET', `/chalets/${id}`)).toMatchObject({ ...ok, body: { Name: 'Tal' } });
  });
});

test('one record is found by a parameter of the query', async () => {
  const ids = [await idOf('/unit', { RefId: 'r-1' }), await idOf('/unit', { RefId: 'r-2' })];
  expect(await mock.call('GET', '/unit?refId=r-2')).toMatchObject({ ...ok, body: { Id: Number(ids[1]) } });
  expect(await mock.call('GET', '/unit?refId=r-3')).toMatchObject(missing);
});

test('a list of values is deleted as a whole', async () => {
  const path = `/unit/${await idOf('/unit', { RefId: 'r-9' })}/code`;
  for (const code of ['a', 'b']) await mock.call('POST', `${path}/${code}`);
  expect(await mock.call('GET', path)).toMatchObject({ body: ['a', 'b'] });
  await mock.call('DELETE', path);
  expect(await mock.call('GET', path)).toMatchObject({ ...ok, body: [] });
});
