/** Converts check results to findings, with the same rules as a conformance run. */
import type { Check } from '../model/check.ts';
import type { Finding, CheckResult } from '../model/finding.ts';
import { createResultCollector } from '../runner/result-collector.ts';
import { responseChecks } from '../responses/checks.ts';
import { streamChecks } from '../streams/checks.ts';
import { requestChecks } from './checks.ts';
import type { ReportSubject, JobReport } from './job.ts';

const rows: ReadonlyMap<string, Check> = new Map(
  [...requestChecks, ...responseChecks, ...streamChecks].map((check: Check) => [check.id, check]),
);

/** Converts the results of checks for an operation. Shape: without problems whose assumption has the severity `off`. */
export function findingsOf(
  checkResults: readonly CheckResult[],
  operation: string | null,
): readonly Finding[] {
  const evidence = { exchanges: [], origin: { label: '' } };
  return checkResults.flatMap((checkResult) =>
    checkResult.problems.length === 0
      ? []
      : createResultCollector(rows).record(operation ?? 'unknown', checkResult, evidence),
  );
}

/** Creates a report of each finding. */
export function reportsOf(checkResults: readonly CheckResult[], about: ReportSubject): readonly JobReport[] {
  return findingsOf(checkResults, about.operation).map((finding) => ({ kind: 'finding', about, finding }));
}

/** Creates a report of something that was not checked. */
export function unchecked(reason: string): JobReport {
  return { kind: 'unchecked', reason };
}
