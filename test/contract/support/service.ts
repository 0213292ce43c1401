/**
 * A mock that is called through the emitted clients, in this process, on a clock that stands still.
 */
import { expect } from 'vitest';
import { createMock } from '../../../mock/index.ts';
import type { Mock, MockOptions } from '../../../mock/index.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';
import { callOperation } from '../../support/emitted-call.ts';

/** When the world of every test begins. */
export const startOfTests = '2026-01-15T09:30:00.000Z';

/** An object of JSON whose members a test looks into. */
export type JsonBody = Record<string, unknown>;

/** An answer, read to its end. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** What the text is as JSON, else the text. */
  readonly body: JsonBody;
  readonly text: string;
}

/** What a call is made with. Shape: `key` null for none, absent for one that may do everything. */
export interface CallOptions {
  readonly body?: unknown;
  readonly key?: string | null;
  readonly prefer?: string;
}

/** A mock under test. */
export interface Service {
  readonly mock: Mock;
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  /** Makes a key with these scopes. */
  makeKey(...scopes: readonly string[]): Promise<string>;
  /** Puts the clock forward. */
  advance(by: string): Promise<void>;
  /** Fails when the mock has met a bug of its own, such as a response that leaves the contract. */
  close(): Promise<void>;
}

/** Starts a mock with the fixture `default`, unless the options name another. */
export async function startService(options: MockOptions = {}): Promise<Service> {
  const bugs: string[] = [];
  const mock = await createMock({
    clock: { mode: 'frozen', now: epochMs(Date.parse(startOfTests)) },
    log: (message, error) => bugs.push(error instanceof Error ? `${message}: ${error.message}` : message),
    ...options,
  });
  const call: Service['call'] = async (method, path, { body, key = 'rt_live_dev', prefer } = {}) => {
    const headers = prefer === undefined ? {} : { prefer };
    const wanted = { method, path, body, credential: key, headers };
    const { status, text, ...heard } = await callOperation(mock.fetch, wanted, 'http://127.0.0.1:4010');
    return { status, headers: heard.headers, body: parse(text), text };
  };
  return {
    mock,
    call,
    async makeKey(...scopes) {
      const { body } = await call('POST', '/_mock/keys', { body: { environment: 'live', scopes } });
      return String(body['key']);
    },
    async advance(by) {
      expect((await call('POST', '/_mock/clock/advance', { body: { by } })).status).toBe(200);
    },
    async close() {
      await mock.close();
      expect(bugs).toEqual([]);
    },
  };
}

/** Lists the items of an array in a body. */
export function itemsOf(value: unknown): readonly JsonBody[] {
  expect(value).toBeInstanceOf(Array);
  return value as readonly JsonBody[];
}

function parse(text: string): JsonBody {
  try {
    return JSON.parse(text) as JsonBody;
  } catch {
    return { text };
  }
}
