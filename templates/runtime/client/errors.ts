/**
 * The errors of calls. A documented error response is a result, not an exception, unless it is passed to `ok`.
 */

/** Any error of this client. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  /** The operation that was called. */
  readonly operationId: string;

  constructor(operationId: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operationId = operationId;
  }
}

/** The request can't be written: a value is missing or can't be serialized. Nothing was sent. */
export class RequestError extends ClientError {
  override readonly name = 'RequestError';
}

/** There was no response: the address, the network or the server failed. `cause` is the reason. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
}

/** There was no response within the timeout. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';
  /** Units: milliseconds. */
  readonly timeoutMs: number;

  constructor(operationId: string, timeoutMs: number) {
    super(operationId, `${operationId} had no response within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's signal aborted the call. `cause` is the reason of the signal. */
export class AbortError extends ClientError {
  override readonly name = 'AbortError';

  constructor(operationId: string, reason: unknown) {
    super(operationId, `${operationId} was aborted`, { cause: reason });
  }
}

/** Metadata of a response: everything but its status and body. */
export interface ResponseFacts {
  readonly operationId: string;
  /** The request id from `X-Request-Id` or a similar header; `null` if the service sends none. */
  readonly requestId: string | null;
  /** The URL of the response, after redirects; empty if `fetch` does not expose it. */
  readonly url: string;
  /** All headers that the platform exposes. */
  readonly headers: Headers;
  /** The response of `fetch`, whose body has been read or is the stream. */
  readonly raw: Response;
}

/** The parts of a response that an error is created from. */
export interface ResponseParts {
  readonly status: number;
  readonly headers: unknown;
  readonly body: unknown;
  readonly response: ResponseFacts;
}

/** The base class of errors with a response. */
class ResponseError<Status extends number> extends ClientError {
  readonly status: Status;
  readonly requestId: string | null;
  readonly response: ResponseFacts;

  constructor(status: Status, response: ResponseFacts, message: string) {
    super(response.operationId, message);
    this.status = status;
    this.requestId = response.requestId;
    this.response = response;
  }
}

/**
 * A documented error response.
 *
 * Shape: `headers` contains the documented headers; `response` has all headers.
 */
export class ApiError<
  Status extends number = number,
  Body = unknown,
  Declared = unknown,
> extends ResponseError<Status> {
  override readonly name = 'ApiError';
  readonly headers: Declared;
  readonly body: Body;

  constructor(
    result: ResponseParts & { readonly status: Status; readonly headers: Declared; readonly body: Body },
  ) {
    const { status, headers, body, response } = result;
    super(status, response, withReason(`${response.operationId} returned ${status}`, body));
    this.headers = headers;
    this.body = body;
  }
}

/** Returns whether an error is a documented error response of an operation. */
export function isApiErrorOf(error: unknown, operationId: string): error is ApiError {
  return error instanceof ApiError && error.operationId === operationId;
}

/** A response that does not match the description. */
class UndeclaredResponseError extends ResponseError<number> {
  /** The start of the body. */
  readonly text: string;

  constructor(status: number, response: ResponseFacts, problem: string, text: string) {
    super(status, response, withReason(`${response.operationId} returned ${status}${problem}`, parsed(text)));
    this.text = text;
  }
}

/** The service returned a status that the operation does not document. */
export class UnexpectedStatusError extends UndeclaredResponseError {
  override readonly name = 'UnexpectedStatusError';
}

/** The status is documented, but the body is invalid: another media type, or malformed JSON. */
export class MalformedResponseError extends UndeclaredResponseError {
  override readonly name = 'MalformedResponseError';
}

/** An event of a stream can't be parsed, or is too long. */
export class MalformedEventError extends ClientError {
  override readonly name = 'MalformedEventError';
}

/** The pages of a list do not advance: one leads back to an earlier page, or to another host. */
export class PaginationError extends ClientError {
  override readonly name = 'PaginationError';
}

/** A stream broke and could not be resumed without a gap. `cause` is the underlying error, if there was one. */
export class StreamBrokenError extends ClientError {
  override readonly name = 'StreamBrokenError';
  /** Id of the last event that was delivered; `null` if it had none. */
  readonly lastEventId: string | null;

  constructor(operationId: string, problem: string, lastEventId: string | null, cause: unknown) {
    super(operationId, `The stream of ${operationId} ${problem}`, cause === undefined ? {} : { cause });
    this.lastEventId = lastEventId;
  }
}

const MAX_REASON_LENGTH = 300;

function withReason(said: string, body: unknown): string {
  const reason = reasonIn(body);
  return reason === '' ? said : `${said}: ${reason.slice(0, MAX_REASON_LENGTH)}`;
}

/** Parses an undocumented body; markup is not quoted. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.startsWith('<') ? '' : text.trim();
  }
}

/** Properties in which error bodies usually put their message. */
const REASONS = ['error', 'message', 'detail', 'title', 'error_description', 'msg'];

/** Finds the message in a body, including that of the first problem if it lists several; empty if there is none. */
function reasonIn(body: unknown): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return '';
  if (Array.isArray(body)) return reasonIn(body[0]);
  const { details, errors = details, ...properties } = body as Readonly<Record<string, unknown>>;
  const reason = REASONS.map((name) => reasonIn(properties[name])).find(Boolean) ?? '';
  const first = reasonIn(errors);
  return reason === '' || first === '' ? reason || first : `${reason} (${first})`;
}

/** Returns the message of an error. Why that of its cause: the message of `fetch` is only "fetch failed". */
export function messageOf(error: unknown): string {
  const { cause, message } = Object(error) as { readonly cause?: Partial<Error>; readonly message?: string };
  return [cause?.message, message].find(Boolean) ?? String(error);
}
