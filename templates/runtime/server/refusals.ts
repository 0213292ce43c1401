/**
 * What the server answers by itself: bad requests, missing credentials, unknown paths, its own failures.
 * The body takes the form that the operation declares for the status, where one of the usual forms fits.
 */
import { isMediaRange } from '../media-type.ts';
import type { OperationSpec, ResponseSpec, SecuritySpec } from '../operation-spec.ts';
import type { Problem } from '../problem.ts';
import type { RefusalReason } from '../read-request.ts';
import { declaredResponses } from './declared-responses.ts';
import type { SchemeSpec } from './security.ts';
import type { HandlerResponse } from './service.ts';

/** Why the server answers instead of a handler. */
export type RefusalKind =
  | 'invalid-request'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown-path'
  | 'unknown-method'
  | 'body-too-large'
  | 'not-implemented'
  | 'failed';

/**
 * A refusal before it is written.
 *
 * Shape: `title` is the usual phrase of the status; `problems` is empty unless the request is invalid.
 */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly status: number;
  readonly title: string;
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The usual status and phrase of each kind. */
const rows: { readonly [Kind in RefusalKind]: { readonly status: number; readonly title: string } } = {
  'invalid-request': { status: 400, title: 'Bad Request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'unknown-path': { status: 404, title: 'Not Found' },
  'unknown-method': { status: 405, title: 'Method Not Allowed' },
  'body-too-large': { status: 413, title: 'Content Too Large' },
  'not-implemented': { status: 501, title: 'Not Implemented' },
  failed: { status: 500, title: 'Internal Server Error' },
};

/** Makes a refusal of its kind. */
export function refusal(kind: RefusalKind, message: string, more: Partial<Refusal> = {}): Refusal {
  return { kind, ...rows[kind], message, problems: [], headers: {}, ...more };
}

/** Statuses for a request that can't be used, the usual one last; the first that is declared counts. */
const invalidStatuses: Readonly<Partial<Record<RefusalReason, readonly number[]>>> = {
  'content-type': [415],
  invalid: [422],
};

/** Refuses a request that does not fit its operation. */
export function invalidRequest(
  operation: OperationSpec,
  reason: RefusalReason,
  problems: readonly Problem[],
): Refusal {
  const isDeclared = (status: number): boolean => declaredResponses(operation, status).length > 0;
  const message = problems.length === 1 ? (problems[0]?.message ?? '') : 'The request is invalid.';
  const plain = refusal('invalid-request', message, { problems });
  const special = isDeclared(plain.status) ? undefined : invalidStatuses[reason]?.find(isDeclared);
  return special === undefined ? plain : { ...plain, status: special, title: invalidTitles[special] ?? '' };
}

const invalidTitles: Readonly<Record<number, string>> = {
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
};

/** Refuses a caller without a good credential, and says which kinds of credential there are. */
export function unauthenticated(security: SecuritySpec, schemes: ReadonlyMap<string, SchemeSpec>): Refusal {
  const kinds = security.flatMap((alternative) =>
    alternative.schemes.map(({ name }) => schemes.get(name)?.kind ?? 'other'),
  );
  const challenges = [...new Set(kinds)].flatMap((kind) => challengeOf[kind]);
  // Source: RFC 9110 15.5.2: a 401 names at least one challenge.
  const challenge = challenges.length === 0 ? 'Bearer' : challenges.join(', ');
  return refusal('unauthenticated', 'A valid credential is needed.', {
    headers: { 'www-authenticate': challenge },
  });
}

const challengeOf: { readonly [Kind in SchemeSpec['kind']]: readonly string[] } = {
  bearer: ['Bearer'],
  basic: ['Basic realm="service", charset="UTF-8"'],
  key: [],
  other: [],
};

/**
 * Writes a refusal as a response.
 *
 * Shape: the first form that the operation's schema for this status accepts, else problem details.
 * Source: RFC 9457.
 */
export function refusalResponse(refused: Refusal, operation: OperationSpec | null): HandlerResponse {
  const { status, headers } = refused;
  const declared = operation === null ? [] : declaredResponses(operation, status);
  const json = declared.find(({ kind }) => kind === 'json');
  const bare = declared.find(({ kind }) => kind === 'none');
  if (json === undefined && bare !== undefined) return { status, headers };
  const fitting = json === undefined ? undefined : forms.find((form) => json.check?.check(form(refused)));
  return fitting === undefined
    ? { status, headers, contentType: 'application/problem+json', body: problemDetails(refused) }
    : { status, headers, contentType: jsonTypeOf(json), body: fitting(refused) };
}

/** Returns the type that JSON is sent as where a response declares its own, or a range. */
function jsonTypeOf(declared: ResponseSpec | undefined): string {
  const mediaType = declared?.mediaType ?? 'application/json';
  return isMediaRange(mediaType) ? 'application/json' : mediaType;
}

/** Bodies of errors as services usually write them, the more telling ones first. */
const forms: readonly ((refused: Refusal) => unknown)[] = [
  ({ message, problems }) =>
    problems.length > 0 ? { error: message, details: problems } : { error: message },
  ({ message }) => ({ error: message }),
  ({ title }) => ({ error: title }),
  (refused) => problemDetails(refused),
  ({ message, status }) => ({ code: status, message }),
  ({ message, kind }) => ({ code: kind, message }),
  ({ message, kind }) => ({ error: { code: kind, message } }),
  ({ message }) => ({ errors: [{ message }] }),
  ({ message }) => message,
];

function problemDetails({ status, title, message, problems }: Refusal) {
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    ...(problems.length === 0 ? {} : { errors: problems }),
  };
}
