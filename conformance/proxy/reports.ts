/**
 * Makes reports of what checks say.
 */
import type { CheckResult } from '../engine/finding.ts';
import { findingsOf } from './findings.ts';
import type { About, Report } from './job.ts';

/** Creates a report of each problem that counts. */
export function reportsOf(checkResults: readonly CheckResult[], about: About): readonly Report[] {
  return findingsOf(checkResults, about.operation).map((finding) => ({ kind: 'finding', about, finding }));
}

/** Says that something was not checked. */
export function unchecked(reason: string): Report {
  return { kind: 'unchecked', reason };
}
