/** Generated clients of every form of pagination, against a server that has each list in pages of two. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { InfiniteQueryObserver, QueryClient, type InfiniteQueryObserverOptions } from '@tanstack/query-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCase } from '../golden/support/golden-case.ts';
import { useFolder } from '../support/folder.ts';
import { startServer, type LocalServer } from '../support/server.ts';

const folder = useFolder();
const ids = ['a', 'b', 'c', 'd', 'e'];
const SIZE = 2;

/** The lists of the case, with the name of the property that identifies their items. */
const lists = [
  'Tokens',
  'Numbers',
  'Offsets',
  'Ids',
  'Members',
  'Events',
  'Links',
  'Addresses',
  'Dots',
  'Tops',
  'Searches',
];

interface Pages {
  pages(): AsyncIterable<unknown>;
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
}
type Infinite = InfiniteQueryObserverOptions<unknown, Error, { pages: unknown[] }>;
type Module<Result> = Readonly<Record<string, (...values: unknown[]) => Result>>;

let server: LocalServer;
let origin = '';
let requests: string[] = [];
/** Corrupts what the server would send. */
let spoil: (page: SentPage) => SentPage = (page) => page;
let api: Module<Pages>;
let tanstack: Module<Infinite>;
let client: unknown;

interface SentPage {
  readonly body: unknown;
  readonly link?: string | undefined;
}

/** Returns a page of a list from the query, as a service with this kind of pagination does. */
function pageOf({ pathname, searchParams: query }: URL): SentPage {
  const after = query.get('starting_after') ?? query.get('after') ?? query.get('before') ?? '';
  const start =
    Number(
      query.get('at') ??
        query.get('start_cursor') ??
        query.get('page[cursor]') ??
        query.get('page_token') ??
        query.get('offset') ??
        0,
    ) +
    (query.has('page') ? (Number(query.get('page')) - 1) * SIZE : 0) +
    (ids.indexOf(after) + 1);
  const next = start + SIZE < ids.length ? start + SIZE : null;
  const items = ids.slice(start, start + SIZE).map((id) => ({ id }));
  const at = (address: string): string | undefined => (next === null ? undefined : `${address}?at=${next}`);
  const link = next === null ? undefined : `<${origin}${pathname}?at=${next}>; rel="next"`;
  const bodies: Readonly<Record<string, unknown>> = {
    '/tokens': { items, ...(next === null ? {} : { next_page_token: String(next) }) },
    '/offsets': { data: items, total: ids.length },
    '/ids': { data: items, has_more: next !== null },
    '/members': items.map((user) => ({ user })),
    '/events': { events: items.map(({ id }) => ({ at: id })) },
    '/addresses': { data: items, links: { next: at(`${origin}${pathname}`) ?? null } },
    '/searches': {
      results: items,
      next_cursor: next === null ? null : String(next),
      has_more: next !== null,
    },
    '/dots': { value: items, '@odata.nextLink': at(pathname) },
  };
  return { body: bodies[pathname] ?? items, link: /links|tops/.test(pathname) ? link : undefined };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests.push(`${request.headers.authorization ?? 'nobody'} ${request.url ?? ''}`);
  const url = new URL(request.url ?? '', origin);
  const sent = await text(request);
  for (const [name, value] of Object.entries(sent === '' ? {} : (JSON.parse(sent) as Record<string, string>)))
    url.searchParams.set(name, value);
  const { body, link } = spoil(pageOf(url));
  response.writeHead(200, { 'content-type': 'application/json', ...(link === undefined ? {} : { link }) });
  response.end(JSON.stringify(body));
}

beforeAll(async () => {
  server = await startServer((request, response) => void respond(request, response));
  origin = server.url;
  const { files } = await runCase(path.resolve(import.meta.dirname, '../golden/pagination'));
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  api = (await import(path.join(folder, 'client.ts'))) as typeof api;
  tanstack = (await import(path.join(folder, 'tanstack.ts'))) as typeof tanstack;
  client = api['createClient']?.({
    baseUrl: origin,
    retry: false,
    headers: { authorization: 'Bearer secret' },
  });
}, 60_000);
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  spoil = (page) => page;
});

