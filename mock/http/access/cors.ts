/**
 * CORS: which pages may call, with which headers, and which responses they may read.
 * Access to the control API is decided in `access.ts`.
 */
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';
import { isLoopbackOrigin } from '../addresses.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { errorResponse, type ErrorResponse } from '../error-responses.ts';

/** Decides about pages by origin. */
export interface Cors {
  allows(origin: string): boolean;
  /** Responds to a preflight; the error explains how to allow the origin. */
  preflight(request: HttpRequest): Result<HttpResponse, ErrorResponse>;
  /** Allows the page of that origin to read a response. */
  expose(response: HttpResponse, origin: string): HttpResponse;
}

const ANY_ORIGIN = '*';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Headers that are always allowed in requests; any other requested header is allowed too. */
const REQUEST_HEADERS = 'authorization, content-type, prefer, idempotency-key, if-match, last-event-id';

const READABLE_HEADERS = [
  'Preference-Applied',
  'Backlot-Outside-Contract',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'Allow',
  'ETag',
  'Content-Disposition',
  'Content-Security-Policy',
].join(', ');

/** Units: seconds that a browser may cache the response to a preflight. */
const PREFLIGHT_AGE = '600';

/**
 * Creates the CORS rules.
 *
 * Shape: pages from this computer are always allowed; `allowOrigins` adds exact origins, and `*` allows every origin.
 * Source: the Fetch standard, "CORS protocol".
 */
export function createCors(allowOrigins: readonly string[]): Cors {
  const allowed = new Set(allowOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const allows = (origin: string): boolean =>
    isLoopbackOrigin(origin) || allowed.has(ANY_ORIGIN) || allowed.has(origin.toLowerCase());
  return {
    allows,
    preflight(request) {
      const origin = request.headers.get('origin') ?? '';
      return allows(origin) ? ok(preflightResponse(request)) : err(originRefused(origin));
    },
    expose(response, origin) {
      const headers = allows(origin)
        ? { ...response.headers, ...readableBy(origin) }
        : { ...response.headers, vary: 'Origin' };
      return { ...response, headers };
    },
  };
}

/** Returns whether a request is a preflight rather than another OPTIONS request. */
export function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.get('access-control-request-method') !== null &&
    request.headers.get('origin') !== null
  );
}

function preflightResponse(request: HttpRequest): HttpResponse {
  const asked = request.headers.get('access-control-request-headers');
  const isPrivateNetwork = request.headers.get('access-control-request-private-network') === 'true';
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': asked ?? REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_AGE,
      ...(isPrivateNetwork ? { 'access-control-allow-private-network': 'true' } : {}),
    },
    body: { kind: 'none' },
  };
}

function readableBy(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': READABLE_HEADERS,
    vary: 'Origin',
  };
}

function originRefused(origin: string): ErrorResponse {
  return errorResponse(
    403,
    'origin-refused',
    `Pages of ${origin} may not call this mock. Allow them with --allow-origin.`,
  );
}
