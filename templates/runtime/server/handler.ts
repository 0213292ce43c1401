/** The types of a handler: what it receives and what it returns. */
import type { HttpRequest } from '../http.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { OperationSpec } from '../operation-spec.ts';

/** The second argument of a handler. */
export interface Call<Context, Caller> {
  /** The result of `options.context` for this request. */
  readonly context: Context;
  /** The identities of the authenticators, by security scheme. */
  readonly caller: Caller;
  /** Fires when the client has disconnected: stop work that only this response needs. */
  readonly signal: AbortSignal;
  readonly operation: OperationSpec;
  /** The raw request. */
  readonly request: HttpRequest;
}

/** A response of any operation. */
export interface HandlerResponse {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly stream?: { readonly batches: AsyncIterable<readonly unknown[]> } | undefined;
  readonly bytes?: Uint8Array | undefined;
}

/** A handler of any operation. */
export type AnyHandler = (request: never, call: never) => MaybePromise<HandlerResponse>;
