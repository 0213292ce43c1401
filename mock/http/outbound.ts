/**
 * Requests of the mock to other servers: the interface for handlers, the interface for hosts, and the redirects, which
 * are followed in the same way on all hosts. The host checks URLs and connects to them.
 */
import { ok, err, type Result } from '../kernel/transaction/result.ts';

/**
 * Why there is no response.
 *
 * Shape: `allowable` is the host that the user may allow, `null` if that would not help.
 */
export type OutboundProblem =
  | { readonly code: 'ADDRESS_INVALID'; readonly reason: string }
  | { readonly code: 'ADDRESS_REFUSED'; readonly reason: string; readonly allowable: string | null }
  | { readonly code: 'RESPONSE_TOO_LONG'; readonly maxBytes: number }
  | { readonly code: 'FETCH_FAILED'; readonly reason: string };

/** The response of one URL. Shape: `location` is the raw header, null without one. */
export interface OutboundResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** The context of a request to another server. */
export interface OutboundContext {
  /** Aborts when the response is no longer needed. */
  readonly signal: AbortSignal;
  /**
   * Responds for URLs of the mock itself, which are never fetched over the network; null for any other URL.
   */
  readonly own: OwnAddresses;
}

/** Responds for URLs of the mock itself; null for any other URL. */
export type OwnAddresses = (address: URL) => OutboundResponse | null | Promise<OutboundResponse | null>;

/** Requests JSON from other servers. Shape: the response is the one after the redirects, whatever its status. */
export interface OutboundFetch {
  get(address: string, context: OutboundContext): Promise<Result<OutboundResponse, OutboundProblem>>;
}

/** A request that the mock sends. Shape: `body` is JSON. */
export interface SentMessage {
  readonly method: string;
  readonly address: string;
  readonly body: string;
}

/**
 * Sends a request to another server. Redirects are not followed.
 *
 * Errors: those of OutboundProblem (returned).
 */
export type SendMessage = (message: SentMessage) => Promise<Result<OutboundResponse, OutboundProblem>>;

const MAX_REDIRECTS = 5;

/**
 * Requests a URL and follows redirects.
 *
 * Errors: ADDRESS_INVALID; FETCH_FAILED for too many redirects; those of the hop.
 */
export async function followRedirects(
  address: string,
  hop: (address: URL) => Promise<Result<OutboundResponse, OutboundProblem>>,
): Promise<Result<OutboundResponse, OutboundProblem>> {
  let url = readAddress(address);
  for (let redirects = 0; url.ok; redirects += 1) {
    const response = await hop(url.value);
    if (!response.ok) return response;
    const { status, location } = response.value;
    if (![301, 302, 303, 307, 308].includes(status) || location === null) return response;
    if (redirects === MAX_REDIRECTS)
      return fetchFailed(`The address redirects more than ${MAX_REDIRECTS} times`);
    url = readAddress(location, url.value);
  }
  return url;
}

/** Creates the fetch for hosts that cannot reach other servers safely: only URLs of the mock itself respond. */
export function createOwnFetch(): OutboundFetch {
  return {
    get: (address, { own }) =>
      followRedirects(address, async (url) => {
        const response = await own(url);
        return response === null ? fetchFailed('This mock can reach no other host') : ok(response);
      }),
  };
}

/** Returns the error for a URL that could not be requested. */
export function fetchFailed(reason: string): Result<never, OutboundProblem> {
  return err({ code: 'FETCH_FAILED', reason });
}

/** Parses a URL. Errors: ADDRESS_INVALID. */
export function readAddress(address: string, from?: URL): Result<URL, OutboundProblem> {
  try {
    return ok(new URL(address, from));
  } catch {
    return err({ code: 'ADDRESS_INVALID', reason: 'The address is not a valid URL' });
  }
}
