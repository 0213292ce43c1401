/** The types of a server: the generated description of a service, and the options of its server. */
import type { XmlCodec } from '../media-type.ts';
import type { HttpResponse, HttpRequest } from '../http.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { BodyLimits } from '../body/read-body.ts';
import type { OperationSpec } from '../operation-spec.ts';
import type { Authenticator, SchemeSpec } from './security.ts';
import type { ServerError } from './errors.ts';
import type { Call } from './handler.ts';
import type { ServerHooks } from './hooks.ts';
import type { StreamRules } from './stream-frames.ts';

export type { AnyHandler, Call, HandlerResponse } from './handler.ts';

/** Serves a request; synchronous if no stage is asynchronous. Shape: never throws or rejects. */
export type ServeRequest = (request: HttpRequest) => MaybePromise<HttpResponse>;

/** The description of a service, as data. */
export interface ServiceDescription {
  readonly operations: readonly OperationSpec[];
  readonly securitySchemes: readonly SchemeSpec[];
  /** How the events of a stream are validated and written, by the name of the union. */
  readonly streams: Readonly<Record<string, StreamRules>>;
  /** Handler names that differ from the operation id, by operation id. */
  readonly handlerNames: Readonly<Record<string, string>>;
}

/** The options of a server. */
export interface ServerOptions<Context, Authenticators> {
  /** Creates the context of a request, after authentication and validation. */
  readonly context: (call: Omit<Call<unknown, unknown>, 'context'>) => MaybePromise<Context>;
  /** One authenticator per security scheme of the description. */
  readonly authenticate: Authenticators;
  /**
   * Receives errors that the client does not see: of a handler, or for a response or event that violates the contract.
   *
   * Shape: `operation` is `null` if the error occurred before routing.
   */
  readonly onError: (error: unknown, operation: OperationSpec | null) => void;
  /** Whether responses and events are validated before they are sent; default `true`. */
  readonly checkResponses?: boolean;
  /**
   * Whether event objects never change after they are sent, so that each is validated and encoded once for all streams;
   * default `false`.
   */
  readonly immutableEvents?: boolean;
  /**
   * URL of the protected resource metadata (RFC 9728), for the `WWW-Authenticate` of each 401. Without it, that header
   * has a URL only if the description requires one: `/.well-known/oauth-protected-resource` at the host of the
   * request.
   */
  readonly resourceMetadata?: string;
  /** Path prefix such as `/api`, without a trailing slash. */
  readonly basePath?: string;
  /**
   * Units: bytes of a body, or characters of one item of a sequence, default 1 MiB; levels of JSON, default 64; parts of
   * a multipart form, default 1000.
   */
  readonly limits?: BodyLimits;
  /** Parses and writes bodies of XML; without it, requests with XML are rejected. */
  readonly xml?: XmlCodec;
  /** Returns headers for responses of a content type, `null` without a body; headers set by a handler win. */
  readonly headers?: (contentType: string | null) => HttpResponse['headers'];
  /** Writes the errors of the server itself; `null` for the default. The headers of the error are added. */
  readonly writeError?: (
    error: ServerError,
    call: { readonly request: HttpRequest; readonly operation: OperationSpec | null },
  ) => MaybePromise<HttpResponse | null>;
  readonly hooks?: ServerHooks;
}

/** Options for any service. */
export type AnyServerOptions = ServerOptions<
  unknown,
  Readonly<Record<string, Authenticator<never, unknown>>>
>;
