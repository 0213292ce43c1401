/** The options of TanStack Query with its core, on a mock in this process. */
import {
  experimental_streamedQuery as streamedQuery,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core';
import { afterAll, afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { createAgent, createClient, isErrorOf, ok } from '../../generated/service/client.ts';
import {
  createAgentMutationOptions,
  executeAgentStreamOptions,
  getAgentQueryKey,
  getAgentQueryOptions,
  listAgentsInfiniteQueryOptions,
  listAgentsQueryKey,
  listAgentsQueryOptions,
  withQueryKeyPrefix,
} from '../../generated/service/tanstack.ts';
import type { Agent, ExecutionStreamEvent } from '../../generated/service/types.ts';
import { createMock } from '../../mock/index.ts';

const baseUrl = 'http://mock.test';
const missing = { path: { id: 'agent_none' } };
let queries: QueryClient;

const mock = await createMock({ baseUrl });
const client = createClient({ baseUrl, fetch: mock.fetch, auth: { apiKey: 'rt_live_dev' } });
afterAll(() => mock.close());
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  queries.clear();
});

describe('a query', () => {
  it('resolves with the body of the success response', async () => {
    const agent = await queries.query(getAgentQueryOptions(client, { path: { id: 'agent_support' } }));
    expectTypeOf(agent).toEqualTypeOf<Agent>();
    expect(agent.id).toBe('agent_support');
  });

  it('rejects with the typed error of its operation', async () => {
    const error = await queries
      .query(getAgentQueryOptions(client, missing))
      .catch((thrown: unknown) => thrown);
    if (!isErrorOf(error, 'getAgent') || error.status !== 404) throw error;
    expect(error.body.error).toBe('Agent not found');
  });

  it('is aborted with its observer', async () => {
    let [isSent, isAborted] = [false, false];
    const slow = createClient({
      baseUrl,
      fetch: (_url, { signal }) =>
        new Promise((_, reject) => {
          isSent = true;
          signal?.addEventListener('abort', () => {
            isAborted = true;
            reject(new Error('aborted'));
          });
        }),
    });
    const observer = new QueryObserver(queries, getAgentQueryOptions(slow, missing));
    const leave = observer.subscribe(() => undefined);
    await vi.waitFor(() => {
      expect(isSent).toBe(true);
    });
    leave();
    expect(isAborted).toBe(true);
  });
});

describe('a query key', () => {
  it('has the operation and the request, and a prefix if the client has one', () => {
    const request = { path: { id: 'agent_support' } };
    expect(getAgentQueryKey(client, request)).toEqual(['getAgent', request]);
    expect(getAgentQueryKey(client)).toEqual(['getAgent']);
    const ofUser = withQueryKeyPrefix(client, client.baseUrl, 'user_1');
    expect(getAgentQueryOptions(ofUser, request).queryKey).toEqual([baseUrl, 'user_1', 'getAgent', request]);
  });

  it('of an operation invalidates its queries and infinite queries, and no others', async () => {
    await queries.query(listAgentsQueryOptions(client, { query: { search: 'a' } }));
    await queries.infiniteQuery(listAgentsInfiniteQueryOptions(client));
    await queries.query(getAgentQueryOptions(client, { path: { id: 'agent_support' } }));
    await queries.invalidateQueries({ queryKey: listAgentsQueryKey(client) });
    const states = queries.getQueryCache().getAll();
    expect(states.map(({ queryKey, state }) => [queryKey[0], state.isInvalidated])).toEqual([
      ['listAgents', true],
      ['listAgents', true],
      ['getAgent', false],
    ]);
  });
});

it('a mutation sends its variables', async () => {
  const observer = new MutationObserver(queries, createAgentMutationOptions(client));
  const agent = await observer.mutate({ body: { name: 'Concierge' } });
  expectTypeOf(agent).toEqualTypeOf<Agent>();
  expect(agent.name).toBe('Concierge');
  const refused = await observer.mutate({ body: { name: '' } }).catch((error: unknown) => error);
  expect(isErrorOf(refused, 'createAgent') && refused.status).toBe(400);
});

it('an infinite query reads page after page until the last one', async () => {
  for (const name of ['One', 'Two', 'Three']) ok(await createAgent(client, { body: { name } }));
  const options = listAgentsInfiniteQueryOptions(client, { query: { limit: '2' } });
  const observer = new InfiniteQueryObserver(queries, options);
  const leave = observer.subscribe(() => undefined);
  let result = await observer.fetchNextPage();
  for (let turn = 0; result.hasNextPage && turn < 20; turn++) result = await observer.fetchNextPage();
  leave();
  const ids = result.data?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? [];
  const all = await queries.query(listAgentsQueryOptions(client, { query: { limit: '100' } }));
  expect(ids).toEqual(all.data.map(({ id }) => id));
  expect(result.data?.pages.length).toBe(Math.ceil(all.data.length / 2));
});

it('a streamed query collects the events of an execution', async () => {
  const request = {
    path: { id: 'agent_support' },
    body: { messages: [{ role: 'user' as const, content: 'Hello' }] },
    headers: { prefer: 'scenario=text' },
  };
  const { queryKey, streamFn } = executeAgentStreamOptions(client, request);
  const events = await queries.query({ queryKey, queryFn: streamedQuery({ streamFn }) });
  expectTypeOf(events).toEqualTypeOf<ExecutionStreamEvent[]>();
  expect(events.at(0)?.type).toBe('execution_start');
  expect(events.at(-1)?.type).toBe('execution_complete');
});
