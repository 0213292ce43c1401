/** The generated client and the mock, in one process: what a frontend's own tests do. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi, type Api } from '../../generated/service/api.ts';
import {
  createClient,
  destroySandboxDeployment,
  executeAgent,
  followProductEvents,
  isErrorOf,
  ok,
  type Client,
} from '../../generated/service/client.ts';
import { createApi as createControlApi } from '../../control/client.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { quickTiming } from './support/network.ts';

const baseUrl = 'http://mock.test';
let mock: Mock;
let client: Client;
let api: Api;

beforeEach(async () => {
  mock = await createMock({ baseUrl });
  const config = {
    baseUrl,
    fetch: mock.fetch,
    auth: { apiKey: 'rt_live_dev' },
    timing: quickTiming,
    timeoutMs: null,
  };
  client = createClient(config);
  api = createApi(config);
});
afterEach(() => mock.close());

const question = { messages: [{ role: 'user' as const, content: 'Where is my order?' }] };

it('a response that is an error is returned as a value, and thrown when a success is required', async () => {
  const missing = await api.getAgent({ path: { id: 'agent_none' } });
  expect(missing.status).toBe(404);
  try {
    ok(missing);
    expect.unreachable();
  } catch (error) {
    if (!isErrorOf(error, 'getAgent') || error.status !== 404) throw error;
    expect(error.body.error).toBe('Agent not found');
  }
});

describe('a run', () => {
  it('is a stream unless its request opts out, with either property', async () => {
    const request = { path: { id: 'agent_support' }, body: question };
    const types: string[] = [];
    for await (const event of executeAgent(client, request)) types.push(event.type);
    expect([types[0], types.at(-1)]).toEqual(['execution_start', 'execution_complete']);

    const whole = ok(
      await executeAgent(client, { ...request, body: { ...question, streamResponse: false } }),
    );
    expect(whole.body.success).toBe(true);
    const options = { streamResponse: false } as const;
    const other = await api.executeAgent({ ...request, body: { ...question, options } });
    expect(other.status).toBe(200);
  });

  it('that is rejected ends the loop with the error', async () => {
    const reading = async (): Promise<void> => {
      for await (const { type } of executeAgent(client, { path: { id: 'agent_none' }, body: question }))
        expect.unreachable(type);
    };
    await expect(reading()).rejects.toMatchObject({
      name: 'ApiError',
      operationId: 'executeAgent',
      status: 404,
    });
  });
});

describe('the feed of product events', () => {
  it('emits events as they happen', async () => {
    const control = createControlApi({ baseUrl, fetch: mock.fetch });
    const { cursor } = ok(await api.pollProductEvents()).body;
    const reader = followProductEvents(client, { query: { after: cursor ?? '0' } })[Symbol.asyncIterator]();
    const next = reader.next();
    const data = { executionId: 'exec_1', agentId: 'agent_support', summary: 'It failed' };
    ok(await control.createProductEvent({ body: { name: 'svc.execution.failed', data } }));
    expect((await next).value).toMatchObject({ name: 'svc.execution.failed', data });
    await reader.return?.();
  });

  it('is followed from the start while it is empty, without missing the first event', async () => {
    const control = createControlApi({ baseUrl, fetch: mock.fetch });
    ok(await control.createWorld({ body: { id: 'bare', fixture: 'empty' } }));
    const world = `${baseUrl}/w/bare`;
    const bare = createClient({
      baseUrl: world,
      fetch: mock.fetch,
      auth: { apiKey: 'rt_live_dev' },
      timing: quickTiming,
    });
    const pages = followProductEvents(bare).pages()[Symbol.asyncIterator]();
    expect((await pages.next()).value).toMatchObject({ events: [] });
    const data = { taskId: 'task_1', summary: 'Done.' };
    const body = { name: 'svc.task.completed', data } as const;
    ok(await createControlApi({ baseUrl: world, fetch: mock.fetch }).createProductEvent({ body }));
    expect((await pages.next()).value).toMatchObject({ events: [{ data }] });
    await pages.return?.();
  });

  it('is followed through a reset: the gap is reported, and later events are received', async () => {
    const control = createControlApi({ baseUrl, fetch: mock.fetch });
    const emit = async (taskId: string) => {
      const data = { taskId, summary: 'Done.' };
      ok(await control.createProductEvent({ body: { name: 'svc.task.completed', data } }));
    };
    await emit('task_1');
    const { cursor } = ok(await api.pollProductEvents()).body;
    ok(await control.resetWorld());
    const newest = ok(await api.pollProductEvents()).body.cursor;
    const gaps: (string | null)[] = [];
    const feed = followProductEvents(
      client,
      { query: { after: cursor ?? '' } },
      { onGap: (page) => gaps.push(page.cursor) },
    );
    const pages = feed.pages()[Symbol.asyncIterator]();
    expect((await pages.next()).value).toMatchObject({ events: [] });
    await emit('task_2');
    expect((await pages.next()).value).toMatchObject({ events: [{ data: { taskId: 'task_2' } }] });
    expect(gaps).toEqual([newest]);
    await pages.return?.();
  });
});

it('a repeated call with the same key gets the same response', async () => {
  const request = { path: { id: 'sbx_running' }, headers: { 'idempotency-key': 'k1' } };
  const one = ok(await destroySandboxDeployment(client, request));
  const other = ok(await destroySandboxDeployment(client, request));
  expect(other.body.operationId).toBe(one.body.operationId);
});
