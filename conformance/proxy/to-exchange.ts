/** Converts copies to exchanges, the input of every check. */
import type { Exchange, RecordedBody } from '../model/exchange.ts';
import { decodeBody } from '../http/body-bytes.ts';
import { hideCookies } from '../http/read-response.ts';
import type { CopiedHead, CopiedRequest } from './job.ts';
import { toPairs, valueOf, valuesOf, type RawHeaders } from './raw-headers.ts';

/** Headers that are never recorded. */
const secrets: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Profile of requests with a credential; the credential itself is not recorded. */
const PROFILE = 'client';

/** The operation of a request. Shape: `path` is relative to the base path. */
export interface MatchedRequest {
  readonly operation: string | null;
  readonly path: string;
}

/**
 * Creates the exchange of a copied request and response.
 *
 * Shape: the request body is `null` unless a copy without content coding exists.
 */
export function toExchange(
  { number, at, method, headers, body }: CopiedRequest,
  { operation, path }: MatchedRequest,
  response: CopiedHead & { readonly body: RecordedBody },
  durationMs: number,
): Exchange {
  const isRead =
    body.kind === 'whole' && body.bytes.length > 0 && valueOf(headers, 'content-encoding') === null;
  return {
    number,
    at,
    request: {
      operation,
      method,
      path,
      headers: toPairs(headers).filter(([name]) => !secrets.has(name.toLowerCase())),
      ...(isRead ? decodeBody(body.bytes) : { body: null }),
      profile: valueOf(headers, 'authorization') === null ? null : PROFILE,
    },
    response: { status: response.status, headers: joinFields(response.headers), body: response.body },
    failure: null,
    durationMs,
  };
}

function joinFields(raw: RawHeaders): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [written, value] of toPairs(raw)) {
    const name = written.toLowerCase();
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  if (fields.has('set-cookie')) fields.set('set-cookie', hideCookies(valuesOf(raw, 'set-cookie')));
  return Object.fromEntries(fields);
}
