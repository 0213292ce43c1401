/**
 * The checks of product events, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { eventsSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
import {
  casesOf,
  describeOutcome,
  editBody,
  tellOnMock,
  withQuery,
  withStatus,
  type Mutation,
  type LieRow,
} from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(eventsSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(eventsSuite, id))).toBe('pass');
  });
});

const mutations: readonly LieRow[] = [
  ['EVENT01', 'begins with the past', onPolls((query) => query.has('after') || query.set('after', '0'))],
  ['EVENT01', 'does not know where its feed stands', onPages((page) => ({ ...page, cursor: '0' }))],
  ['EVENT03', 'loses the last event of a page', onPages(loseLast)],
  [
    'EVENT03',
    'tells the last event of a page again',
    onPages((page) => ({ ...page, cursor: oneBack(page.cursor) })),
  ],
  ['EVENT04', 'never has more', onPages((page) => ({ ...page, hasMore: false }))],
  ['EVENT04', 'always has more', onPages((page) => ({ ...page, hasMore: true }))],
  ['EVENT05', 'has pages of 20', onPolls((query) => query.has('maxEvents') || query.set('maxEvents', '20'))],
  ['EVENT06', 'tells the newest first', onPages((page) => ({ ...page, events: page.events.toReversed() }))],
  ['EVENT06', 'begins with the event of the cursor', onPolls(oneEarlier)],
  ['EVENT07', 'forgets the cursor where nothing happened', onPages(forgetCursor), 'warn'],
  ['EVENT08', 'does not look at the name', onPolls((query) => query.delete('name'))],
  ['EVENT09', 'does not look at the agent', onPolls((query) => query.delete('agentId'))],
  ['EVENT09', 'never finds a task', onPolls((query) => query.has('taskId') && query.set('taskId', 'none'))],
  ['EVENT10', 'does not look for regressions', onPolls((query) => query.delete('onlyRegressions'))],
  ['EVENT11', 'tells each repeat', onPolls((query) => query.delete('minIntervalMs'))],
  ['EVENT11', 'never tells a repeat', onPolls((query) => query.set('minIntervalMs', '3600000'))],
  [
    'EVENT12',
    'tells a failure once for ever',
    onPolls((query) => query.has('name') && query.set('minIntervalMs', '99999999')),
  ],
  ['EVENT13', 'tells what is too old', onPolls((query) => query.delete('maxAgeMs'))],
  ['EVENT13', 'hides what it skips', onPages((page) => ({ ...page, truncated: false })), 'warn'],
  ['EVENT13', 'always claims to have skipped something', onPages((page) => ({ ...page, truncated: true }))],
  ['EVENT14', 'keeps events for a day', onPolls((query) => query.set('maxAgeMs', '86400000'))],
  ['EVENT15', 'hides that events are gone', onPages((page) => ({ ...page, truncated: false }))],
  ['EVENT16', 'never waits', onPolls((query) => query.delete('waitMs'))],
  ['EVENT18', 'breaks when it waits too long', swapStatus(400, 500), 'warn'],
  ['EVENT19', 'takes a wrong cursor for an argument', withCode('INVALID_EVENT_ARGUMENTS')],
  ['EVENT19', 'begins anew with a wrong cursor', onPolls((query) => query.delete('after'))],
  ['EVENT20', 'finds no page for an unknown name', swapStatus(400, 404)],
  ['EVENT20', 'does not say that the name is unknown', withCode(undefined)],
  ['EVENT21', 'passes over wrong arguments', onPolls((query) => query.delete('onlyRegressions'))],
  ['EVENT22', 'passes over strange arguments', onPolls(onlyName), 'warn'],
  ['EVENT23', 'does not look at scopes', asFull()],
  ['EVENT23', 'calls a lack of scopes otherwise', withCode('FORBIDDEN')],
  ['EVENT23', 'does not say which scope is missing', withCode(undefined), 'warn'],
  ['EVENT24', 'lets personal workspaces read', asFull()],
  ['EVENT25', 'takes an empty value for a wrong number', onPolls(emptyIsWrong), 'warn'],
  [
    'EVENT26',
    'does not know what it shows',
    onPolls((query) => query.has('name') && query.set('name', 'other')),
  ],
  ['EVENT27', 'hides an event from sessions', onCatalogue((events) => events.slice(1))],
  ['EVENT28', 'shows a key every event', asFull()],
  ['EVENT28', 'hides events of a key', onCatalogue((events, isFull) => (isFull ? events : []))],
  ['EVENT29', 'gives a key every event', asFull(), 'warn'],
  ['EVENT30', 'writes numbers where its schema says text', onPages(numberAsSummary)],
];

describe('with a defect', () => {
  it.each(casesOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    expect((await tellOnMock(eventsSuite, id, { mutation })).verdict).toBe(verdict);
  });
});

describe('without a driver', () => {
  const without = ['makeProductEvent', 'advance', 'makeKey'] as const;
  const ids = ['EVENT02', 'EVENT03', 'EVENT04', 'EVENT06', 'EVENT07', 'EVENT08', 'EVENT17', 'EVENT30'];

  it.each(ids)('%s reads what the feed already holds', async (id) => {
    expect(describeOutcome(await tellOnMock(eventsSuite, id, { without }))).toBe('pass');
  });

  it('says which ability a story lacks', async () => {
    const outcome = await tellOnMock(eventsSuite, 'EVENT05', { without });
    expect(describeOutcome(outcome)).toBe('skip; The driver does not implement `makeProductEvent`.');
  });
});

interface Page {
  readonly events: readonly { readonly data: object }[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly truncated: boolean;
}

/** Changes the query of every poll. */
function onPolls(change: (query: URLSearchParams) => unknown): Mutation {
  return ({ path }, tell) => {
    if (!path.startsWith('/v1/events') || path.startsWith('/v1/events/types')) return tell();
    return tell({ path: withQuery(path, (query) => void change(query)) });
  };
}

