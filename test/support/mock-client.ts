/**
 * A mock in this process on a frozen clock, called through the generated clients. `useMock` starts it for each test.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Agent, ExecutionResult, ExecutionStreamEvent } from '../../generated/service/types.ts';
import { apiKeys, type ApiKeyRecord } from '../../mock/agent-platform/domain/identity/identity.ts';
import { fixtureAgents } from '../../mock/agent-platform/fixtures/agents.ts';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { ok } from '../../mock/kernel/transaction/result.ts';
import type { View } from '../../mock/kernel/store/view.ts';
import type { World } from '../../mock/kernel/world/world.ts';
import { readJson, type ApiResponse, type CallOptions, type Read } from './api-response.ts';
import { testStart } from './domain-world.ts';
import { callOperation } from './emitted-call.ts';
import { decisionFor, readFrames } from './run-events.ts';
import { createSharedMocks, type SharedMocks } from './shared-mocks.ts';

/** The time at which the world of every test starts. */
export const startOfTests = '2026-01-15T09:30:00.000Z';

/** The key with all permissions, in every fixture. */
export const fullKey = 'rt_live_dev';

/** The session of the owner, in every fixture. */
export const ownerSession = 'session_dev';

/** The agent that most tests run, and its path. */
export const agentId = fixtureAgents.support;
export const agentPath = `/v1/agents/${agentId}`;

/** URL of the mock. */
export const baseUrl = 'http://127.0.0.1:4010';

/** Starts a mock before each test and closes it afterwards. */
export function useMock(options: MockOptions = {}): MockClient {
  const client = new MockClient(options);
  beforeEach(() => client.open());
  afterEach(() => client.close());
  return client;
}

/** Starts one mock for all tests of the block. */
export function useSharedMock(options: MockOptions = {}): MockClient {
  const client = new MockClient(options);
  beforeAll(() => client.open());
  afterAll(() => client.close());
  return client;
}

/** Starts a second mock besides the one of the test; the caller closes it. */
export async function openMock(options: MockOptions = {}): Promise<MockClient> {
  const client = new MockClient(options);
  await client.open();
  return client;
}

/** Short ways to call a mock and to play its runs. */
export class MockClient {
  readonly #options: MockOptions;
  readonly #bugs: string[] = [];
  #mock: Mock | null = null;

  constructor(options: MockOptions) {
    this.#options = options;
  }

