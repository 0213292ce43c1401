/**
 * What a server is made from, and what it is made with: the generated description of a service, and the options of
 * whoever runs it. Types only.
 */
import type { HttpResponse, HttpRequest } from '../http.ts';
import type { OperationSpec } from '../operation-spec.ts';
import type { SchemaCheck } from '../schema-check.ts';
import type { Authenticator, SchemeSpec } from './security.ts';
import type { Refusal } from './refusals.ts';

/** The neutral server: one request in, one response out; never rejects. */
export type ServeRequest = (request: HttpRequest) => Promise<HttpResponse>;

/** The generated part: everything that the descriptions say. */
export interface ServiceDescription {
  readonly operations: readonly OperationSpec[];
  readonly securitySchemes: readonly SchemeSpec[];
  /** What every event of a stream is held to and named by, by the name of the union. */
  readonly streams: Readonly<Record<string, StreamRules>>;
  /** Names of handlers that are not the id of their operation, by that id. */
  readonly handlerNames: Readonly<Record<string, string>>;
}

/** How the events of one stream are written. */
export interface StreamRules {
  readonly check: SchemaCheck;
  /** The property that names an event; `null` when the events have none. */
  readonly tag: string | null;
  /** The property whose digits are the id of an event's frame; `null` when frames have none. */
  readonly position: string | null;
}

/** What a handler is given beside the values of its request. */
export interface Call<Context, Caller> {
  /** What `options.context` made for this request. */
  readonly context: Context;
  /** What the authenticators found out, by security scheme. */
  readonly caller: Caller;
  /** Fires when the client is gone: stop what only this answer needs. */
  readonly signal: AbortSignal;
  readonly operation: OperationSpec;
  /** The request as it came. */
  readonly request: HttpRequest;
}

/** A response as every generated response type looks when its operation is not known. */
export interface HandlerResponse {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly stream?: { readonly batches: AsyncIterable<readonly unknown[]> } | undefined;
  readonly bytes?: Uint8Array | undefined;
}

/** A handler when its operation is not known. */
export type AnyHandler = (request: never, call: never) => HandlerResponse | Promise<HandlerResponse>;

/** How a service is run. */
export interface ServerOptions<Context, Authenticators> {
  /** Makes what the handlers of one request share, after the caller is known. */
  readonly context: (call: Omit<Call<unknown, unknown>, 'context'>) => Context | Promise<Context>;
  /** One per security scheme of the description: says who holds a credential. */
  readonly authenticate: Authenticators;
  /**
   * Is told what the client is not: an error of a handler, a response or an event that leaves the contract.
   *
   * Shape: `operation` is `null` when the error came before one was found.
   */
  readonly onError: (error: unknown, operation: OperationSpec | null) => void;
  /** Whether each response and each event is held to the contract before it is sent; yes when absent. */
  readonly checkResponses?: boolean;
  /** Path before those of the description, such as `/api`; none when absent. Without a slash at the end. */
  readonly basePath?: string;
  /** Units: bytes of a body, 1 MiB when absent, and levels of JSON, 64 when absent. */
  readonly limits?: { readonly bytes?: number; readonly depth?: number };
  /** Writes the refusals of the server itself in a form of its own; `null` leaves one to the server. */
  readonly refuse?: (refusal: Refusal, operation: OperationSpec | null) => HandlerResponse | null;
}

/** Options when the service is not known. */
export type AnyServerOptions = ServerOptions<
  unknown,
  Readonly<Record<string, Authenticator<never, unknown>>>
>;
