/**
 * The errors of the server itself: invalid requests, missing credentials, unknown paths, failures.
 * The body has the first common form that matches the operation's schema for the status, or else is problem details.
 */
import type { HttpResponse } from '../http.ts';
import { isMediaRange, isXmlMediaType } from '../media-type.ts';
import type { OperationSpec, ResponseSpec } from '../operation-spec.ts';
import type { Problem } from '../problem.ts';
import type { InvalidReason } from '../body/read-problems.ts';
import { declaredResponses } from './declared-responses.ts';
import type { HandlerResponse } from './handler.ts';

/** Why the server responds instead of a handler. */
export type ServerErrorKind =
  | 'invalid-request'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown-path'
  | 'unknown-method'
  | 'body-too-large'
  | 'not-implemented'
  | 'failed';

/**
 * An error before it is written.
 *
 * Shape: `title` is the standard phrase of the status; `problems` is empty unless the request is invalid; `cause` is
 * the thrown value if the server failed.
 */
export interface ServerError {
  readonly kind: ServerErrorKind;
  readonly status: number;
  readonly title: string;
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The default status of each kind. */
const statuses: { readonly [Kind in ServerErrorKind]: number } = {
  'invalid-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'unknown-path': 404,
  'unknown-method': 405,
  'body-too-large': 413,
  'not-implemented': 501,
  failed: 500,
};

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns the standard phrase of a status. */
export function titleOf(status: number): string {
  return titles[status] ?? 'Error';
}

/** Creates an error with the default status of its kind. */
export function serverError(
  kind: ServerErrorKind,
  message: string,
  more: Partial<ServerError> = {},
): ServerError {
  const status = more.status ?? statuses[kind];
  return { kind, status, title: titleOf(status), message, problems: [], headers: {}, ...more };
}

/** Statuses for invalid requests that are used if they are declared explicitly and 400 is not. */
const invalidStatuses: Readonly<Partial<Record<InvalidReason, number>>> = {
  'content-type': 415,
  'item-length': 413,
  invalid: 422,
};

/** Creates the error for a request that does not match its operation. */
export function invalidRequest(
  operation: OperationSpec,
  reason: InvalidReason,
  problems: readonly Problem[],
): ServerError {
  // Why: an explicitly declared status takes precedence over a range or a default.
  const isListed = (status: number): boolean => operation.responses.some((each) => each.status === status);
  const message = problems.length === 1 ? (problems[0]?.message ?? '') : 'The request is invalid.';
  const special = invalidStatuses[reason];
  const status = special !== undefined && isListed(special) && !isListed(400) ? special : 400;
  return serverError('invalid-request', message, { status, problems });
}

/** Creates the error for a missing or invalid credential. Shape: `challenge` is the value of `WWW-Authenticate`. */
export function missingCredential(challenge: string): ServerError {
  return serverError('unauthenticated', 'A valid credential is needed.', {
    headers: { 'www-authenticate': challenge },
  });
}

/**
 * Creates the response for an error.
 *
 * Shape: the first form that matches the operation's schema for this status, else problem details. Only these are sent as
 * `application/problem+json`.
 * Source: RFC 9457.
 */
export function errorResponse(error: ServerError, operation: OperationSpec | null): HandlerResponse {
  const { status, headers } = error;
  const declared = operation === null ? [] : declaredResponses(operation, status);
  const json = declared.find(({ kind, mediaType }) => kind === 'json' && !isXmlMediaType(mediaType ?? ''));
  const bare = declared.find(({ kind }) => kind === 'none');
  if (json === undefined && bare !== undefined) return { status, headers };
  const ordered = json?.mediaType === PROBLEM_TYPE ? problemForms : forms;
  const fitting = json === undefined ? undefined : ordered.find((form) => json.check?.check(form(error)));
  return fitting === undefined
    ? { status, headers, contentType: PROBLEM_TYPE, body: problemDetails(error) }
    : { status, headers, contentType: jsonTypeOf(json), body: fitting(error) };
}

/** Creates a problem details response, for errors outside any operation. Source: RFC 9457. */
export function problemResponse(
  status: number,
  message: string,
  problems: readonly Problem[] = [],
): HttpResponse {
  const details = problemDetails({ status, title: titleOf(status), message, problems });
  return {
    status,
    headers: { 'content-type': PROBLEM_TYPE },
    body: { kind: 'text', text: JSON.stringify(details) },
  };
}

const PROBLEM_TYPE = 'application/problem+json';

/** Returns the media type for a JSON response: the declared one, or `application/json` for a range. */
function jsonTypeOf(declared: ResponseSpec | undefined): string {
  const mediaType = declared?.mediaType ?? 'application/json';
  return isMediaRange(mediaType) ? 'application/json' : mediaType;
}

/** Common forms of error bodies, the more informative ones first. */
const forms: readonly ((error: ServerError) => unknown)[] = [
  ({ message, problems }) =>
    problems.length > 0 ? { error: message, details: problems } : { error: message },
  ({ message }) => ({ error: message }),
  ({ title }) => ({ error: title }),
  (error) => problemDetails(error),
  ({ message, status }) => ({ code: status, message }),
  ({ message, kind }) => ({ code: kind, message }),
  ({ message, kind }) => ({ error: { code: kind, message } }),
  ({ message }) => ({ errors: [{ message }] }),
  ({ message }) => message,
];

/** The forms of problem details. */
const problemForms: typeof forms = [
  (error) => problemDetails(error),
  (error) => problemDetails({ ...error, problems: [] }),
];

function problemDetails({
  status,
  title,
  message,
  problems,
}: Pick<ServerError, 'status' | 'title' | 'message' | 'problems'>) {
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    ...(problems.length === 0 ? {} : { errors: problems }),
  };
}
