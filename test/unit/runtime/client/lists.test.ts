/** Lists with many pages, and feeds that are polled. */
import { inQuery } from '../../../../templates/runtime/client/parameter-places.ts';
import { describe, expect, it } from 'vitest';
import {
  AbortError,
  ApiError,
  NetworkError,
  PaginationError,
} from '../../../../templates/runtime/client/errors.ts';
import { longPoll, type PollOptions, type PollRule } from '../../../../templates/runtime/client/long-poll.ts';
import { paginate } from '../../../../templates/runtime/client/paginate.ts';
import { byCursor, type CursorRule } from '../../../../templates/runtime/client/paging/by-parameter.ts';
import { callOf, collect, fakeClient, jsonResponse, rejection, type Fake } from './support.ts';

const listCall = callOf({
  parameters: [
    { name: 'cursor', in: inQuery },
    { name: 'limit', in: inQuery },
  ],
});

describe('a list', () => {
  const rule: CursorRule = { cursor: 'cursor', next: 'page.next', items: 'data', more: 'page.more' };
  const page = (data: readonly number[], next?: string | null, more?: boolean): Response =>
    jsonResponse(200, { data, page: { next, more } });
  const items = (fake: Fake, changes: Partial<CursorRule> = {}): AsyncIterable<number> =>
    paginate(fake.client, listCall, byCursor({ ...rule, ...changes }), { query: { limit: 2 } }, undefined);

  it('is read to its end, each page requested with the cursor of the previous one', async () => {
    const fake = fakeClient([page([1, 2], 'a', true), page([], 'b', true), page([3], null, false)]);
    expect(await collect(items(fake))).toEqual([1, 2, 3]);
    expect(fake.sent.map(({ url }) => url.search)).toEqual([
      '?limit=2',
      '?cursor=a&limit=2',
      '?cursor=b&limit=2',
    ]);
  });

  it.each([
    ['there is no next cursor', page([1])],
    ['the next cursor is empty', page([1], '')],
    ['the service says so', page([1], 'a', false)],
  ])('ends when %s', async (_name, only) => {
    const fake = fakeClient([only]);
    expect(await collect(items(fake))).toEqual([1]);
    expect(fake.sent).toHaveLength(1);
  });

  it('requests no page that is not read', async () => {
    const fake = fakeClient([page([1, 2], 'a')]);
    await collect(items(fake), 2);
    expect(fake.sent).toHaveLength(1);
  });

  it('yields whole pages and restarts for each iteration', async () => {
    const fake = fakeClient([page([1], 'a'), page([2], null), page([3], null)]);
    const list = paginate<number, { data: number[] }>(fake.client, listCall, byCursor(rule), {}, undefined);
    expect((await collect(list.pages())).map(({ data }) => data)).toEqual([[1], [2]]);
    expect(await collect(list)).toEqual([3]);
  });

  it('fails if its cursor repeats, or ends if the page is empty', async () => {
    const looping = fakeClient([page([1], 'a')]);
    expect(await rejection(collect(items(looping)))).toBeInstanceOf(PaginationError);
    expect(looping.sent).toHaveLength(2);
    const ended = fakeClient([page([1], 'a'), page([], 'a')]);
    expect(await collect(items(ended))).toEqual([1]);
  });

  it('fails if its cursors form a circle', async () => {
    const cursors = ['a', 'b', 'c', 'd', 'e'];
    const fake = fakeClient([
      ({ url }) => page([1], cursors[(cursors.indexOf(url.searchParams.get('cursor') ?? '') + 1) % 5]),
    ]);
    expect(await rejection(collect(items(fake)))).toBeInstanceOf(PaginationError);
    expect(fake.sent.length).toBeLessThan(20);
  });

  it('is rejected with an error response', async () => {
    const fake = fakeClient([page([1], 'a'), jsonResponse(404, {})]);
    expect(await rejection(collect(items(fake)))).toBeInstanceOf(ApiError);
  });
});

