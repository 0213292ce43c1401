/**
 * Turns what a handler or a refusal says into a response on the wire. Nothing the operation declares leaves without being
 * held to the contract; what it does not declare is marked instead.
 */
import { checkResponse, type ResponseViolation } from '../../generated/runtime/check-response.ts';
import type { HttpResponse, ResponseBody } from '../../generated/runtime/http.ts';
import { isJsonMediaType } from '../../generated/runtime/media-type.ts';
import { declaredFor, declaredResponses } from '../../generated/runtime/server/declared-responses.ts';
import type { HandlerResponse } from '../../generated/runtime/server/service.ts';
import { plainHeaders, writeBody } from '../../generated/runtime/server/write-response.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { ErrorResponse } from './error-responses.ts';
import {
  frameStream,
  NO_STREAM_FAULT,
  STREAM_HEADERS,
  type EventViolation,
  type StreamFault,
  type StreamEnd,
} from './event-stream.ts';
import type { Operation } from './operation.ts';
import { setCachedBody, getCachedBody } from './memoize-projection.ts';
import { UNDECLARED_HEADER, type UndeclaredReason } from './undeclared.ts';

type Headers = HttpResponse['headers'];

const NO_HEADERS: Headers = Object.freeze({});
const NO_BODY: ResponseBody = Object.freeze({ kind: 'none' });

/** JSON is data: no page shows it in a frame or takes it for something else. */
const UNFRAMED: Headers = Object.freeze({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });

/** Nor does a page of another site load it as a script or picture. */
const DATA_HEADERS: Headers = Object.freeze({ ...UNFRAMED, 'cross-origin-resource-policy': 'same-origin' });

/** An error has nothing that a page must not load, and a page that sent it blindly is not told how that went. */
const ERROR_HEADERS: Headers = Object.freeze({ 'content-type': 'application/json', ...UNFRAMED });

/** Statuses that never have a body. Source: RFC 9110 15.3.5, 15.3.6, 15.4.5. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Header objects by content type: most responses have no header of their own and share one. */
const typeHeaders = new Map<string, Headers>();

/**
 * Writes a response of a handler.
 *
 * Shape: the content type may be left out where the status declares one.
 * Errors: the place where the response leaves the contract.
 */
export function writeResponse(
  operation: Operation,
  response: HandlerResponse,
  onEventViolation: EventViolation,
  streamFault: StreamFault = NO_STREAM_FAULT,
  onEnd?: StreamEnd,
): Result<HttpResponse, ResponseViolation> {
  const { status } = response;
  const declared = declaredFor(operation.spec, response);
  const contentType = response.contentType ?? declared?.mediaType ?? null;
  const headers = response.headers === undefined ? NO_HEADERS : plainHeaders(response.headers);
  const isPlain = declared !== null && contentType !== null && headers === NO_HEADERS;
  const known = isPlain ? getCachedBody(response.body, declared) : null;
  if (known !== null) return ok({ status, headers: headersFor(contentType ?? ''), body: known });
  const violation = checkResponse(operation.spec, {
    status,
    contentType,
    headers,
    body: response.bytes ?? response.body,
  });
  if (violation !== null) return err(violation);
  if (response.stream !== undefined) {
    const frames = frameStream(response.stream, operation, onEventViolation, streamFault, onEnd);
    return ok({ status, headers: merge(STREAM_HEADERS, headers), body: { kind: 'frames', frames } });
  }
  if (contentType === null) return ok({ status, headers, body: NO_BODY });
  const body = writeBody(response, declared);
  if (isPlain && body.kind === 'text') setCachedBody(response.body, declared, body.text);
  return ok({ status, headers: merge(headersFor(contentType), headers), body });
}

/** Writes a refusal, marked when the operation does not declare its status; without an operation it always is. */
export function writeError(operation: Operation | null, error: ErrorResponse): HttpResponse {
  const declared = operation !== null && declaredResponses(operation.spec, error.status).length > 0;
  const headers = declared ? error.headers : { ...error.headers, [UNDECLARED_HEADER]: error.reason };
  if (BODILESS.has(error.status)) return { status: error.status, headers, body: NO_BODY };
  return {
    status: error.status,
    headers: merge(ERROR_HEADERS, headers),
    body: { kind: 'text', text: JSON.stringify(error.body) },
  };
}

/** Marks a response that something has changed on its way out. */
export function markUndeclared(
  response: HttpResponse,
  reason: UndeclaredReason,
  headers: Headers = NO_HEADERS,
): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers, [UNDECLARED_HEADER]: reason } };
}

/** Responds to OPTIONS that is no preflight. */
export function allowResponse(allowed: readonly string[]): HttpResponse {
  return {
    status: 204,
    headers: { allow: allowed.join(', '), [UNDECLARED_HEADER]: 'options' },
    body: NO_BODY,
  };
}

function headersFor(contentType: string): Headers {
  const known = typeHeaders.get(contentType);
  if (known !== undefined) return known;
  const isJson = isJsonMediaType(contentType);
  const headers = Object.freeze({ 'content-type': contentType, ...(isJson && DATA_HEADERS) });
  if (typeHeaders.size < 100) typeHeaders.set(contentType, headers);
  return headers;
}

function merge(base: Headers, own: Headers): Headers {
  return own === NO_HEADERS ? base : { ...base, ...own };
}
