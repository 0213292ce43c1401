/**
 * A mock on a clock that stands still, called through the emitted clients. Everything but the switches goes over HTTP.
 */
import type { ErrorBody } from '../../generated/service/types.ts';
import { featureGates } from '../../mock/domain/identity/feature-gates.ts';
import type { FeatureGates } from '../../mock/domain/identity/feature-gates.ts';
import { createMock } from '../../mock/index.ts';
import type { Mock } from '../../mock/index.ts';
import { ok } from '../../mock/kernel/transaction/result.ts';
import { testStart } from './domain-world.ts';
import { callOperation } from './emitted-call.ts';

/** The key that may do everything, in every fixture. */
export const fullKey = 'rt_live_dev';

/** Where the mock believes to be. */
const baseUrl = 'http://127.0.0.1:4010';

/** The session of the owner, in every fixture. */
export const ownerSession = 'session_dev';

/**
 * What came back.
 *
 * Shape: `body` is parsed JSON where the response says that it is, text otherwise; its type is what the test expects, and what it
 * is the test asserts. `outside` is why the response is outside the contract, null for one that the operation declares.
 */
export interface RecordedResponse<Body = ErrorBody> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Told<Body>;
  readonly outside: string | null;
}

/** A body with every member that its contract leaves open to be absent. */
export type Told<Body> = Body extends readonly (infer Item)[]
  ? readonly Told<Item>[]
  : Body extends object
    ? { readonly [Member in keyof Body]-?: Told<Body[Member]> }
    : Body;

/** How a call differs from the usual one. Shape: `credential: null` sends none; absent, the key that may do everything. */
export interface CallOptions {
  readonly credential?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a mock. */
export interface MockClient {
  readonly mock: Mock;
  get<Body = ErrorBody>(path: string, options?: CallOptions): Promise<RecordedResponse<Body>>;
  post<Body = ErrorBody>(
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<RecordedResponse<Body>>;
  put<Body = ErrorBody>(path: string, body: unknown, options?: CallOptions): Promise<RecordedResponse<Body>>;
  /** Throws switches of the world. */
  switchGates(gates: Partial<FeatureGates>): Promise<void>;
  /** Puts the clock forward by an ISO 8601 duration. */
  advance(by: string): Promise<void>;
  /** Asks for a declared response of an operation that no request leads to. */
  preferred(method: string, path: string, status: number): Promise<RecordedResponse>;
}

/** Starts a mock whose clock is frozen at `testStart`. */
export async function openClient(fixture: 'default' | 'empty' = 'empty'): Promise<MockClient> {
  const mock = await createMock({ fixture, clock: { mode: 'frozen', now: testStart } });

  async function call<Body>(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<RecordedResponse<Body>> {
    const { credential = fullKey, headers = {} } = options;
    const { status, text, ...heard } = await callOperation(
      mock.fetch,
      { method, path, body, credential, headers },
      baseUrl,
    );
    const isJson = heard.headers.get('content-type') === 'application/json' && text !== '';
    return {
      status,
      headers: heard.headers,
      body: (isJson ? JSON.parse(text) : text) as Told<Body>,
      outside: heard.headers.get('backlot-outside-contract'),
    };
  }

  return {
    mock,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    async switchGates(gates) {
      await mock.world().dispatch((tx) => {
        tx.set(featureGates, { ...tx.setting(featureGates), ...gates });
        return ok(null);
      });
    },
    async advance(by) {
      const { status, body } = await call('POST', '/_mock/clock/advance', { by });
      if (status !== 200) throw new Error(`The clock did not go forward: ${JSON.stringify(body)}`);
    },
    preferred: (method, path, status) =>
      call(method, path, undefined, { headers: { prefer: `code=${status}` } }),
  };
}