describe('a feed', () => {
  const feedCall = callOf({
    id: 'pollFeed',
    parameters: ['after', 'waitMs'].map((name) => ({ name, in: inQuery }) as const),
  });
  const rule: PollRule = {
    cursor: { in: 'after', out: 'cursor' },
    items: 'events',
    more: 'hasMore',
    wait: { param: 'waitMs', max: 50_000 },
    interval: 'nextPollMs',
    gap: 'truncated',
  };
  interface Page {
    readonly events: readonly number[];
    readonly cursor: string | null;
  }
  const page = (
    events: readonly number[],
    cursor: string | null,
    rest: { hasMore?: boolean; nextPollMs?: number; truncated?: boolean } = {},
  ): Response =>
    jsonResponse(200, { events, cursor, hasMore: false, nextPollMs: 3_000, truncated: false, ...rest });
  const follow = (
    fake: Fake,
    options: PollOptions<Page> = {},
    query: Record<string, unknown> = {},
    changed: PollRule = rule,
  ): AsyncIterable<number> => longPoll<number, Page>(fake.client, feedCall, changed, { query }, options);

  it('is polled from the previous cursor with a wait time', async () => {
    const fake = fakeClient([page([], '5'), page([6, 7], '7', { hasMore: true }), page([8], '8')]);
    expect(await collect(follow(fake), 3)).toEqual([6, 7, 8]);
    expect(fake.sent.map(({ url }) => url.search)).toEqual([
      '?waitMs=25000',
      '?after=5&waitMs=25000',
      '?after=7&waitMs=25000',
    ]);
  });

  it('is polled immediately while there is more, else after the pause that the service requests', async () => {
    const fake = fakeClient([
      page([1], '1', { hasMore: true }),
      page([2], '2', { nextPollMs: 700 }),
      page([3], '3'),
    ]);
    await collect(follow(fake), 3);
    expect(fake.timing.waits).toEqual([700]);
  });

  it('is always polled with a pause while it is empty', async () => {
    const fake = fakeClient([
      page([], '1', { nextPollMs: 0 }),
      page([], '1', { nextPollMs: 0 }),
      page([2], '2'),
    ]);
    await collect(follow(fake), 1);
    expect(fake.timing.waits).toEqual([100, 100]);
  });

  it('lets the caller set the wait and the start', async () => {
    const fake = fakeClient([page([1], '1')]);
    await collect(follow(fake, {}, { after: '0', waitMs: 0 }), 1);
    expect(fake.sent[0]?.url.search).toBe('?after=0&waitMs=0');
  });

  it('keeps its position if a page has no cursor', async () => {
    const fake = fakeClient([page([], null), page([1], '1')]);
    await collect(follow(fake, {}, { after: '0' }), 1);
    expect(fake.sent[1]?.url.searchParams.get('after')).toBe('0');
  });

  it('has a timeout longer than the wait time of the service', async () => {
    const fake = fakeClient([page([1], '1')], { timeoutMs: 10_000 });
    fake.timing.isEager = false;
    await collect(follow(fake), 1);
    expect(fake.timing.waits).toEqual([35_000]);
  });

  it('reports gaps', async () => {
    const fake = fakeClient([page([1], '1'), page([9], '9', { truncated: true })]);
    const gaps: (string | null)[] = [];
    await collect(follow(fake, { onGap: ({ cursor }) => gaps.push(cursor) }), 2);
    expect(gaps).toEqual(['9']);
  });

  it('retries failures with growing delays, which reset after a success', async () => {
    const down = new TypeError('fetch failed');
    const fake = fakeClient([down, jsonResponse(503, {}), down, page([1], '1'), down, page([2], '2')]);
    expect(await collect(follow(fake), 2)).toEqual([1, 2]);
    expect(fake.timing.waits).toEqual([1_000, 2_000, 4_000, 3_000, 1_000]);
  });

  it('waits as long as Retry-After requests', async () => {
    const fake = fakeClient([jsonResponse(429, {}, { 'retry-after': '30' }), page([1], '1')]);
    await collect(follow(fake), 1);
    expect(fake.timing.waits).toEqual([30_000]);
  });

  it('fails after too many failures, and immediately after a permanent error', async () => {
    const down = fakeClient([new TypeError('fetch failed')]);
    expect(await rejection(collect(follow(down)))).toBeInstanceOf(NetworkError);
    expect(down.timing.waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
    for (const response of [jsonResponse(404, {}), jsonResponse(429, {}, { 'retry-after': '3600' })]) {
      const rejected = fakeClient([response]);
      expect(await rejection(collect(follow(rejected)))).toBeInstanceOf(ApiError);
      expect(rejected.sent).toHaveLength(1);
    }
  });

  it('can be aborted while it waits', async () => {
    const controller = new AbortController();
    const fake = fakeClient([page([], '1')]);
    fake.timing.isEager = false;
    const reading = rejection(collect(follow(fake, { signal: controller.signal })));
    while (fake.timing.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await reading).toBeInstanceOf(AbortError);
  });

  it('without a requested pause is polled every five seconds', async () => {
    const { interval: _interval, wait: _wait, ...plain } = rule;
    const fake = fakeClient([page([1], '1'), page([2], '2')]);
    await collect(follow(fake, {}, {}, plain), 2);
    expect(fake.timing.waits).toEqual([5_000]);
    expect(fake.sent[0]?.url.search).toBe('');
  });
});
