/**
 * Functions that a server calls while it processes a request. To process every request before routing, for example for
 * CORS or logging, wrap the server: it is a function from a request to a response.
 */
import type { HttpResponse, HttpRequest } from '../http.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { Problem } from '../problem.ts';
import type { RequestValues } from './read-request.ts';
import type { Call, HandlerResponse } from './handler.ts';
import type { SentEvent } from './stream-frames.ts';
import type { ContractViolation } from './write-response.ts';

export type { SentEvent } from './stream-frames.ts';

/** A request whose operation is known. Shape: `caller` is empty before authentication. */
export interface OperationCall extends Omit<Call<unknown, Readonly<Record<string, unknown>>>, 'context'> {
  /** Validates and writes a response, as if the handler had returned it. */
  respond(response: HandlerResponse): MaybePromise<HttpResponse>;
}

/** Continues with the next stage. */
export type Next = () => MaybePromise<HttpResponse>;

/** Hooks in the order in which they run; all are optional. An error of a hook is handled like one of a handler. */
export interface ServerHooks {
  /**
   * Responds to a request that matches no operation; `null` for the default: 204 for OPTIONS, else 404 or 405.
   *
   * Shape: `allowed` has the methods of the path, sorted; empty for an unknown path.
   */
  readonly onUnrouted?: (
    request: HttpRequest,
    allowed: readonly string[],
  ) => MaybePromise<HttpResponse | null>;
  /** Wraps everything after routing: authentication, validation, the handler. */
  readonly aroundOperation?: (call: OperationCall, next: Next) => MaybePromise<HttpResponse>;
  /** Runs after authentication, before the body is read; a response ends the request. */
  readonly afterAuthentication?: (call: OperationCall) => MaybePromise<HttpResponse | null>;
  /** Responds to a request that violates the contract; `null` for the default. Its response is validated. */
  readonly onInvalidRequest?: (
    problems: readonly Problem[],
    call: OperationCall,
  ) => MaybePromise<HandlerResponse | null>;
  /** Wraps the handler of a valid request and the writing of its response. */
  readonly aroundHandler?: (
    values: RequestValues,
    call: OperationCall,
    next: Next,
  ) => MaybePromise<HttpResponse>;
  /** Replaces a response that violates the contract; `null` for a 500, the same response to send it unchanged. */
  readonly onInvalidResponse?: (
    response: HandlerResponse,
    violation: ContractViolation,
    call: OperationCall,
  ) => MaybePromise<HandlerResponse | null>;
  /** Changes a valid event before it is sent; `null` to send it unchanged. */
  readonly beforeEvent?: (event: unknown, call: OperationCall) => SentEvent | null;
  /** Replaces an event that violates the contract; `null` breaks the stream. `message` describes the violation. */
  readonly onInvalidEvent?: (
    event: unknown,
    message: string,
    call: OperationCall,
  ) => MaybePromise<SentEvent | null>;
  /** Runs when a stream has ended, failed or lost its reader. */
  readonly onStreamEnd?: (call: OperationCall) => void;
}
