/** Filters of JSON:API records by ranges and relationships, what is included beside them, and their defaults. */
import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('charters.yaml');

interface Whole {
  readonly data: { readonly id: string; readonly attributes: object };
}

interface Charters {
  readonly data: readonly { readonly id: string }[];
  readonly included?: readonly object[];
}

const list = (query: string): Promise<Charters> => mock.get<Charters>(`/charters?${query}`);

async function skipper(name: string): Promise<string> {
  const { data } = await mock.post<Whole>('/skippers', { data: { type: 'skipper', attributes: { name } } });
  return data.id;
}

async function charter(owner: string, attributes: object): Promise<Whole['data']> {
  const relationships = { owner: { data: { type: 'skipper', id: owner } } };
  const sent = {
    type: 'charter',
    attributes: { start_at: '2030-01-01T00:00:00Z', ...attributes },
    relationships,
  };
  return (await mock.post<Whole>('/charters', { data: sent })).data;
}

test('a filter named like the kind of a relationship selects by it, and the related records are included', async () => {
  const [ann, bob] = [await skipper('Ann'), await skipper('Bob')];
  const { id } = await charter(ann, { title: 'North' });
  await charter(bob, { title: 'South' });
  const page = await list(`filter[skipper]=${ann}&include=owner`);
  expect(page.data.map((each) => each.id)).toEqual([id]);
  expect(page.included).toEqual([{ type: 'skipper', id: ann, attributes: { name: 'Ann' } }]);
  expect((await list(`filter[skipper]=${ann}`)).included ?? []).toEqual([]);
});

test('objects in a query that declare no properties filter by attributes, and name a page', async () => {
  const made = [await skipper('Gus'), await skipper('Gus'), await skipper('Gus'), await skipper('Hal')];
  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await mock.get<Charters>(`/skippers?${query}`)).data.map(({ id }) => id);
  expect(await idsOf('filter[name]=Gus')).toEqual(made.slice(0, 3));
  expect(await idsOf('filter[name]=Gus&page[size]=2&page[number]=2')).toEqual(made.slice(2, 3));
});

test('a range of times has its start and not its end, and may be open', async () => {
  const owner = await skipper('Cid');
  const days = ['05-31', '06-01', '06-15', '07-01'];
  const made: string[] = [];
  for (const day of days)
    made.push((await charter(owner, { title: day, start_at: `2031-${day}T00:00:00Z` })).id);
  const within = async (range: string): Promise<readonly string[]> =>
    (await list(`filter[skipper]=${owner}&filter[start_at]=${range}`)).data.map(({ id }) => id);
  expect(await within('2031-06-01T00:00:00Z..2031-07-01T00:00:00Z')).toEqual(made.slice(1, 3));
  expect(await within('2031-06-15T00:00:00Z..')).toEqual(made.slice(2));
  expect(await within('..2031-06-01T00:00:00Z')).toEqual(made.slice(0, 1));
});

test('attributes that nobody sent have their defaults', async () => {
  const { id, attributes } = await charter(await skipper('Dan'), { title: 'East', currency: 'USD' });
  expect(attributes).toMatchObject({ title: 'East', currency: 'USD', active: true, frozen: false });
  expect((await mock.get<Whole>(`/charters/${id}`)).data.attributes).toEqual(attributes);
  expect((await charter(id, { title: 'West' })).attributes).toMatchObject({ currency: 'EUR' });
});

test('a list and its count are searched by a text', async () => {
  const { id } = await charter(await skipper('Eve'), { title: 'Unmistakable' });
  expect((await list('textSearch=unmistak')).data.map((each) => each.id)).toEqual([id]);
  expect(await mock.get('/charters/count?textSearch=unmistak')).toEqual({ count: 1 });
});
