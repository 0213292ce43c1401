/**
 * What a client is: an address, a `fetch`, and how calls are made unless they say otherwise.
 */
import type { Credentials } from './auth.ts';
import { defaultRetry, type RetryPolicy } from './retry.ts';
import { systemTiming, type Timing } from './timing.ts';

/** Calls like the platform's `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Header fields by name; `undefined` leaves one out. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** How a client is made. */
export interface ClientConfig<Auth = Credentials> {
  /** Address of the service; may have a path, and a slash at its end makes no difference. */
  readonly baseUrl: string;
  /** The platform's own when absent. */
  readonly fetch?: Fetch | undefined;
  /** Credentials by name of the scheme. */
  readonly auth?: Auth | undefined;
  /** Sent with every request, or asked for before each. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /**
   * How long to wait for an answer, or for the start of a stream; `null` to wait for ever, 60 s when absent.
   *
   * Units: milliseconds, for each attempt.
   */
  readonly timeoutMs?: number | null | undefined;
  /** Changes how failed calls are repeated; `false` never repeats. */
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  /** For tests; the time of this computer when absent. */
  readonly timing?: Timing | undefined;
}

/** A client, to be given to the functions of the operations. */
export interface Client {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly auth: Credentials;
  readonly headers: () => HeaderFields | Promise<HeaderFields>;
  readonly timeoutMs: number | null;
  readonly retry: RetryPolicy;
  readonly timing: Timing;
}

/** How one call differs from what the client does. */
export interface CallOptions {
  /** Ends the call, its repetitions and its stream. */
  readonly signal?: AbortSignal | undefined;
  /** Units: milliseconds, for each attempt; `null` to wait for ever. */
  readonly timeoutMs?: number | null | undefined;
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  /** Sent besides, and instead of what the client or the operation would send under the same name. */
  readonly headers?: HeaderFields | undefined;
}

const USUAL_TIMEOUT = 60_000;

/**
 * Creates a client; nothing is sent yet.
 *
 * Errors: throws a TypeError without a `baseUrl`.
 */
export function openClient(config: ClientConfig): Client {
  // Callers without types, and variables that are not set, get here too.
  if (typeof (config as Partial<ClientConfig> | undefined)?.baseUrl !== 'string')
    throw new TypeError('createClient: baseUrl is missing');
  const { baseUrl, auth = {}, headers = {}, timeoutMs = USUAL_TIMEOUT, timing = systemTiming } = config;
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    // Why: a `fetch` taken off its object refuses to be called in browsers.
    fetch: config.fetch ?? ((url, init) => fetch(url, init)),
    auth,
    headers: typeof headers === 'function' ? headers : () => headers,
    timeoutMs,
    retry: retryPolicy(defaultRetry, config.retry),
    timing,
  };
}

/** Returns a policy with some of its parts replaced. */
export function retryPolicy(
  defaults: RetryPolicy,
  changed: Partial<RetryPolicy> | false | undefined,
): RetryPolicy {
  return changed === false ? { ...defaults, attempts: 1 } : { ...defaults, ...changed };
}
