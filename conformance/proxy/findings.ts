/** Converts check results to findings, with the same rules as a conformance run. */
import type { Contract } from '../../contract/contract.ts';
import { adaptChecks, type Check } from '../model/check.ts';
import type { Finding, CheckResult } from '../model/finding.ts';
import type { TrafficChecks } from '../plugin.ts';
import { createResultCollector } from '../results/result-collector.ts';
import { responseChecks } from '../responses/checks.ts';
import { requestChecks } from './checks.ts';
import type { ReportSubject, JobReport } from './job.ts';

/** Converts the results of checks. */
export interface FindingReporter {
  /** Returns the findings for an operation. Shape: without problems whose assumption has the severity `off`. */
  findingsOf(checkResults: readonly CheckResult[], operation: string | null): readonly Finding[];
  /** Creates a report of each finding. */
  reportsOf(checkResults: readonly CheckResult[], about: ReportSubject): readonly JobReport[];
}

/** Creates a reporter for the checks of requests, responses and streams. */
export function createFindingReporter(
  contract: Contract,
  { checkChanges, responseChecks: own, streams }: TrafficChecks,
): FindingReporter {
  const general: readonly Check[] = [...requestChecks, ...responseChecks];
  const all = [...adaptChecks(general, checkChanges, own), ...streams.checks];
  const catalogue = new Map(all.map((check) => [check.id, check]));
  const evidence = { exchanges: [], origin: { label: '' } };
  const findingsOf: FindingReporter['findingsOf'] = (checkResults, operation) =>
    checkResults.flatMap((checkResult) =>
      checkResult.problems.length === 0
        ? []
        : createResultCollector(contract, catalogue).record(operation ?? 'unknown', checkResult, evidence),
    );
  return {
    findingsOf,
    reportsOf: (checkResults, about) =>
      findingsOf(checkResults, about.operation).map((finding) => ({ kind: 'finding', about, finding })),
  };
}

/** Creates a report of something that was not checked. */
export function unchecked(reason: string): JobReport {
  return { kind: 'unchecked', reason };
}
