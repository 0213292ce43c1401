/** Stores a bounded number of violations and counts all of them. */
import type { ReportSubject } from './job.ts';
import type { Finding } from '../model/finding.ts';

/**
 * A violation of the contract by a request or response.
 *
 * Shape: `at` is the location in the message: `body.data.0.id`, `header Retry-After`, `event 12: seq`; `time` is the
 * ISO 8601 arrival time of the request; `path` has no query.
 */
export interface ProxyViolation {
  /** From 1; the cursor for later violations. */
  readonly number: number;
  readonly time: string;
  /** Number of the exchange, from 1. */
  readonly exchange: number;
  readonly side: 'request' | 'response';
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly check: string;
  readonly severity: 'fail' | 'warn';
  readonly message: string;
  readonly at: string;
  readonly place: string | null;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** Equal for the same problem of the same operation. */
  readonly fingerprint: string;
  /** Whether the proxy rejected the request instead of forwarding it. */
  readonly isBlocked: boolean;
}

/** Counts of violations. Shape: `dropped` ones are also in the other counts, but no longer stored. */
export interface ViolationCounts {
  readonly fail: number;
  readonly warn: number;
  readonly dropped: number;
}

export interface Violations {
  add(about: ReportSubject, finding: Finding, isBlocked: boolean): ProxyViolation;
  /** Lists the violations after a cursor, oldest first. */
  after(cursor: number, most: number): readonly ProxyViolation[];
  /** Clears the violations and counts; the cursor is kept. */
  clear(): void;
  readonly counts: ViolationCounts;
  /** Number of the newest violation, 0 before the first. */
  readonly cursor: number;
}

/** Creates an empty list. Shape: beyond `most`, the oldest are dropped. */
export function createViolationList(most: number): Violations {
  let violations: ProxyViolation[] = [];
  let cursor = 0;
  let counts = { fail: 0, warn: 0, dropped: 0 };
  return {
    add(about, finding, isBlocked) {
      cursor += 1;
      const severity = finding.verdict === 'fail' ? 'fail' : 'warn';
      const violation = violationOf(cursor, about, finding, severity, isBlocked);
      counts[severity] += 1;
      violations.push(violation);
      if (violations.length > most) {
        counts.dropped += 1;
        violations.shift();
      }
      return violation;
    },
    after: (from, limit) => violations.filter(({ number }) => number > from).slice(0, limit),
    clear() {
      violations = [];
      counts = { fail: 0, warn: 0, dropped: 0 };
    },
    get counts() {
      return { ...counts };
    },
    get cursor() {
      return cursor;
    },
  };
}

function violationOf(
  number: number,
  { exchange, at: time, side, operation, method, path, status }: ReportSubject,
  { check, message, at, place, facts, assumption, fingerprint }: Finding,
  severity: ProxyViolation['severity'],
  isBlocked: boolean,
): ProxyViolation {
  return {
    number,
    time: new Date(time).toISOString(),
    exchange,
    side,
    operation,
    method,
    path,
    status,
    check,
    severity,
    message,
    at,
    place,
    facts,
    assumption,
    fingerprint,
    isBlocked,
  };
}
