/** A client: a base URL, a `fetch`, and the default options of its calls. */
import type { XmlCodec } from '../media-type.ts';
import type { Hooks } from './hooks.ts';
import type { Credentials } from './auth.ts';
import { defaultRetry, type RetryPolicy } from './retry.ts';
import { systemTiming, type Timing } from './timing.ts';

/** A function with the signature of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Header fields by name; a field that is `undefined` is not sent. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** What `fetch` accepts besides the request itself: `credentials`, `cache`, `keepalive`, `redirect`, `dispatcher` and so on. */
export type FetchInit = Omit<RequestInit, 'body' | 'headers' | 'method' | 'signal'>;

/** Headers of every request, or a callback that returns them before each request. */
export type ConfigHeaders = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

/** The names, in lower case, of the headers that a configuration certainly has. */
export type SentHeaders<Headers extends ConfigHeaders> = Headers extends () => infer Returned
  ? CertainName<Awaited<Returned>>
  : CertainName<Headers>;

type CertainName<Fields> = string extends keyof Fields
  ? never
  : {
      [Name in keyof Fields & string]: undefined extends Fields[Name] ? never : Lowercase<Name>;
    }[keyof Fields & string];

/** The options of a client. */
export interface ClientConfig<Auth = Credentials, Headers extends ConfigHeaders = ConfigHeaders> {
  /** Base URL of the service; may have a path; a trailing slash is ignored. */
  readonly baseUrl: string;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Credentials by scheme name. */
  readonly auth?: Auth | undefined;
  /** Headers of every request; calls need not repeat those that operations require. */
  readonly headers?: Headers | undefined;
  /**
   * How long to wait for a response, or for the start of a stream; `null` for no timeout; default 60 s.
   *
   * Units: milliseconds, for each attempt.
   */
  readonly timeoutMs?: number | null | undefined;
  /** Overrides of the retry policy; `false` disables retries. */
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  /** Passed to `fetch` with each request. */
  readonly init?: FetchInit | undefined;
  /** Functions that are called for each request, in this order. */
  readonly hooks?: readonly Hooks[] | undefined;
  /** Parses and writes bodies of XML, for operations that have no JSON. */
  readonly xml?: XmlCodec | undefined;
  /** Clock and timers, for tests; default: those of the system. */
  readonly timing?: Timing | undefined;
}

/**
 * A client, the first argument of every operation function.
 *
 * Shape: `Sent` has the names of the headers that it sends with every request, in lower case.
 */
export interface Client<Sent extends string = never> {
  /** Exists in the type only. */
  readonly sent?: Readonly<Record<Sent, true>>;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly auth: Credentials;
  readonly headers: () => HeaderFields | Promise<HeaderFields>;
  readonly timeoutMs: number | null;
  readonly retry: RetryPolicy;
  readonly timing: Timing;
  readonly init: FetchInit;
  readonly hooks: readonly Hooks[];
  readonly xml?: XmlCodec | undefined;
}

/** The options of one call; they override those of the client. */
export interface CallOptions {
  /** Aborts the call, its retries and its stream. */
  readonly signal?: AbortSignal | undefined;
  /** Units: milliseconds, for each attempt; `null` for no timeout. */
  readonly timeoutMs?: number | null | undefined;
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  /** Additional headers; they replace headers of the client or the operation with the same name. */
  readonly headers?: HeaderFields | undefined;
  /** Passed to `fetch`; its properties replace those of the client. */
  readonly init?: FetchInit | undefined;
  /** Called after the hooks of the client. */
  readonly hooks?: readonly Hooks[] | undefined;
}

const USUAL_TIMEOUT = 60_000;

/** Creates a client; sends nothing. Errors: throws TypeError if `baseUrl` is missing. */
export function openClient<Headers extends ConfigHeaders>(
  config: ClientConfig<object, Headers>,
): Client<SentHeaders<Headers>> {
  // Untyped callers and unset environment variables can pass `undefined`.
  if (typeof (config as Partial<ClientConfig> | undefined)?.baseUrl !== 'string')
    throw new TypeError('createClient: baseUrl is missing');
  const { baseUrl, auth = {}, timeoutMs = USUAL_TIMEOUT, timing = systemTiming } = config;
  const headers: ConfigHeaders = config.headers ?? {};
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    // Why: in browsers `fetch` throws when it is called on an object other than `window`.
    fetch: config.fetch ?? ((url, init) => fetch(url, init)),
    auth: auth as Credentials,
    headers: typeof headers === 'function' ? headers : () => headers,
    timeoutMs,
    retry: retryPolicy(defaultRetry, config.retry),
    timing,
    init: config.init ?? {},
    hooks: config.hooks ?? [],
    xml: config.xml,
  };
}

/** Returns a retry policy with some properties replaced. */
export function retryPolicy(
  defaults: RetryPolicy,
  changed: Partial<RetryPolicy> | false | undefined,
): RetryPolicy {
  return changed === false ? { ...defaults, attempts: 1 } : { ...defaults, ...changed };
}
