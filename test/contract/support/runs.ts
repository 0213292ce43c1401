/**
 * A mock whose runs a test starts through the emitted clients, answers and reads to their end, on a clock that stands still.
 */
import { expect } from 'vitest';
import type { ExecutionResult, ExecutionStreamEvent } from '../../../generated/service/types.ts';
import { apiKeys } from '../../../mock/domain/identity/identity.ts';
import type { ApiKeyRecord } from '../../../mock/domain/identity/identity.ts';
import { createMock } from '../../../mock/index.ts';
import type { Mock, MockOptions } from '../../../mock/index.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { fixtureAgents } from '../../../mock/fixtures/agents.ts';
import { testStart } from '../../support/domain-world.ts';
import { callOperation } from '../../support/emitted-call.ts';

/** The agent that runs in these tests, and the address of its runs. */
export const agentId = fixtureAgents.support;
const agentPath = `/v1/agents/${agentId}`;

/** What came back. Shape: `events` of a stream, else empty. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly events: readonly ExecutionStreamEvent[];
}

/** How a call differs from the usual one. Shape: `key` null for none. */
export interface CallOptions {
  readonly key?: string | null;
  readonly prefer?: string;
  readonly origin?: string | undefined;
}

/** A mock and short ways to call it. */
export interface Runs {
  readonly mock: Mock;
  /** What the mock reported about itself; to be empty. */
  readonly bugs: readonly string[];
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  /** Runs the agent by a scenario, answered as JSON; `more` goes into the body. */
  run(scenario: string, more?: object): Promise<ExecutionResult>;
  approve(result: ExecutionResult, decision?: 'approved' | 'denied', more?: object): Promise<ApiResponse>;
  resume(result: ExecutionResult, toolOutputs: object, more?: object): Promise<ApiResponse>;
  /** Reads the stream of a run again, behind an id. */
  rejoin(executionId: string, after?: number): Promise<readonly ExecutionStreamEvent[]>;
  advance(by: string): Promise<void>;
  /** Makes a key of the organization. */
  addKey(key: Partial<ApiKeyRecord> & { readonly token: string }): Promise<void>;
  close(): Promise<void>;
}

/** Starts a mock with the fixture `default`. */
export async function openRuns(options: MockOptions = {}): Promise<Runs> {
  const bugs: string[] = [];
  const log = (message: string, error?: unknown): void =>
    void bugs.push(error instanceof Error ? `${message}: ${error.message}` : message);
  const mock = await createMock({ clock: { mode: 'frozen', now: testStart }, log, ...options });

  const call: Runs['call'] = async (method, path, body, { key = 'rt_live_dev', prefer, origin } = {}) => {
    const headers = {
      ...(prefer !== undefined && { prefer }),
      ...(origin !== undefined && { origin }),
    };
    const wanted = { method, path, body, credential: key, headers };
    const heard = await callOperation(mock.fetch, wanted, 'http://127.0.0.1:4010');
    const isStream = heard.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const events = isStream ? readFrames(heard.text) : [];
    if (isStream && heard.isEmitted) expect(heard.read).toEqual(events);
    return {
      status: heard.status,
      headers: heard.headers,
      body: isStream || heard.text === '' ? null : (JSON.parse(heard.text) as unknown),
      events,
    };
  };

  const continued = (path: string, result: ExecutionResult, body: object) =>
    call('POST', path, { executionId: result.executionId, streamResponse: false, ...body });

  return {
    mock,
    bugs,
    call,
    async run(scenario, more = {}) {
      const body = { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false, ...more };
      const response = await call('POST', `${agentPath}/execute`, body, { prefer: `scenario=${scenario}` });
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      return response.body as ExecutionResult;
    },
    approve(result, decision = 'approved', more = {}) {
      const { approvalId } = pausedAction(result);
      return continued(`${agentPath}/approve`, result, { approvalId, decision, ...more });
    },
    resume: (result, toolOutputs, more = {}) =>
      continued(`${agentPath}/resume`, result, { toolOutputs, ...more }),
    async rejoin(executionId, after) {
      const query = after === undefined ? '' : `?after=${after}`;
      const response = await call('GET', `${agentPath}/executions/${executionId}/events${query}`);
      expect(response.status).toBe(200);
      return response.events;
    },
    async advance(by) {
      expect((await call('POST', '/_mock/clock/advance', { by })).status).toBe(200);
    },
    async addKey(key) {
      await mock.world().dispatch((tx) => {
        const like = tx.get(apiKeys, 'key_dev');
        if (like === undefined) throw new Error('The fixture has no key_dev.');
        tx.put(apiKeys, { ...like, id: `key_of_${key.token}`, ...key });
        return ok(null);
      });
    },
    async close() {
      await mock.close();
      expect(bugs).toEqual([]);
    },
  };
}

/** The local action that a run is paused for. */
export function pausedAction({ pausedReason }: ExecutionResult) {
  if (pausedReason?.type !== 'local_action') throw new Error(`The run is not paused: ${pausedReason?.type}`);
  return pausedReason;
}

/** Lists the types of events, in order. */
export function typesOf(events: readonly ExecutionStreamEvent[]): readonly string[] {
  return events.map(({ type }) => type);
}

/** Gives the first event of a type. */
export function eventOf<Type extends ExecutionStreamEvent['type']>(
  events: readonly ExecutionStreamEvent[],
  type: Type,
): Extract<ExecutionStreamEvent, { type: Type }> {
  const event = events.find((one) => one.type === type);
  if (event === undefined) throw new Error(`There is no ${type} among ${typesOf(events).join(', ')}`);
  return event as Extract<ExecutionStreamEvent, { type: Type }>;
}

/** Reads a stream as the strictest client does: frames parted by LF LF, the event's name and id beside its data. */
function readFrames(text: string): readonly ExecutionStreamEvent[] {
  expect(text).not.toContain('\r');
  expect(text === '' || text.endsWith('\n\n'), 'the last frame is closed').toBe(true);
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => {
      const fields = Object.fromEntries(
        frame.split('\n').map((line) => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)] as const;
        }),
      );
      const event = JSON.parse(fields['data'] ?? '') as ExecutionStreamEvent;
      expect(fields['event']).toBe(event.type);
      expect(fields['id']).toBe(String(event.seq));
      return event;
    });
}
