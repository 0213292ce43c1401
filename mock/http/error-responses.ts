/** The error bodies of the mock: those of the server itself, and those of domain errors, by a table. */
import type { HttpResponse } from '../../templates/runtime/http.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { CommitUnreadableError, LogUnavailableError } from '../kernel/ports.ts';
import { NO_BODY, UNDECLARED_HEADER, UNFRAMED, type UndeclaredReason } from './undeclared.ts';

export interface ErrorBody {
  readonly error: string;
  readonly code?: string;
  /** The message for end users of a page, who cannot fix the request. */
  readonly hint?: string;
  readonly details?: readonly ErrorDetail[];
}

/** One problem of a request. Shape: `path` is dotted, such as `capabilities.0.toolName`. */
export interface ErrorDetail {
  readonly message: string;
  readonly code: string;
  readonly path: string;
  readonly suggestion?: string;
}

/** An error, before it is known whether the operation declares its status. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** The value of `Backlot-Outside-Contract` when the operation does not declare the status. */
  readonly reason: UndeclaredReason;
}

const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/** Creates an error response with a one-sentence message. */
export function errorResponse(
  status: number,
  reason: UndeclaredReason,
  error: string,
  headers: Readonly<Record<string, string>> = NO_HEADERS,
): ErrorResponse {
  return { status, headers, body: { error }, reason };
}

/** Creates the error for a path below a world that does not exist. */
export function unknownWorld(id: string): ErrorResponse {
  return errorResponse(404, 'unknown-world', `World ${cut(id)} does not exist`);
}

/** Creates the error for an unknown path, with a hint where to find the operations. */
export function unknownRoute(method: string, path: string, hint: string): ErrorResponse {
  return errorResponse(404, 'unknown-route', `No operation at ${method} ${cut(path)}${hint}`);
}

/** Creates the error for a method that a known path does not support. */
export function methodNotAllowed(method: string, allowed: string): ErrorResponse {
  return errorResponse(405, 'method-not-allowed', `${method} is not allowed here. Allowed: ${allowed}`, {
    allow: allowed,
  });
}

/** Creates the error for an invalid preference; the message lists the valid ones. */
export function preferenceRefused(error: string): ErrorResponse {
  return errorResponse(400, 'preference-refused', error);
}

/** The addresses of the server and of the world of a request. */
export interface Addresses {
  readonly rootUrl: string;
  readonly baseUrl: string;
}

/** Creates the error for a missing, unknown, expired or revoked credential. */
export function unauthorized(challenge: string, message = 'Unauthorized'): ErrorResponse {
  return errorResponse(401, 'unauthorized', message, { 'www-authenticate': challenge });
}

/** Creates the error for a key without the permission. */
export function insufficientPermissions(): ErrorResponse {
  return errorResponse(403, 'insufficient-scope', 'Insufficient permissions');
}

/** Creates the error for a body that is longer than the limit. */
export function bodyTooLarge(limit: number): ErrorResponse {
  return errorResponse(413, 'body-too-large', `The body is longer than ${limit} bytes`);
}

/** Creates the error for an invalid request; `code` is the one that the operation declares for it. */
export function validationFailed(
  problems: readonly ErrorDetail[],
  code: string | null = null,
): ErrorResponse {
  return {
    status: 400,
    headers: NO_HEADERS,
    body: { error: 'Validation failed', ...(code !== null && { code }), details: problems },
    reason: 'request-refused',
  };
}

/** Creates the error that replaces a response that violates the contract. */
export function responseViolation(operationId: string, pointer: string, message: string): ErrorResponse {
  return errorResponse(
    500,
    'reply-violation',
    `The response of ${operationId} violates the contract at ${pointer}: ${message}`,
  );
}

/** Creates the error for a bug of the mock; only the log contains its message. */
export function internalError(): ErrorResponse {
  return errorResponse(500, 'internal-error', 'Internal server error');
}

/** Creates the error for a log that is unavailable. Units: `retryAfter` is in seconds. */
export function logUnavailable({ message, retryAfter }: LogUnavailableError): ErrorResponse {
  const headers = { 'retry-after': String(retryAfter) };
  return errorResponse(503, 'log-unavailable', `The mock can't store its data now: ${message}`, headers);
}

/** Creates the error for a stored world, or a snapshot of one, that this version cannot read. */
export function worldUnreadable({ message }: CommitUnreadableError): ErrorResponse {
  return errorResponse(500, 'world-unreadable', `The stored data can't be read: ${message}`);
}

/**
 * Security headers of errors: no page needs to embed one, and a page that sent a blind request can read nothing from
 * it.
 */
const ERROR_HEADERS: HttpResponse['headers'] = Object.freeze({
  'content-type': 'application/json',
  ...UNFRAMED,
});

