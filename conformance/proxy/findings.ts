/** Converts check results to findings, with the same rules as a conformance run. */
import type { Check } from '../model/check.ts';
import type { Finding, CheckResult } from '../model/finding.ts';
import { createResultCollector } from '../runner/result-collector.ts';
import { responseChecks } from '../responses/checks.ts';
import { requestChecks } from './checks.ts';
import type { ReportSubject, JobReport } from './job.ts';

const catalogues = new WeakMap<readonly Check[], ReadonlyMap<string, Check>>();

/** Returns the checks of requests and responses, and those of streams. */
function catalogueWith(streamChecks: readonly Check[]): ReadonlyMap<string, Check> {
  const cached = catalogues.get(streamChecks);
  if (cached !== undefined) return cached;
  const all: readonly Check[] = [...requestChecks, ...responseChecks, ...streamChecks];
  const catalogue = new Map(all.map((check) => [check.id, check]));
  catalogues.set(streamChecks, catalogue);
  return catalogue;
}

const noChecks: readonly Check[] = [];

/** Converts the results of checks for an operation. Shape: without problems whose assumption has the severity `off`. */
export function findingsOf(
  checkResults: readonly CheckResult[],
  operation: string | null,
  streamChecks = noChecks,
): readonly Finding[] {
  const evidence = { exchanges: [], origin: { label: '' } };
  const catalogue = catalogueWith(streamChecks);
  return checkResults.flatMap((checkResult) =>
    checkResult.problems.length === 0
      ? []
      : createResultCollector(catalogue).record(operation ?? 'unknown', checkResult, evidence),
  );
}

/** Creates a report of each finding. */
export function reportsOf(
  checkResults: readonly CheckResult[],
  about: ReportSubject,
  streamChecks = noChecks,
): readonly JobReport[] {
  const findings = findingsOf(checkResults, about.operation, streamChecks);
  return findings.map((finding) => ({ kind: 'finding', about, finding }));
}

/** Creates a report of something that was not checked. */
export function unchecked(reason: string): JobReport {
  return { kind: 'unchecked', reason };
}
