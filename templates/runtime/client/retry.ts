/** Decides whether and when a failed call is retried. Does not wait itself. */
import type { Call } from './call.ts';
import { backOff, type Timing } from './timing.ts';

/** How failed calls are retried. */
export interface RetryPolicy {
  /** Maximum number of attempts, including the first one. */
  readonly attempts: number;
  /** Delay before the first retry; doubled up to three times. Units: milliseconds. */
  readonly baseMs: number;
  /**
   * The longest `Retry-After` that is followed; a response with a longer one is returned to the caller.
   *
   * Units: milliseconds.
   */
  readonly maxRetryAfterMs: number;
}

/** The default of clients and calls. */
export const defaultRetry: RetryPolicy = { attempts: 3, baseMs: 500, maxRetryAfterMs: 60_000 };

const REPEATABLE_METHODS = /^(GET|HEAD|PUT|DELETE|OPTIONS|TRACE|QUERY)$/;

/** Returns whether a call is idempotent. Source: RFC 9110, 9.2.2. */
export function isRepeatable({ method, isRepeatable: isSafe }: Call): boolean {
  return isSafe === true || REPEATABLE_METHODS.test(method);
}

/** Returns whether a status means a temporary error. */
export function isTemporary(status: number): boolean {
  return [429, 502, 503, 504].includes(status);
}

/**
 * Returns the delay before a failed call is retried; `null` if it is not retried.
 *
 * Shape: `response` is `null` if there was none.
 * Units: milliseconds; `failures` counts from 1.
 */
export function repetitionDelay(
  failures: number,
  response: Response | null,
  policy: RetryPolicy,
  timing: Timing,
): number | null {
  if (failures >= policy.attempts || (response !== null && !isTemporary(response.status))) return null;
  const asked = response === null ? null : retryAfter(response.headers, timing);
  if (asked === null) return backOff(failures, policy.baseMs, timing);
  return asked > policy.maxRetryAfterMs ? null : asked;
}

/**
 * Reads `Retry-After`.
 *
 * Shape: `null` when it is absent or neither seconds nor a date; never negative.
 * Units: milliseconds from now.
 * Source: RFC 9110, 10.2.3.
 */
export function retryAfter(headers: Headers, timing: Timing): number | null {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Why: Date.parse accepts many texts that are not HTTP dates, such as `-1`.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - timing.now());
}
