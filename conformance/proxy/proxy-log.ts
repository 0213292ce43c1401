/** The log of a proxy: counts of forwarded and checked exchanges, and the violations. */
import type { ReportSubject, JobReport, Recorded } from './job.ts';
import type { Finding } from '../model/finding.ts';
import {
  createViolationList,
  type ProxyViolation,
  type ViolationCounts,
  type Violations,
} from './violations.ts';

export interface ProxyStats {
  /** Requests that were forwarded to the upstream. */
  readonly passed: number;
  /** Requests that were rejected because they violate the contract. */
  readonly blocked: number;
  /** Requests to which the upstream gave no response. */
  readonly failed: number;
  /** Exchanges that were checked. */
  readonly checked: number;
  /** Exchanges that were not or not completely checked, by reason. */
  readonly unchecked: Readonly<Record<string, number>>;
  /** Checks that failed with an error. */
  readonly troubles: number;
  readonly found: ViolationCounts;
}

export interface ProxyListeners {
  readonly onViolation?: ((violation: ProxyViolation) => void) | undefined;
  readonly onError?: ((message: string) => void) | undefined;
  /** Called with what a mock can play back; without it nothing is recorded. */
  readonly onRecorded?: ((recorded: Recorded) => void) | undefined;
}

export interface ProxyLog {
  readonly violations: Violations;
  count(what: 'passed' | 'blocked' | 'failed'): void;
  skip(reason: string): void;
  take(report: JobReport): void;
  keep(about: ReportSubject, finding: Finding, isBlocked: boolean): void;
  report(message: string): void;
  /** Logs and counts an error of a check. */
  reportError(error: unknown): void;
  read(): ProxyStats;
}

/** The maximum number of stored violations; the oldest are dropped. */
const MAX_KEPT = 1000;

export function createProxyLog({ onViolation, onError, onRecorded }: ProxyListeners): ProxyLog {
  const violations = createViolationList(MAX_KEPT);
  const counts = { passed: 0, blocked: 0, failed: 0, checked: 0, troubles: 0 };
  const unchecked = new Map<string, number>();
  const log: ProxyLog = {
    violations,
    count(what) {
      counts[what] += 1;
    },
    skip(reason) {
      unchecked.set(reason, (unchecked.get(reason) ?? 0) + 1);
    },
    take(report) {
      switch (report.kind) {
        case 'finding':
          log.keep(report.about, report.finding, false);
          break;
        case 'unchecked':
          log.skip(report.reason);
          break;
        case 'checked':
          counts.checked += 1;
          break;
        case 'recorded':
          onRecorded?.(report.recorded);
          break;
        case 'error':
          log.reportError(report.message);
      }
    },
    keep(about, finding, isBlocked) {
      const violation = violations.add(about, finding, isBlocked);
      onViolation?.(violation);
    },
    report: (message) => onError?.(message),
    reportError(error) {
      counts.troubles += 1;
      log.report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    },
    read: () => ({ ...counts, unchecked: Object.fromEntries(unchecked), found: violations.counts }),
  };
  return log;
}