  get mock(): Mock {
    if (this.#mock === null) throw new Error('The mock is not open.');
    return this.#mock;
  }

  /** The number of waiting readers and sleepers of a world, in all mocks that share it. */
  waiting(id = 'default'): World['waiting'] {
    const { all } = this.mock as Partial<SharedMocks>;
    const each = (all ?? [this.mock]).flatMap(({ worlds }) => worlds.find(id)?.waiting ?? []);
    const count = (of: 'readers' | 'sleepers') => each.reduce((sum, one) => sum + one[of], 0);
    return { readers: count('readers'), sleepers: count('sleepers') };
  }

  /** Resolves once a condition is met that needs no time of the world. */
  async until(isMet: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + 5_000;
    while (!(await isMet()) && performance.now() < end) await new Promise(setImmediate);
  }

  /** Reads the newest state of the default world. */
  async query<T>(read: (view: View) => T): Promise<T> {
    await this.mock.worlds.open('default');
    return this.mock.world().query(read);
  }

  /** Starts the mock, or starts it again with other options. */
  async open(options: MockOptions = {}): Promise<void> {
    await this.#mock?.close();
    const shared = process.env['BACKLOT_TEST_REDIS'];
    const create = shared ? (own: MockOptions) => createSharedMocks(shared, own) : createMock;
    this.#mock = await create({
      clock: { mode: 'frozen', now: testStart },
      log: (message, error) =>
        this.#bugs.push(error instanceof Error ? `${message}: ${error.message}` : message),
      ...this.#options,
      ...options,
    });
  }

  /** Fails when the mock has logged a bug, such as a response outside of the contract. */
  async close(): Promise<void> {
    await this.mock.close();
    this.#mock = null;
    expect(this.#bugs).toEqual([]);
  }

  get<Body = undefined>(path: string, options?: CallOptions) {
    return this.call<Body>('GET', path, undefined, options);
  }

  post<Body = undefined>(path: string, body?: unknown, options?: CallOptions) {
    return this.call<Body>('POST', path, body, options);
  }

  put<Body = undefined>(path: string, body?: unknown, options?: CallOptions) {
    return this.call<Body>('PUT', path, body, options);
  }

  delete<Body = undefined>(path: string, options?: CallOptions) {
    return this.call<Body>('DELETE', path, undefined, options);
  }

  async call<Body = undefined>(
    method: string,
    path: string,
    body?: unknown,
    { key: credential = fullKey, prefer, origin, headers = {} }: CallOptions = {},
  ): Promise<ApiResponse<Read<Body>>> {
    const all = {
      ...(prefer !== undefined && { prefer }),
      ...(origin !== undefined && { origin }),
      ...headers,
    };
    const sent = { method, path, body, credential, headers: all };
    const { text, ...received } = await callOperation(this.mock.fetch, sent, baseUrl);
    const type = received.headers.get('content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    const events = isStream ? readFrames(text) : [];
    if (isStream && received.isEmitted) expect(received.read).toEqual(events);
    return {
      status: received.status,
      headers: received.headers,
      body: readJson(text) as Read<Body>,
      text,
      events,
      outside: received.headers.get('backlot-outside-contract'),
    };
  }

  /** Calls without the generated clients. Shape: the response is not read. */
  fetch(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.mock.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${fullKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** Creates a key with these scopes. */
  async makeKey(...scopes: readonly string[]): Promise<string> {
    return (await this.post<{ key: string }>('/_mock/keys', { environment: 'live', scopes })).body.key;
  }

  /** Stores a key that otherwise equals the full one. */
  async addKey(key: Partial<ApiKeyRecord> & { readonly token: string }): Promise<void> {
    await this.mock.world().dispatch((tx) => {
      const like = tx.get(apiKeys, 'key_dev');
      if (like === undefined) throw new Error('The fixture has no key_dev.');
      tx.put(apiKeys, { ...like, id: `key_of_${key.token}`, ...key });
      return ok(null);
    });
  }

  /** Moves the clock forward by an ISO 8601 duration. */
  async advance(by: string): Promise<void> {
    expect((await this.post('/_mock/clock/advance', { by })).status).toBe(200);
  }

  /** Creates an agent and returns its id. */
  async createAgent(agent: object = {}): Promise<string> {
    const { status, body, text } = await this.post<Agent>('/v1/agents', { name: 'Helper', ...agent });
    expect(status, text).toBe(201);
    return body.id;
  }

  /** Stores a scenario of the world. */
  async putScenario(name: string, steps: readonly object[], more: object = {}): Promise<void> {
    const scenario = { description: 'A test.', steps, ...more };
    const { status, text } = await this.put(`/_mock/scenarios/${name}`, scenario);
    expect(status, text).toBe(200);
  }

  /** Runs an agent with a scenario. Shape: the result as JSON; `more` is added to the body. */
  async run(scenario: string, more: object = {}, agent: string = agentId): Promise<ExecutionResult> {
    const body = { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false, ...more };
    const prefer = `scenario=${scenario}`;
    const response = await this.post(`/v1/agents/${agent}/execute`, body, { prefer });
    expect(response.status, response.text).toBe(200);
    return response.body as ExecutionResult;
  }

  /** Decides the approval that a run is paused for. */
  approve(result: ExecutionResult, decision: 'approved' | 'denied' = 'approved', more: object = {}) {
    return this.#continue('approve', { ...decisionFor(result, decision), ...more });
  }

  /** Supplies the outputs that a run is paused for. */
  resume({ executionId }: ExecutionResult, toolOutputs: object, more: object = {}) {
    return this.#continue('resume', { executionId, toolOutputs, ...more });
  }

  #continue(verb: string, body: object) {
    const sent = this.post(`${agentPath}/${verb}`, { streamResponse: false, ...body });
    return sent as Promise<ApiResponse<ExecutionResult>>;
  }

  /** Reads the stream of a run again, after a position. */
  async rejoin(executionId: string, after?: number): Promise<readonly ExecutionStreamEvent[]> {
    const query = after === undefined ? '' : `?after=${after}`;
    const response = await this.get(`${agentPath}/executions/${executionId}/events${query}`);
    expect(response.status).toBe(200);
    return response.events;
  }
}
