/** The client runtime: browser sessions, and the messages, tool outputs and decisions of visitors. */
import { describe, expect, it } from 'vitest';
import type { ClientInitResponse, ExecutionResult } from '../../generated/service/types.ts';
import { executions } from '../../mock/agent-platform/domain/executions/execution.ts';
import { fixtureClientTokens, shopOrigin } from '../../mock/agent-platform/fixtures/clients.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { agentId, openMock, useMock } from '../support/mock-client.ts';
import { decisionFor, eventOf, pausedAction } from '../support/run-events.ts';
import { type ApiResponse, type CallOptions } from '../support/api-response.ts';

const runs = useMock();

/** Sends a request as a page does: without a key. */
function visit(path: string, body: object, options: CallOptions = {}): Promise<ApiResponse> {
  return runs.post(`/v1/client/${path}`, body, { key: null, ...options });
}

/** Creates a session through the control API. */
async function session(more: object = {}): Promise<string> {
  const { status, body } = await runs.post('/_mock/client-sessions', { agentId, ...more });
  expect(status).toBe(201);
  return String(body['sessionId']);
}

/** Sends a message in a session; the response is JSON. */
async function chat(
  sessionId: string,
  scenario: string,
  more: object = {},
  options: CallOptions = {},
): Promise<ExecutionResult> {
  const messages = [{ role: 'user', content: `Hello #scenario:${scenario}` }];
  const response = await visit('chat', { sessionId, messages, streamResponse: false, ...more }, options);
  expect(response.status, response.text).toBe(200);
  return response.body as ExecutionResult;
}

function decide(sessionId: string, paused: ExecutionResult, more: object = {}, options: CallOptions = {}) {
  return visit('approve', { sessionId, ...decisionFor(paused), streamResponse: false, ...more }, options);
}

describe('a session', () => {
  it('continues when the page sends its id, until it expires', async () => {
    const token = fixtureClientTokens.any;
    const first = (await visit('init', { token })).body as ClientInitResponse;
    await chat(first.sessionId, 'text');
    const again = (await visit('init', { token, sessionId: first.sessionId })).body as ClientInitResponse;
    expect(again).toMatchObject({ sessionId: first.sessionId, conversationRevision: 1 });
    await runs.advance('PT31M');
    const later = (await visit('init', { token, sessionId: first.sessionId })).body as ClientInitResponse;
    expect(later.sessionId).not.toBe(first.sessionId);
  });

  it('uses the flow that the page selects', async () => {
    const response = await visit('init', { token: fixtureClientTokens.any, flowId: 'flow_help' });
    const { sessionId } = response.body as ClientInitResponse;
    const messages = [{ role: 'user', content: 'Hello' }];
    const chatted = await visit('chat', { sessionId, messages });
    expect(chatted.events[0]).toMatchObject({ kind: 'flow', flowId: 'flow_help' });
  });

  // @fact F-5-085 F-5-086
  it.each([
    ['an unknown token', { token: 'ct_live_unknown' }, undefined, 401],
    ['a token that is switched off', { token: fixtureClientTokens.off }, undefined, 403],
    ['a page that the token does not allow', { token: fixtureClientTokens.shop }, 'https://evil.test', 403],
    ['a caller without an origin', { token: fixtureClientTokens.shop }, undefined, 403],
    ['the page that it allows', { token: fixtureClientTokens.shop }, shopOrigin, 200],
    ['no token', {}, undefined, 400],
  ])('is checked for %s', async (_, body, origin, status) => {
    const response = await visit('init', body, { origin });
    expect([response.status, response.outside], response.text).toEqual([status, null]);
  });
});

