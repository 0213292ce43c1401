/**
 * The errors of calls. A documented error response is a result, not an exception, unless it is passed to `ok`.
 */

/** Any error of this client. */
export class ClientError extends Error {
  /** The operation that was called. */
  readonly operationId: string;

  constructor(operationId: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClientError';
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
    super(status, response, withReason(`${response.operationId} returned ${status}`, reasonIn(body)));
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
    const said = `${response.operationId} returned ${status}${problem}`;
    super(status, response, withReason(said, reasonInText(text)));
    this.text = text;
  }
}

/** The service returned a status that the operation does not document. */
export class UnexpectedStatusError extends UndeclaredResponseError {
  override readonly name = 'UnexpectedStatusError';

  constructor(status: number, response: ResponseFacts, text: string) {
    super(status, response, ', which it does not document', text);
  }
}

/** The status is documented, but the body is invalid: another media type, or malformed JSON. */
export class MalformedResponseError extends UndeclaredResponseError {
  override readonly name = 'MalformedResponseError';

  constructor(status: number, response: ResponseFacts, problem: string, text: string) {
    super(status, response, ` ${problem}`, text);
  }
}

/** An event of a stream can't be parsed, or is too long. */
export class MalformedEventError extends ClientError {
  override readonly name = 'MalformedEventError';
}

/** The pages of a list do not lead on: one leads back to a page before it, or to another host. */
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

const LONGEST_REASON = 300;

function withReason(said: string, reason: string | null): string {
  return reason === null ? said : `${said}: ${reason.slice(0, LONGEST_REASON)}`;
}

/** Finds the error message in an undocumented body; markup is not quoted. */
function reasonInText(text: string): string | null {
  try {
    return reasonIn(JSON.parse(text));
  } catch {
    return text.startsWith('<') ? null : reasonIn(text.trim());
  }
}

/** Properties in which error bodies usually put their message. */
const REASONS = ['error', 'message', 'detail', 'title', 'error_description'];

function reasonIn(body: unknown): string | null {
  if (typeof body === 'string') return body === '' ? null : body;
  if (typeof body !== 'object' || body === null) return null;
  const properties = body as Readonly<Record<string, unknown>>;
  for (const name of REASONS) {
    const said = properties[name];
    if (typeof said === 'string' && said !== '') return said + detailsIn(properties);
    if (name === 'error' && typeof said === 'object') {
      const inside = reasonIn(said);
      if (inside !== null) return inside;
    }
  }
  return null;
}

/** Returns the message of the first problem in a body that lists several. */
function detailsIn({ details, errors = details }: Readonly<Record<string, unknown>>): string {
  const reason: string | null = Array.isArray(errors) ? reasonIn(errors[0]) : null;
  return reason === null ? '' : ` (${reason})`;
}