/** Changes every page. */
function onPages(change: (page: Page, path: string) => object): Mutation {
  return async ({ path }, tell) => {
    const response = await tell();
    const isPage =
      path.startsWith('/v1/events') && !path.startsWith('/v1/events/types') && response.status === 200;
    return isPage ? editBody(response, (body) => change(body as unknown as Page, path)) : response;
  };
}

function onCatalogue(change: (events: readonly unknown[], isFull: boolean) => readonly unknown[]): Mutation {
  return async ({ path, headers }, tell) => {
    const response = await tell();
    if (!path.startsWith('/v1/events/types')) return response;
    const isFull = headers.get('authorization') === 'Bearer rt_live_dev';
    return editBody(response, ({ events }) => ({ events: change(events as readonly unknown[], isFull) }));
  };
}

function loseLast(page: Page, path: string): object {
  return path.includes('maxEvents=18') ? page : { ...page, events: page.events.slice(0, -1) };
}

function oneBack(cursor: string | null): string | null {
  return cursor === null ? null : String(BigInt(cursor) - 1n);
}

function oneEarlier(query: URLSearchParams): void {
  const after = query.get('after');
  if (after !== null) query.set('after', oneBack(after) ?? '0');
}

function forgetCursor(page: Page): object {
  return page.events.length === 0 ? { ...page, cursor: '0' } : page;
}

function numberAsSummary(page: Page): object {
  return { ...page, events: page.events.map((event) => ({ ...event, data: { ...event.data, summary: 1 } })) };
}

function onlyName(query: URLSearchParams): void {
  for (const name of [...query.keys()]) if (name !== 'name') query.delete(name);
}

function emptyIsWrong(query: URLSearchParams): void {
  for (const [name, value] of [...query]) if (value === '') query.set(name, 'null');
}

function withCode(code: string | undefined): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status >= 400 ? editBody(response, (body) => ({ ...body, code })) : response;
  };
}

function swapStatus(from: number, to: number): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status === from ? withStatus(response, to) : response;
  };
}

/** Answers everybody as it does the key that may do everything. */
function asFull(): Mutation {
  return ({ headers }, tell) => {
    const changed = new Headers(headers);
    changed.set('authorization', 'Bearer rt_live_dev');
    return tell({ headers: changed });
  };
}