describe('a message of a visitor', () => {
  it('starts a streamed run of the session', async () => {
    const sessionId = await session();
    const messages = [{ id: 'm1', role: 'user', content: 'Hello' }];
    const response = await visit('chat', { sessionId, messages });
    expect(response.events[0]).toMatchObject({ agentId, source: 'client' });
    expect(streamProblems([response.events])).toEqual([]);
  });

  it('is processed once, however often it is sent', async () => {
    const sessionId = await session();
    const first = await chat(sessionId, 'text', { assistantMessageId: 'msg_1' });
    const again = await chat(sessionId, 'text', { assistantMessageId: 'msg_1' });
    expect(again).toEqual(first);
    const other = await chat(sessionId, 'text', { assistantMessageId: 'msg_2' });
    expect(other.executionId).not.toBe(first.executionId);
  });

  it('waits for the previous response, or interrupts it', async () => {
    const live = await openMock({ pace: 'real' });
    const { sessionId } = (await live.post('/_mock/client-sessions', { agentId })).body;
    const said = { sessionId, messages: [{ role: 'user', content: 'Hi' }], streamResponse: false };
    const say = (more: object = {}) => live.post('/v1/client/chat', { ...said, ...more }, { key: null });
    const count = () => live.query((view) => view.scan(executions).length);
    const before = await count();
    const first = say();
    await live.until(async () => (await count()) === before + 1);
    await live.advance('PT1S');
    const second = say({ submitMode: 'interrupt' });
    await live.until(async () => (await count()) === before + 2);
    await live.advance('PT1S');
    const third = say();
    for (let step = 0; step < 40; step += 1) await live.advance('PT0.5S');
    const results = (await Promise.all([first, second, third])).map(({ body }) => body as ExecutionResult);
    expect(results.map(({ status }) => status)).toEqual(['failed', 'completed', 'completed']);
    expect(results[0]?.events.at(-1)).toMatchObject({ type: 'execution_complete', outcome: 'aborted' });
    for (const { events } of results) expect(streamProblems([events])).toEqual([]);
    const [, b, c] = results.map(({ events }) => events);
    expect(Date.parse(eventOf(c!, 'execution_start').startedAt)).toBeGreaterThanOrEqual(
      Date.parse(eventOf(b!, 'execution_complete').completedAt!),
    );
    await live.close();
  });

  it('can call the tools of the page, which need to be sent only once', async () => {
    const sessionId = await session();
    const clientTools = [{ name: 'show_cart', origin: 'webmcp' }];
    const first = await chat(sessionId, 'local-tool', { clientTools, clientToolsFingerprint: 'f1' });
    expect(pausedAction(first).toolName).toBe('show_cart');
    const second = await chat(sessionId, 'local-tool', { clientToolsFingerprint: 'f1' });
    expect(pausedAction(second).toolName).toBe('show_cart');
    const messages = [{ role: 'user', content: 'Hello' }];
    const forgotten = await visit('chat', { sessionId, messages, clientToolsFingerprint: 'f2' });
    expect(forgotten.status).toBe(409);
    expect(forgotten.body).toEqual({ error: 'client_tools_resend_required' });
  });

  it('is rejected after fifty messages', async () => {
    const sessionId = await session();
    for (let count = 0; count < 50; count += 1) await chat(sessionId, 'blocked');
    const response = await visit('chat', { sessionId, messages: [] });
    expect(response.status).toBe(429);
    expect(response.body).toMatchObject({
      error: 'Rate limit exceeded',
      hint: 'Session message limit reached',
    });
    expect(Number(response.headers.get('retry-after'))).toBe(86_400);
  });

  it.each([
    ['nothing', {}, {}, 400],
    [
      'an unknown scenario',
      { messages: [{ role: 'user', content: '#scenario:nowhere' }] },
      { origin: shopOrigin },
      400,
    ],
    ['a session that does not exist', { sessionId: 'cs_none', messages: [] }, {}, 401],
    ['a page of another origin', { messages: [] }, { origin: 'https://evil.test' }, 403],
    ['no origin', { messages: [] }, {}, 403],
  ])('is rejected with %s', async (_, more, options, status) => {
    const sessionId = await session({ origin: shopOrigin });
    const response = await visit(
      'chat',
      Object.keys(more).length === 0 ? {} : { sessionId, ...more },
      options,
    );
    expect(response.status, response.text).toBe(status);
  });
});

