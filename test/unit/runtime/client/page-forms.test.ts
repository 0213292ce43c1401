/** Forms of pagination: the place of the next page, and the end of a list. */
import { describe, expect, it } from 'vitest';
import { keyInQuery } from '../../../../templates/runtime/client/auth.ts';
import { inQuery } from '../../../../templates/runtime/client/parameter-places.ts';
import { PaginationError } from '../../../../templates/runtime/client/errors.ts';
import { paginate, type PageForm } from '../../../../templates/runtime/client/paginate.ts';
import { byAddress, nextLink } from '../../../../templates/runtime/client/paging/by-address.ts';
import { byLastItem, byOffset, byPage } from '../../../../templates/runtime/client/paging/by-parameter.ts';
import { callOf, collect, fakeClient, jsonResponse, rejection, type Fake, type Reaction } from './support.ts';

const names = ['page', 'offset', 'after', 'limit'];
const call = callOf({ path: '/things', parameters: names.map((name) => ({ name, in: inQuery })) });

interface Walk {
  readonly ids: readonly number[];
  readonly searches: readonly string[];
}

const things = (...ids: readonly number[]): readonly { id: number }[] => ids.map((id) => ({ id }));
const iterate = (
  { client }: Fake,
  form: PageForm,
  query: Readonly<Record<string, unknown>> = {},
): AsyncIterable<{ id: number }> => paginate(client, call, form, { query }, undefined);

async function walk(
  form: PageForm,
  reactions: readonly Reaction[],
  query: Readonly<Record<string, unknown>> = {},
): Promise<Walk> {
  const fake = fakeClient(reactions);
  const items = await collect(iterate(fake, form, query));
  return { ids: items.map(({ id }) => id), searches: fake.sent.map(({ url }) => url.search) };
}

const failure = (form: PageForm, reactions: readonly Reaction[]): Promise<unknown> =>
  rejection(collect(iterate(fakeClient(reactions), form)));

describe('numbered pages', () => {
  const form = byPage({ page: 'page', items: '', first: 1 });

  it('are counted from the one that the request selects', async () => {
    const { searches } = await walk(form, [jsonResponse(200, things(9)), jsonResponse(200, [])], { page: 5 });
    expect(searches).toEqual(['?page=5', '?page=6']);
  });

  it('end where there are as many items as the service has', async () => {
    const counted = byPage({ page: 'page', items: 'data', first: 0, total: 'total' });
    const reactions = [things(1, 2), things(3)].map((data) => jsonResponse(200, { data, total: 3 }));
    expect(await walk(counted, reactions)).toEqual({ ids: [1, 2, 3], searches: ['', '?page=1'] });
  });

  it('end with the last page that the service counts', async () => {
    const counted = byPage({ page: 'page', items: 'data', first: 1, pages: 'pages' });
    const { ids } = await walk(
      counted,
      [1, 2].map((id) => jsonResponse(200, { data: things(id), pages: 2 })),
    );
    expect(ids).toEqual([1, 2]);
  });

  it.each([false, null, ''])('end where the flag is %j', async (more) => {
    const flagged = byPage({ page: 'page', items: 'data', first: 1, more: 'more' });
    const { searches } = await walk(flagged, [jsonResponse(200, { data: things(1), more })]);
    expect(searches).toHaveLength(1);
  });

  it('end with a short page if the largest size is documented, and not if the service may have limited it', async () => {
    const sized = byPage({ page: 'page', items: '', first: 1, size: 'limit', most: 2 });
    const reactions = [things(1, 2), things(3), []].map((list) => jsonResponse(200, list));
    expect((await walk(sized, reactions, { limit: 100 })).searches).toEqual([
      '?limit=100',
      '?page=2&limit=100',
    ]);
    expect((await walk(form, reactions, { limit: 100 })).searches).toHaveLength(3);
  });

  it('end with a response without a body', async () => {
    const responses = [...call.responses, { statuses: [204], kind: 'none' } as const];
    const { client } = fakeClient([jsonResponse(200, things(1)), new Response(null, { status: 204 })]);
    const pages = paginate(client, { ...call, responses }, form, {}, undefined).pages();
    expect(await collect(pages)).toEqual([things(1)]);
  });

  it('fail if the service sends the same page again, which is not yielded twice', async () => {
    const fake = fakeClient([jsonResponse(200, things(1, 2))]);
    const ids: number[] = [];
    const read = async (): Promise<void> => {
      for await (const { id } of iterate(fake, form)) ids.push(id);
    };
    expect(await rejection(read())).toBeInstanceOf(PaginationError);
    expect(ids).toEqual([1, 2]);
  });
});

