/**
 * Who may call the mock. A page of another site must neither control it nor change its records: such a page can send
 * requests to a loopback address without a preflight, and it can bypass the origin check with a domain that resolves to
 * this computer (DNS rebinding). So the `Host` and the `Origin` of a request are checked before anything else.
 */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { mediaTypeOf } from '../../../templates/runtime/media-type.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import { isLoopbackHost } from '../addresses.ts';
import { bearerToken } from '../../../templates/runtime/server/security.ts';
import type { Cors } from './cors.ts';
import { errorResponse, type ErrorResponse } from '../error-responses.ts';

/**
 * Where a host can be reached from: `process` is a call inside this program, `loopback` this computer, `network` any
 * other address.
 */
export type Exposure = 'process' | 'loopback' | 'network';

/** Returns the error for a request that may not call an operation, `null` for a permitted one. */
export type AccessGuard = (
  request: HttpRequest,
  exposure: Exposure,
  operation: Pick<OperationSpec, 'method' | 'security' | 'extensions'>,
) => ErrorResponse | null;

/** Returns the error for a `Host` that this server does not accept, `null` for an accepted one. */
export type HostGuard = (host: string | null, exposure: Exposure) => ErrorResponse | null;

const ANY_HOST = '*';

/**
 * Creates the check of the `Host` header. It runs for every request, so it caches the last host that passed.
 *
 * Shape: loopback names always pass; on a network address every host passes if `allowHosts` is empty. An entry is
 * `host` for every port, `host:port` for one, or `*` for all. HTTP/1.0 may omit the host: `null`.
 */
export function createHostGuard(allowHosts: readonly string[]): HostGuard {
  const allowed = new Set(allowHosts.map((host) => host.toLowerCase()));
  const allowsAll = allowed.has(ANY_HOST);
  const isAllowed = (host: string): boolean =>
    isLoopbackHost(host) ||
    allowed.has(host.toLowerCase()) ||
    allowed.has(host.toLowerCase().replace(/:\d{1,5}$/, ''));
  let passed: string | null = null;
  return (host, exposure) => {
    if (host === passed || host === null || exposure === 'process') return null;
    if (host === '' || host.includes(','))
      return errorResponse(400, 'request-refused', 'The request needs exactly one Host header');
    const isOpen = allowsAll || (exposure === 'network' && allowed.size === 0);
    if (!isOpen && !isAllowed(host)) return hostRefused(host);
    passed = host;
    return null;
  };
}

function hostRefused(host: string): ErrorResponse {
  const name = host.slice(0, 200);
  return errorResponse(
    403,
    'host-refused',
    `Host ${name} may not call this mock. Use its loopback address, or allow the host with --allow-host.`,
  );
}

/**
 * Creates the guard of the service: a page of a foreign origin cannot change anything.
 *
 * Shape: reads are left to CORS. Operations marked `x-auth: { origin: required }` check the origin themselves, so for
 * them only requests that a browser sends without a preflight are rejected.
 */
export function createServiceGuard(cors: Cors): AccessGuard {
  return (request, exposure, { method, extensions }) => {
    if (method === 'GET' || exposure === 'process') return null;
    const origin = request.headers.get('origin');
    if (origin === null || cors.allows(origin) || isOwnOrigin(origin, request)) return null;
    if (checksOrigin(extensions) && !needsNoPreflight(request)) return null;
    return errorResponse(
      403,
      'origin-refused',
      `Pages of ${origin.slice(0, 200)} may not change this mock. Allow them with --allow-origin.`,
    );
  };
}

function checksOrigin(extensions: OperationSpec['extensions']): boolean {
  const auth = extensions['x-auth'];
  return typeof auth === 'object' && auth !== null && 'origin' in auth && auth['origin'] === 'required';
}

/**
 * Media types that a page may send to another origin without a preflight.
 *
 * Source: the Fetch standard, CORS-safelisted request-header.
 */
const simpleMediaTypes: ReadonlySet<string> = new Set([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);

function needsNoPreflight({ headers }: HttpRequest): boolean {
  const mediaType = mediaTypeOf(headers.get('content-type'));
  return mediaType === null || simpleMediaTypes.has(mediaType);
}

/** Returns whether a page was served by this server. */
function isOwnOrigin(origin: string, { headers }: HttpRequest): boolean {
  const host = headers.get('host');
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * Creates the guard of the control API. On loopback, pages of foreign origins are rejected; on a network address
 * a token is required, and without a configured token the API is closed.
 */
export function createControlGuard(cors: Cors, controlToken: string | null): AccessGuard {
  return (request, exposure, { security }) => {
    switch (exposure) {
      case 'process':
        return null;
      case 'loopback':
        return rejectMissingHost(request) ?? rejectForeignOrigin(request, cors);
      case 'network':
        return security.length > 0 ? rejectWithoutToken(request, controlToken) : null;
    }
  };
}

function rejectMissingHost(request: HttpRequest): ErrorResponse | null {
  return request.headers.get('host') === null ? deny('The control API requires a Host header.') : null;
}

function rejectForeignOrigin(request: HttpRequest, cors: Cors): ErrorResponse | null {
  const origin = request.headers.get('origin');
  if (origin === null || cors.allows(origin)) return null;
  return deny(`Origin ${origin.slice(0, 200)} may not use the control API. Allow it with --allow-origin.`);
}

function rejectWithoutToken(request: HttpRequest, controlToken: string | null): ErrorResponse | null {
  if (controlToken === null)
    return deny('The control API is closed on this address. Start the mock with --control-token.');
  const token = bearerToken(request.headers.get('authorization'));
  if (token !== null && isSame(token, controlToken)) return null;
  return deny('A control token is required on this address. Send it as Authorization Bearer.');
}

function deny(error: string): ErrorResponse {
  return errorResponse(403, 'control-access', error);
}

/** Compares two secrets in constant time. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % b.length);
  return difference === 0;
}
