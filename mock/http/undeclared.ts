/**
 * Responses that no operation of the contract declares. A client that depends on one depends on the mock, so each has a
 * header with the reason, and a journal entry that describes what to correct.
 */
import type { HttpResponse, ResponseBody } from '../../templates/runtime/http.ts';
import { pointerStep } from '../../templates/runtime/json/pointer.ts';
import { isJsonMediaType } from '../../templates/runtime/media-type.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Violation } from './journal/notes.ts';

/** Name of the header, in lower case. */
export const UNDECLARED_HEADER = 'backlot-outside-contract';

/** Why a response is outside of the contract. */
export type UndeclaredReason =
  | 'unknown-world'
  | 'unknown-route'
  | 'method-not-allowed'
  | 'options'
  | 'contract-document'
  | 'landing-page'
  | 'console'
  | 'favicon'
  | 'jwks'
  | 'preference-refused'
  | 'unauthorized'
  | 'insufficient-scope'
  | 'body-too-large'
  | 'request-refused'
  | 'sampled'
  | 'injected-fault'
  | 'control-access'
  | 'host-refused'
  | 'origin-refused'
  | 'reply-violation'
  | 'log-unavailable'
  | 'world-unreadable'
  | 'internal-error';

/** The violation for each reason; `null` where nothing has to be corrected. */
const VIOLATIONS: Readonly<Record<UndeclaredReason, Omit<Violation, 'pointer'> | null>> = {
  'unknown-world': { in: 'request', message: 'The world does not exist' },
  'unknown-route': { in: 'request', message: 'The contract has no operation at this path' },
  'method-not-allowed': { in: 'request', message: 'The contract has no such method at this path' },
  'preference-refused': { in: 'request', message: 'A preference of the request is unknown' },
  'body-too-large': { in: 'request', message: 'The body of the request is too long' },
  'request-refused': { in: 'request', message: 'The request violates the contract' },
  options: null,
  'contract-document': null,
  'landing-page': null,
  console: null,
  favicon: null,
  jwks: null,
  'control-access': null,
  'host-refused': null,
  'origin-refused': null,
  // Why: an operation that requires a credential also returns 401 without one.
  unauthorized: null,
  'insufficient-scope': null,
  sampled: {
    in: 'response',
    message: 'The mock has no handler for this operation; the response is its sample',
  },
  'injected-fault': { in: 'response', message: 'An injected fault has changed the response', injected: true },
  'reply-violation': { in: 'response', message: 'The response violates the contract' },
  'log-unavailable': null,
  'world-unreadable': null,
  'internal-error': { in: 'response', message: 'The mock failed' },
};

/** Returns the violations of a marked response; empty for a response without the mark. */
export function markedViolations(
  { headers }: HttpResponse,
  operation: Pick<OperationSpec, 'method' | 'path'> | null,
): readonly Violation[] {
  const reason = headers[UNDECLARED_HEADER];
  const violation = isReason(reason) ? VIOLATIONS[reason] : null;
  return violation === null
    ? []
    : [{ ...violation, pointer: operation === null ? '' : pointerOf(operation) }];
}

function isReason(value: HttpResponse['headers'][string] | undefined): value is UndeclaredReason {
  return typeof value === 'string' && Object.hasOwn(VIOLATIONS, value);
}

function pointerOf({ method, path }: Pick<OperationSpec, 'method' | 'path'>): string {
  return `#/paths${pointerStep(path)}/${method.toLowerCase()}/responses`;
}

type Headers = HttpResponse['headers'];

const NO_HEADERS: Headers = Object.freeze({});
export const NO_BODY: ResponseBody = Object.freeze({ kind: 'none' });

/** Marks a response that was changed on its way out; an existing mark is kept. */
export function markUndeclared(
  response: HttpResponse,
  reason: UndeclaredReason,
  headers: Headers = NO_HEADERS,
): HttpResponse {
  return {
    ...response,
    headers: { [UNDECLARED_HEADER]: reason, ...response.headers, ...headers },
  };
}

/** Responds to OPTIONS other than a preflight. */
export function allowResponse(allowed: readonly string[]): HttpResponse {
  return {
    status: 204,
    headers: { allow: allowed.join(', '), [UNDECLARED_HEADER]: 'options' },
    body: NO_BODY,
  };
}

/** Headers for JSON: a page must neither frame it nor sniff another type. */
export const UNFRAMED: Headers = Object.freeze({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Headers for data: pages of other sites must not load it as a script or image either. */
const DATA_HEADERS: Headers = Object.freeze({ ...UNFRAMED, 'cross-origin-resource-policy': 'same-origin' });
const STREAM_HEADERS: Headers = Object.freeze({ 'x-content-type-options': 'nosniff' });

export function responseHeaders(contentType: string | null): Headers {
  if (contentType === null) return NO_HEADERS;
  if (isJsonMediaType(contentType)) return DATA_HEADERS;
  return contentType.startsWith('text/event-stream') ? STREAM_HEADERS : NO_HEADERS;
}
