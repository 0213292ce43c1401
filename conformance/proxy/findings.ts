/**
 * Makes findings of judgements by the one rule that a run has too.
 */
import type { Check } from '../check.ts';
import type { Finding, Judgement } from '../engine/finding.ts';
import { openLedger } from '../engine/ledger.ts';
import { responseChecks } from '../checks/responses/checks.ts';
import { streamChecks } from '../checks/streams/checks.ts';
import { requestChecks } from './checks.ts';

const rows: ReadonlyMap<string, Check> = new Map(
  [...requestChecks, ...responseChecks, ...streamChecks].map((check: Check) => [check.id, check]),
);

/** Weighs what checks say of an operation. Shape: what rests on an assumption that nobody judges is left out. */
export function findingsOf(judgements: readonly Judgement[], operation: string | null): readonly Finding[] {
  const evidence = { exchanges: [], origin: { label: '' } };
  return judgements.flatMap((judgement) =>
    judgement.problems.length === 0
      ? []
      : openLedger(rows).judge(operation ?? 'unknown', judgement, evidence),
  );
}