/** Statuses that never have a body. Source: RFC 9110 15.3.5, 15.3.6, 15.4.5. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Writes an error, marked when the operation does not declare its status, and always without an operation. */
export function writeError(
  operation: { readonly spec: OperationSpec } | null,
  error: ErrorResponse,
): HttpResponse {
  const isDeclared = operation !== null && declaredResponses(operation.spec, error.status).length > 0;
  const headers = isDeclared ? error.headers : { ...error.headers, [UNDECLARED_HEADER]: error.reason };
  if (BODILESS.has(error.status)) return { status: error.status, headers, body: NO_BODY };
  return {
    status: error.status,
    headers: { ...ERROR_HEADERS, ...headers },
    body: { kind: 'text', text: JSON.stringify(error.body) },
  };
}

/** An invalid request that a handler rejects after validation. Nothing has been changed before it is thrown. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly details: readonly Problem[];

  constructor(...details: readonly Problem[]) {
    super(details.map(({ message }) => message).join(', '));
    this.details = details;
  }
}

/** The response to one domain error; a text is a constant or computed from the error. */
export interface ErrorRow<E> {
  readonly status: number;
  readonly error: string | ((error: E) => string);
  /** Stable code for programs, if the contract defines one. */
  readonly code?: string;
  /** A sentence for visitors, if the error body has a property for it. */
  readonly hint?: string;
  readonly details?: (error: E) => readonly ErrorDetail[];
  readonly headers?: (error: E) => Readonly<Record<string, string | number>>;
}

/** Creates the row for a request with one invalid property. */
export function invalid<E>(detail: (error: E) => ErrorDetail) {
  return { status: 400, error: 'Validation failed', details: (error: E) => [detail(error)] } as const;
}

/** A row for every error of a union that is discriminated by `code`. */
export type ErrorTable<E extends CodedError> = {
  readonly [Code in E['code']]: ErrorRow<Extract<E, { readonly code: Code }>>;
};

/** Any domain error. */
export interface CodedError {
  readonly code: string;
}

/**
 * The typed responses that a table returns, one property per code; a status that the operation lacks does not compile.
 */
export type ErrorResponseOf<Code extends keyof Table & string, Table> = {
  [C in Code]: Table[C] extends { readonly status: infer Status extends number }
    ? { readonly status: Status; readonly body: BodyOf<Table[C]> } & HeadersOf<Table[C]>
    : never;
}[Code];

/** The body type; texts and codes stay literal types, for operations that declare exactly one. */
type BodyOf<Row> = { error: TextOf<Row> } & CodeOf<Row> & DetailsOf<Row>;
type TextOf<Row> = Row extends { readonly error: infer Text extends string } ? Text : string;
type CodeOf<Row> = Row extends { readonly code: infer Code extends string } ? { code: Code } : unknown;
type DetailsOf<Row> = Row extends { readonly details: unknown } ? { details: ErrorDetail[] } : unknown;
type HeadersOf<Row> = Row extends { readonly headers: (error: never) => infer Headers }
  ? { readonly headers: Headers }
  : unknown;

/**
 * Creates the function that writes domain errors by a table.
 *
 * Shape: write the table `as const satisfies ErrorTable<DomainError>`, so that each status stays a literal.
 */
export function createErrorResponses<E extends CodedError, const Table extends ErrorTable<E>>(
  table: Table,
): <X extends E>(error: X) => ErrorResponseOf<X['code'] & keyof Table & string, Table> {
  const rows: unknown = table;
  const rowOf = (code: string) => (rows as Readonly<Record<string, ErrorRow<CodedError> | undefined>>)[code];
  return <X extends E>(error: X) => {
    const row = rowOf(error.code);
    if (row === undefined) throw new Error(`No error row for ${error.code}`);
    return responseFrom(row, error) as ErrorResponseOf<X['code'] & keyof Table & string, Table>;
  };
}

function responseFrom(row: ErrorRow<CodedError>, error: CodedError) {
  const body: ErrorBody = {
    error: typeof row.error === 'string' ? row.error : row.error(error),
    ...(row.code === undefined ? {} : { code: row.code }),
    ...(row.hint === undefined ? {} : { hint: row.hint }),
    ...(row.details === undefined ? {} : { details: row.details(error) }),
  };
  return row.headers === undefined
    ? { status: row.status, body }
    : { status: row.status, headers: row.headers(error), body };
}

const MAX_ECHO = 200;

/** Truncates text sent by the client to a length that is safe to echo. */
function cut(text: string): string {
  return text.length <= MAX_ECHO ? text : `${text.slice(0, MAX_ECHO)}…`;
}