const paginate = (list: string): Pages => {
  const pages = api[`paginate${list}`]?.(client);
  if (pages === undefined) throw new Error(`There is no paginate${list}`);
  return pages;
};

function idsIn(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(/"(?:id|at)":"(\w)"/g)].map(([, id = '']) => id);
}

/** Reads a list; stops after as many items as no list has. */
async function walk(list: string): Promise<{ items: string[]; error: unknown }> {
  const items: string[] = [];
  try {
    for await (const item of paginate(list)) {
      items.push(...idsIn(item));
      if (items.length > 50) return { items, error: 'endless' };
    }
    return { items, error: null };
  } catch (error) {
    return { items, error };
  }
}

describe.each(lists)('the list of %s', (list) => {
  it('has all items once and in order', async () => {
    expect(await walk(list)).toEqual({ items: ids, error: null });
    expect(requests.every((request) => request.startsWith('Bearer secret '))).toBe(true);
  });

  it('has all items in pages', async () => {
    const sizes: number[] = [];
    for await (const page of paginate(list).pages()) sizes.push(idsIn(page).length);
    expect(sizes.filter((size) => size > 0)).toEqual([2, 2, 1]);
  });

  it('is an infinite query', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const options = tanstack[`list${list}InfiniteQueryOptions`]?.(client);
    if (options === undefined) throw new Error(`There are no options for ${list}`);
    const observer = new InfiniteQueryObserver(queries, options);
    const leave = observer.subscribe(() => undefined);
    let result = await observer.fetchNextPage();
    for (let turn = 0; result.hasNextPage && turn < 10; turn++) result = await observer.fetchNextPage();
    leave();
    queries.clear();
    expect(idsIn(result.data?.pages.map((page) => page))).toEqual(ids);
  });

  it('ends with an error if the service sends its first page for ever', async () => {
    let first: SentPage | null = null;
    spoil = (page) => (first ??= page);
    const { items, error } = await walk(list);
    expect(error).toMatchObject({
      name: 'PaginationError',
      message: expect.stringContaining('already sent') as unknown,
    });
    expect(items.length).toBeLessThanOrEqual(4);
  });
});

it.each(['Links', 'Addresses', 'Dots'])('the list of %s sends nothing to another host', async (list) => {
  const elsewhere = origin.replace('127.0.0.1', 'localhost');
  spoil = ({ body, link }) => {
    const changed = JSON.parse(
      JSON.stringify(body).replaceAll(/"(?:http:[^"]*|\/dots\?[^"]*)"/g, `"${elsewhere}/x"`),
    ) as unknown;
    return { body: changed, link: link?.replaceAll(origin, elsewhere) };
  };
  const { items, error } = await walk(list);
  expect(error).toMatchObject({
    name: 'PaginationError',
    message: expect.stringContaining('localhost') as unknown,
  });
  expect([items, requests.length]).toEqual([['a', 'b'], 1]);
});

it('a search keeps the rest of its body', async () => {
  const bodies: unknown[] = [];
  const logged = api['createClient']?.({
    baseUrl: origin,
    fetch: (url: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)));
      return fetch(url, init);
    },
  });
  for await (const page of api['paginateSearches']?.(logged, { body: { query: 'a' } }).pages() ?? [])
    void page;
  expect(bodies).toEqual([
    { query: 'a' },
    { query: 'a', start_cursor: '2' },
    { query: 'a', start_cursor: '4' },
  ]);
});

it('a list that is not to be paginated has no iterator', () => {
  expect(api).toHaveProperty('listWhole');
  expect(api).not.toHaveProperty('paginateWhole');
});
