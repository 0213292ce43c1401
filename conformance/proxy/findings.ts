/**
 * Makes findings of check results by the one rule that a run has too.
 */
import type { Check } from '../check.ts';
import type { Finding, CheckResult } from '../engine/finding.ts';
import { createResultCollector } from '../engine/result-collector.ts';
import { responseChecks } from '../checks/responses/checks.ts';
import { streamChecks } from '../checks/streams/checks.ts';
import { requestChecks } from './checks.ts';

const rows: ReadonlyMap<string, Check> = new Map(
  [...requestChecks, ...responseChecks, ...streamChecks].map((check: Check) => [check.id, check]),
);

/** Weighs what checks say of an operation. Shape: what rests on an assumption that nobody judges is left out. */
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
