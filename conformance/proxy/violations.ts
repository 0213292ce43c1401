/** Keeps what a proxy has found, up to a bounded number, and counts all of it. */
import type { ReportSubject } from './job.ts';
import type { Finding } from '../engine/finding.ts';

/**
 * Something that passed and breaks the contract.
 *
 * Shape: `at` is where in the message: `body.data.0.id`, `header Retry-After`, `event 12: seq`; `time` is ISO 8601 and tells
 * when the request came; `path` has no query.
 */
export interface ProxyViolation {
  /** Counted from 1; the cursor of those after it. */
  readonly number: number;
  readonly time: string;
  /** Number of the exchange, counted from 1. */
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
  /** The same for the same fault of the same operation. */
  readonly fingerprint: string;
  /** Whether the request was answered by the proxy instead of passed. */
  readonly isBlocked: boolean;
}

/** How many there were. Shape: `dropped` are counted among the others but no longer kept. */
export interface ViolationCounts {
  readonly fail: number;
  readonly warn: number;
  readonly dropped: number;
}

/** Keeps violations. */
export interface Violations {
  add(about: ReportSubject, finding: Finding, isBlocked: boolean): ProxyViolation;
  /** Lists those behind a cursor, oldest first. */
  after(cursor: number, most: number): readonly ProxyViolation[];
  /** Forgets all of them and counts from 0; the cursor goes on. */
  clear(): void;
  readonly counts: ViolationCounts;
  /** Number of the newest one, 0 before the first. */
  readonly cursor: number;
}

/** Starts with none. Shape: of more than `most` the oldest are dropped. */
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
