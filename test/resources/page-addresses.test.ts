import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import type { Paging } from '../../contract/resources/graph.ts';
import { withPageAddresses } from '../../mock/resources/lists/page-addresses.ts';

const paging: Paging = {
  style: 'page',
  position: 'page',
  size: 'limit',
  next: { in: 'body', pointer: '/links/next' },
  hasMore: null,
  total: null,
  first: 1,
};
const shown = {
  data: [],
  links: {
    self: 'https://documented.test/x',
    prev: 'https://documented.test/x?page=1',
    about: 'https://docs.test',
  },
};
const address = (position: string | number): string => `http://mock/x?page=${position}`;
const links = { address, list: '/data' };

test('a list names its pages at the mock, and no page before the first', () => {
  const first = { start: 0, size: 2, total: 5 };
  expect(withPageAddresses(shown, first, paging, links, null)).toEqual({
    data: [],
    links: { self: 'http://mock/x?page=1', about: 'https://docs.test' },
  });
  const second = { start: 2, size: 2, total: 5 };
  expect(withPageAddresses(shown, second, paging, links, null)).toMatchObject({
    links: { self: 'http://mock/x?page=2', prev: 'http://mock/x?page=1' },
  });
});

test('a list of links has those of all pages, and records that are links stay', () => {
  const uri = 'https://documented.test/x';
  const listed = { data: [], pagination: { links: [{ rel: 'self', uri }] } };
  const first = { start: 0, size: 2, total: 5 };
  const filled = withPageAddresses(listed, first, { ...paging, next: null }, links, null, true);
  const [self, one, next, last] = [1, 1, 2, 3].map((page) => address(page));
  const expected = [
    { rel: 'self', uri: self },
    { rel: 'first', uri: one },
    { rel: 'next', uri: next },
    { rel: 'last', uri: last },
  ];
  expect(filled).toMatchObject({ pagination: { links: expected } });
  const records = { links: [{ rel: 'next', uri }] };
  expect(withPageAddresses(records, first, paging, { address, list: '/links' }, null, true)).toEqual(records);
});

const text = { type: 'string' };
const object = (properties: object): object => ({ type: 'object', properties });

function describeNotes(query: readonly string[], parts: object): object {
  const schema = object({ data: { type: 'array', items: object({ id: text }) }, ...parts });
  const parameters = [
    ...query.map((name) => ({ name, in: 'query', schema: name === 'page' ? { type: 'integer' } : text })),
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
  ];
  const responses = { 200: { description: 'Notes', content: { 'application/json': { schema } } } };
  const paths = { '/notes': { get: { operationId: 'listNotes', parameters, responses } } };
  return { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths };
}

test('cursors lead to pages, and the items on a page are counted', async () => {
  const cursor = { type: ['string', 'null'], example: 'bm90IGE=' };
  const cursors = object({ previous: cursor, current: cursor, next: cursor });
  const meta = object({ items_on_page: { type: 'integer', example: 50 }, cursors });
  const document = describeNotes(['cursor'], { links: object({ next: text }), meta });
  const mock = await createMock({ openapi: document, records: 5 });
  const pages = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < 9;) {
    const response = await mock.fetch(`${mock.baseUrl}/notes?limit=2&cursor=${encodeURIComponent(cursor)}`);
    const { meta } = (await response.json()) as {
      meta: { items_on_page: number; cursors: { previous: string | null; next: string | null } };
    };
    pages.push([meta.items_on_page, meta.cursors.previous]);
    cursor = meta.cursors.next;
  }
  expect(pages).toEqual([
    [2, null],
    [2, 'p0'],
    [1, 'p2'],
  ]);
  await mock.close();
});

test('an object of addresses has those that any alternative of its schema has', async () => {
  const pages = {
    anyOf: [{ allOf: [object({ last: text }), object({ next: text })] }, object({ prev: text })],
  };
  const document = describeNotes(['page'], { links: object({ pages }) });
  const mock = await createMock({ openapi: document, records: 5 });
  const namesOf = async (page: number): Promise<string[]> => {
    const response = await mock.fetch(`${mock.baseUrl}/notes?limit=2&page=${page}`);
    const { links } = (await response.json()) as { links: { pages: object } };
    return Object.keys(links.pages).toSorted();
  };
  expect([await namesOf(1), await namesOf(2), await namesOf(3)]).toEqual([
    ['last', 'next'],
    ['last', 'next', 'prev'],
    ['last', 'prev'],
  ]);
  await mock.close();
});