it('a list with offsets ends with the last of all items, wherever it began', async () => {
  const form = byOffset({ offset: 'offset', items: 'data', first: 1, total: 'total' });
  const reactions = [things(3, 4), things(5)].map((data) => jsonResponse(200, { data, total: 5 }));
  expect((await walk(form, reactions, { offset: 3 })).searches).toEqual(['?offset=3', '?offset=5']);
});

describe('a list after the last item', () => {
  const form = byLastItem({ last: 'after', items: 'data', id: 'id', more: 'has_more' });

  it('fails if the service ignores the parameter', async () => {
    expect(await failure(form, [jsonResponse(200, { data: things(1), has_more: true })])).toBeInstanceOf(
      PaginationError,
    );
  });
});

describe('a list of URLs', () => {
  const form = byAddress({ items: 'data', next: 'links.next' });
  const page = (next: unknown, ...ids: readonly number[]): Response =>
    jsonResponse(200, { data: things(...ids), links: { next } });

  it.each([
    ['absolute', 'https://api.test/other?page=2', 'https://api.test/other?page=2'],
    ['a path', '/other?page=2', 'https://api.test/other?page=2'],
    ['a query', '?page=%5B2', 'https://api.test/base/things?page=%5B2'],
    ['of another protocol', 'http://api.test/other', 'https://api.test/other'],
    ['with user and password', 'https://user:secret@api.test/other', 'https://api.test/other'],
    ['in an object', { href: '/other' }, 'https://api.test/other'],
  ])('follows one that is %s', async (_name, next, url) => {
    const fake = fakeClient([page(next, 1), page(null, 2)]);
    const items = await collect(iterate(fake, form, { limit: 1 }));
    expect(items.map(({ id }) => id)).toEqual([1, 2]);
    expect(fake.sent[1]?.url.href).toBe(url);
  });

  it.each([
    'https://elsewhere.test/things',
    '//elsewhere.test',
    'https://api.test:81/',
    'data:,1',
    'https://',
  ])('sends nothing to %s', async (next) => {
    const fake = fakeClient([page(next, 1)]);
    const error = await rejection(collect(iterate(fake, form)));
    expect(error).toBeInstanceOf(PaginationError);
    expect(fake.sent).toHaveLength(1);
  });

  it('repeats the credentials of its query, unless the URL has them', async () => {
    const secured = callOf({
      path: '/things',
      security: [[{ scheme: { name: 'key', place: keyInQuery, field: 'api_key' } }]],
    });
    const reactions = [page('/things?page=2', 1), page('/things?api_key=own', 2), page(null)];
    const fake = fakeClient(reactions, { auth: { key: 'secret' } });
    await collect(paginate(fake.client, secured, form, {}, undefined));
    expect(fake.sent.map(({ url }) => url.search)).toEqual([
      '?api_key=secret',
      '?page=2&api_key=secret',
      '?api_key=own',
    ]);
  });
});

it.each([
  ['</a?b=1,2>; rel=next', '/a?b=1,2'],
  ['</a>; rel="prev", </b>; title="x, y"; REL="Start Next"', '/b'],
  ['</a>; title="rel=next"', null],
  ['</a>; rel=nextpage', null],
  ['nothing', null],
  ['', null],
])('a list of links of the header %j is to %j', (header, target) => {
  expect(nextLink(header)).toBe(target);
});