describe('a tool output of the page', () => {
  // @fact F-4.9-011
  it('continues the run, and is accepted once', async () => {
    const sessionId = await session();
    const paused = await chat(sessionId, 'local-tool');
    const body = {
      sessionId,
      executionId: paused.executionId,
      toolOutputs: { read_cart: 2 },
      assistantMessageId: 'msg_9',
    };
    const first = await visit('resume', body);
    expect(streamProblems([paused.events, first.events])).toEqual([]);
    const again = await visit('resume', body);
    expect(again.events).toEqual(first.events);
    const rest = await visit('resume', { ...body, after: String(first.events[3]?.seq) });
    expect(rest.events).toEqual(first.events.slice(4));
  });

  it.each([
    [
      'an execution that waits for nothing',
      async () => ({ sessionId: await session(), executionId: 'exec_answered' }),
      404,
    ],
    ['no session', async () => ({ sessionId: 'cs_none', executionId: await waiting() }), 401],
    [
      'a session that has expired',
      async () => ({
        sessionId: await session({ expiresAt: '2026-01-15T09:30:00Z' }),
        executionId: await waiting(),
      }),
      401,
    ],
    [
      'a session that is switched off',
      async () => ({ sessionId: await session({ active: false }), executionId: await waiting() }),
      403,
    ],
    ['another session', async () => ({ sessionId: await session(), executionId: await waiting() }), 403],
    ['tools that are missing', async () => ({ ...(await own()), clientToolsFingerprint: 'f0' }), 409],
    [
      'outputs that the run does not wait for',
      async () => ({ ...(await own()), toolOutputs: { other: 1 } }),
      400,
    ],
    ['an output of an invalid shape', async () => ({ ...(await own()), toolOutputs: 'x' }), 400],
  ])('is rejected for %s', async (_, call, status) => {
    const response = await visit('resume', { toolOutputs: { read_cart: 1 }, ...(await call()) });
    expect([response.status, response.outside], response.text).toEqual([status, null]);
  });

  const waiting = async () => (await chat(await session(), 'local-tool')).executionId;
  const own = async () => {
    const sessionId = await session();
    return { sessionId, executionId: (await chat(sessionId, 'local-tool')).executionId };
  };
});

describe('the decision of a visitor', () => {
  it('is accepted with the message id of the turn that it continues', async () => {
    const sessionId = await session();
    const more = { assistantMessageId: 'msg_5' };
    const paused = await chat(sessionId, 'approval-end-user', more);
    expect((await decide(sessionId, paused, more)).body).toMatchObject({ status: 'completed' });
    const waiting = await chat(sessionId, 'local-tool', { assistantMessageId: 'msg_6' });
    const { executionId } = waiting;
    const supplied = { sessionId, executionId, toolOutputs: { read_cart: 2 }, assistantMessageId: 'msg_6' };
    const resumed = await visit('resume', { ...supplied, streamResponse: false });
    expect(resumed.body).toMatchObject({ status: 'completed' });
  });

  // @fact F-4.6-028 F-7-016
  it.each(['approve', 'chat', 'resume'])(
    'is rejected by %s with a neutral error when the platform key has reached its limit',
    async (path) => {
      const sessionId = await session();
      const gated = await chat(sessionId, 'approval-end-user');
      const waiting = await chat(sessionId, 'local-tool');
      await runs.put('/_mock/feature-gates', { platformKeyLimit: 'exhausted' });
      const response =
        path === 'approve'
          ? await decide(sessionId, gated)
          : path === 'chat'
            ? await visit('chat', { sessionId, messages: [] })
            : await visit('resume', {
                sessionId,
                executionId: waiting.executionId,
                toolOutputs: { read_cart: 1 },
              });
      expect(response.status).toBe(503);
      expect(JSON.stringify(response.body)).not.toMatch(/spend|limit|key|budget/i);
      await runs.put('/_mock/feature-gates', { platformKeyLimit: 'ok' });
      expect((await decide(sessionId, gated)).status).toBe(200);
    },
  );
});

describe('sessions created through the control API', () => {
  it('report their agent, origin and expiry', async () => {
    const { body } = await runs.post('/_mock/client-sessions', {
      agentId,
      origin: shopOrigin,
      active: false,
    });
    expect(body).toMatchObject({
      agentId,
      origin: shopOrigin,
      active: false,
      expiresAt: '2026-01-16T09:30:00.000Z',
    });
  });

  it.each([
    [{}, 400],
    [{ agentId: 'agent_none' }, 404],
    [{ agentId, expiresAt: 'soon' }, 400],
  ])('are rejected for %j', async (body, status) => {
    expect((await runs.post('/_mock/client-sessions', body)).status).toBe(status);
  });
});
