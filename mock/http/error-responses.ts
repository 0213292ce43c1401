/**
 * Every error body of the mock is made here: the pipeline's own refusals, and the domain's errors by a table.
 * Whether the operation declares the status is not decided here but in `respond.ts`.
 */
import type { UndeclaredReason } from './undeclared.ts';

/** The contract's error body. */
export interface ErrorBody {
  readonly error: string;
  readonly code?: string;
  /** The message for end users of a page, who cannot fix the request. */
  readonly hint?: string;
  readonly details?: readonly ErrorDetail[];
}

/** One thing that is wrong with a request. Shape: `path` is dotted, such as `capabilities.0.toolName`. */
export interface ErrorDetail {
  readonly message: string;
  readonly code: string;
  readonly path: string;
  readonly suggestion?: string;
}

/** A refusal before it is known whether the operation declares its status. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** What to name in `Backlot-Outside-Contract` when the operation does not declare the status. */
  readonly reason: UndeclaredReason;
}

const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/** Creates a refusal of one sentence. */
export function errorResponse(
  status: number,
  reason: UndeclaredReason,
  error: string,
  headers: Readonly<Record<string, string>> = NO_HEADERS,
): ErrorResponse {
  return { status, headers, body: { error }, reason };
}

/** Refuses an address below a world that does not exist. */
export function unknownWorld(id: string): ErrorResponse {
  return errorResponse(404, 'unknown-world', `World ${cut(id)} does not exist`);
}

/** Refuses a path that the contract does not have, and tells where operations are when the path begins otherwise. */
export function unknownRoute(method: string, path: string): ErrorResponse {
  return errorResponse(404, 'unknown-route', `No operation at ${method} ${cut(path)}${whereabouts(path)}`);
}

/** Base addresses with a version too many or too few are the usual mistakes of a client that is being set up. */
function whereabouts(path: string): string {
  if (path.startsWith('/v1/v1/')) return '. It has /v1 twice: a base address ends before it';
  return /^\/(v1|agent|_mock|\.well-known)(\/|$)/.test(path)
    ? ''
    : '. Operations are below /v1, controls of the mock below /_mock';
}

/** Refuses a method that a known path does not have. */
export function methodNotAllowed(method: string, allowed: readonly string[]): ErrorResponse {
  const list = allowed.join(', ');
  return errorResponse(405, 'method-not-allowed', `${method} is not allowed here. Allowed: ${list}`, {
    allow: list,
  });
}

/** Refuses a preference; the sentence names what would have been understood. */
export function preferenceRefused(error: string): ErrorResponse {
  return errorResponse(400, 'preference-refused', error);
}

/** Where the server and the world of a request are. */
export interface Addresses {
  readonly rootUrl: string;
  readonly baseUrl: string;
}

/**
 * Refuses a missing, unknown, expired or revoked credential.
 *
 * Source: RFC 9728 section 5.1; spec/responses/Unauthorized.yaml.
 */
export function unauthorized(addresses: Addresses): ErrorResponse {
  return errorResponse(401, 'unauthorized', 'Unauthorized', { 'www-authenticate': challenge(addresses) });
}

/** Points to the metadata of the protected resource: the well-known path goes between the host and the resource's path. */
export function challenge({ rootUrl, baseUrl }: Addresses): string {
  const path = baseUrl.slice(rootUrl.length);
  return `Bearer resource_metadata="${rootUrl}/.well-known/oauth-protected-resource${path}"`;
}

/** Refuses a key that lacks the permission. */
export function insufficientPermissions(): ErrorResponse {
  return errorResponse(403, 'insufficient-scope', 'Insufficient permissions');
}

/** Refuses a body that is longer than the mock reads. */
export function bodyTooLarge(limit: number): ErrorResponse {
  return errorResponse(413, 'body-too-large', `The body is longer than ${limit} bytes`);
}

/** Refuses a request that does not fit the contract, and lists what is wrong; `code` is what the operation promises for it. */
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

/** Answers in place of a response that would have left the contract. */
export function responseViolation(operationId: string, pointer: string, message: string): ErrorResponse {
  return errorResponse(
    500,
    'reply-violation',
    `The reply of ${operationId} leaves the contract at ${pointer}: ${message}`,
  );
}

/** Responds for a bug of the mock; what happened is in the log and not on the wire. */
export function internalError(): ErrorResponse {
  return errorResponse(500, 'internal-error', 'Internal server error');
}

/** How one domain error looks on the wire; a text is a constant or made of the error. */
export interface ErrorRow<E> {
  readonly status: number;
  readonly error: string | ((error: E) => string);
  /** Stable code for programs, where the contract names one. */
  readonly code?: string;
  /** A sentence for visitors, where the error body has a place for it. */
  readonly hint?: string;
  readonly details?: (error: E) => readonly ErrorDetail[];
  readonly headers?: (error: E) => Readonly<Record<string, string | number>>;
}

/** A row for every error of a union whose members are told apart by `code`. */
export type ErrorTable<E extends CodedError> = {
  readonly [Code in E['code']]: ErrorRow<Extract<E, { readonly code: Code }>>;
};

/** What every domain error has. */
export interface CodedError {
  readonly code: string;
}

/** The typed responses that a table makes of an error, one member per code: a status the operation lacks does not compile. */
export type ErrorResponseOf<Code extends keyof Table & string, Table> = {
  [C in Code]: Table[C] extends { readonly status: infer Status extends number }
    ? { readonly status: Status; readonly body: BodyOf<Table[C]> } & HeadersOf<Table[C]>
    : never;
}[Code];

/** Texts and codes stay literals, for operations that declare exactly one. */
type BodyOf<Row> = { error: TextOf<Row> } & CodeOf<Row> & DetailsOf<Row>;
type TextOf<Row> = Row extends { readonly error: infer Text extends string } ? Text : string;
type CodeOf<Row> = Row extends { readonly code: infer Code extends string } ? { code: Code } : unknown;
type DetailsOf<Row> = Row extends { readonly details: unknown } ? { details: ErrorDetail[] } : unknown;
type HeadersOf<Row> = Row extends { readonly headers: (error: never) => infer Headers }
  ? { readonly headers: Headers }
  : unknown;

/**
 * Turns a table of domain errors into the function that handlers end their refusals with.
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
    return refusalFrom(row, error) as ErrorResponseOf<X['code'] & keyof Table & string, Table>;
  };
}

function refusalFrom(row: ErrorRow<CodedError>, error: CodedError) {
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

/** Cuts what the client sent to a length that is safe to repeat. */
function cut(text: string): string {
  return text.length <= MAX_ECHO ? text : `${text.slice(0, MAX_ECHO)}…`;
}
