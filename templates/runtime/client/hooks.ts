/** The hooks of a client: functions that see each request, its response or its error. Types only. */
import type { UserAndPassword } from './call.ts';
import type { ClientError } from './errors.ts';

/** A request that is about to be sent. A hook may change `url`, `headers` and `init`. */
export interface HookRequest {
  readonly operationId: string;
  readonly method: string;
  /** Template as documented: `/v1/agents/{id}`. */
  readonly path: string;
  /** Counts the requests of a call from 1, including those with refreshed credentials. */
  readonly attempt: number;
  /** The credentials in the request, so that logs can omit them. */
  readonly credentials: readonly (string | UserAndPassword)[];
  url: string;
  readonly headers: Headers;
  /** Everything else that `fetch` receives. */
  readonly init: RequestInit;
}

/** A response whose head has arrived; its body has not been read. */
export interface HookResponse extends HookRequest {
  readonly response: Response;
  /** Units: milliseconds since the request was sent. */
  readonly durationMs: number;
}

/** A request without a usable response. */
export interface HookError extends HookRequest {
  readonly error: ClientError;
  /** Units: milliseconds since the request was sent. */
  readonly durationMs: number;
}

/** Functions that are called for each request. An error that one throws rejects the call, and nothing is retried. */
export interface Hooks {
  /** Called before a request is sent. */
  readonly onRequest?: ((request: HookRequest) => void | Promise<void>) | undefined;
  /** Called with each response, whatever its status; may return another one in its place. */
  readonly onResponse?:
    | ((response: HookResponse) => void | Promise<void>)
    | ((response: HookResponse) => Response | undefined | Promise<Response | undefined>)
    | undefined;
  /** Called with the error of a request that failed, or whose response cannot be read. */
  readonly onError?: ((error: HookError) => void | Promise<void>) | undefined;
}
