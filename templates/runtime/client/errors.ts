/**
 * Everything a call may be rejected with. Answers that the operation documents are no errors until `ok` makes them so.
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

/** The request can't be written: a value is missing, or has no form on the wire. Nothing was sent. */
export class RequestError extends ClientError {
  override readonly name = 'RequestError';
}

/** No answer came: the address, the network or the server failed. `cause` has the reason. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
}

/** No answer came in time. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';
  /** Units: milliseconds. */
  readonly timeoutMs: number;

  constructor(operationId: string, timeoutMs: number) {
    super(operationId, `${operationId} had no answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's signal ended the call. `cause` is the reason of the signal. */
export class AbortError extends ClientError {
  override readonly name = 'AbortError';

  constructor(operationId: string, reason: unknown) {
    super(operationId, `${operationId} was aborted`, { cause: reason });
  }
}

/** What is known of an answer beside its status and body. */
export interface ResponseFacts {
  readonly operationId: string;
  /** What the service calls this request in `X-Request-Id` or a like header; `null` when it does not say. */
  readonly requestId: string | null;
  /** Where the answer came from, redirects followed; empty where `fetch` does not tell. */
  readonly url: string;
  /** Every header, as far as the platform shows it. */
  readonly headers: Headers;
}

/** The parts of an answer that an error is made of. */
export interface ResponseParts {
  readonly status: number;
  readonly headers: unknown;
  readonly body: unknown;
  readonly response: ResponseFacts;
}

/** The service answered. */
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
 * The service refused: an answer that the operation documents and that is no success.
 *
 * Shape: `headers` holds the documented headers; all of them are in `response`.
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
    answer: ResponseParts & { readonly status: Status; readonly headers: Declared; readonly body: Body },
  ) {
    const { status, headers, body, response } = answer;
    super(status, response, withReason(`${response.operationId} returned ${status}`, reasonIn(body)));
    this.headers = headers;
    this.body = body;
  }
}

/** Returns whether an error is the refusal of an operation. */
export function isApiErrorOf(error: unknown, operationId: string): error is ApiError {
  return error instanceof ApiError && error.operationId === operationId;
}

/** The service answered, and not as the description says. */
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

/** The status is documented and the body is not as documented: another media type, or broken JSON. */
export class MalformedResponseError extends UndeclaredResponseError {
  override readonly name = 'MalformedResponseError';

  constructor(status: number, response: ResponseFacts, problem: string, text: string) {
    super(status, response, ` ${problem}`, text);
  }
}

/** An event of a stream can't be read, or is longer than allowed. */
export class MalformedEventError extends ClientError {
  override readonly name = 'MalformedEventError';
}

/** A stream broke off and could not be continued without a gap. `cause` is what broke it, if anything did. */
export class StreamBrokenError extends ClientError {
  override readonly name = 'StreamBrokenError';
  /** Id of the last event that was handed out; `null` when it had none. */
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

/** Finds the reason in a body that nobody has described; markup is not quoted. */
function reasonInText(text: string): string | null {
  try {
    return reasonIn(JSON.parse(text));
  } catch {
    return text.startsWith('<') ? null : reasonIn(text.trim());
  }
}

/** Members that error bodies tell their reason in. */
const REASONS = ['error', 'message', 'detail', 'title', 'error_description'];

function reasonIn(body: unknown): string | null {
  if (typeof body === 'string') return body === '' ? null : body;
  if (typeof body !== 'object' || body === null) return null;
  const members = body as Readonly<Record<string, unknown>>;
  for (const name of REASONS) {
    const said = members[name];
    if (typeof said === 'string' && said !== '') return said + detailsIn(members);
    if (name === 'error' && typeof said === 'object') {
      const inside = reasonIn(said);
      if (inside !== null) return inside;
    }
  }
  return null;
}

/** Finds what the first of several problems is, where the body lists them. */
function detailsIn({ details, errors = details }: Readonly<Record<string, unknown>>): string {
  const reason: string | null = Array.isArray(errors) ? reasonIn(errors[0]) : null;
  return reason === null ? '' : ` (${reason})`;
}
