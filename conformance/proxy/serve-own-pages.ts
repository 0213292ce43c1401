/**
 * Responses of the proxy itself: `/_proxy/*` for loopback clients only, and errors for requests it does not forward.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost, isLoopbackOrigin } from './request-target.ts';
import type { Violations } from './violations.ts';

/** Data of the proxy's own pages. */
export interface OwnPages {
  readonly violations: Violations;
  /** Returns the properties reported with the violations. */
  health(): object;
  /** Resolves to `true` once everything forwarded so far is checked, or to `false` on timeout. */
  settle(): Promise<boolean>;
}

const MAX_LISTED = 1000;

/**
 * Serves a request below `/_proxy`. Errors: 403 for a foreign origin or host, 404 for an unknown path, 405 for a
 * method.
 */
export async function serveOwnPage(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  pages: OwnPages,
): Promise<void> {
  const { host, origin } = request.headers;
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const methods = Object.hasOwn(responses, pathname) ? responses[pathname] : undefined;
  const handler = methods?.[request.method ?? 'GET'];
  if (!isLoopbackHost(host) || !isLoopbackOrigin(origin))
    respondWithError(response, 403, 'Only this computer may read this: use localhost or 127.0.0.1.');
  else if (methods === undefined)
    respondWithError(response, 404, `Unknown path. Available: ${Object.keys(responses).join(', ')}.`);
  else if (handler === undefined) {
    const allow = Object.keys(methods).join(', ');
    respondWithJson(response, 405, { error: `Allowed here: ${allow}.` }, { allow });
  } else {
    const { status, value } = await handler(pages, searchParams);
    respondWithJson(response, status, value);
  }
}

interface OwnResponse {
  readonly status: number;
  readonly value: unknown;
}

type PageHandler = (pages: OwnPages, query: URLSearchParams) => Promise<OwnResponse>;

const responses: Readonly<Record<string, Readonly<Record<string, PageHandler>>>> = {
  '/_proxy/violations': { GET: listViolations, DELETE: clearViolations },
  '/_proxy/health': { GET: reportHealth },
};

async function listViolations(pages: OwnPages, query: URLSearchParams): Promise<OwnResponse> {
  const after = query.get('after') ?? '0';
  if (!/^\d{1,15}$/.test(after))
    return { status: 400, value: { error: '`after` takes the number of a violation.' } };
  const isSettled = await pages.settle();
  const violations = pages.violations.after(Number(after), MAX_LISTED);
  const cursor = violations.at(-1)?.number ?? Math.max(Number(after), pages.violations.cursor);
  return { status: 200, value: { violations, cursor, isSettled, ...pages.health() } };
}

async function clearViolations(pages: OwnPages): Promise<OwnResponse> {
  await pages.settle();
  pages.violations.clear();
  return { status: 200, value: { cursor: pages.violations.cursor } };
}

function reportHealth(pages: OwnPages): Promise<OwnResponse> {
  return Promise.resolve({ status: 200, value: { ok: true, ...pages.health() } });
}

export function respondWithJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed || response.headersSent) return;
  const text = `${JSON.stringify(value)}\n`;
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      ...headers,
    })
    .end(text);
}

/** Sends an error response with a header that marks it as one of the proxy. */
export function respondWithError(response: ServerResponse, status: number, error: string): void {
  respondWithJson(response, status, { error }, { 'backlot-proxy-error': String(status) });
}
