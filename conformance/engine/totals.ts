/** Counts outcomes by verdict. */
import type { Outcome, Verdict } from './finding.ts';

/** Counts outcomes; a verdict that none has counts 0. */
export function totalsOf(outcomes: readonly Outcome[]): Readonly<Record<Verdict, number>> {
  const totals: Record<Verdict, number> = { pass: 0, fail: 0, warn: 0, skip: 0, flaky: 0, error: 0 };
  for (const { verdict } of outcomes) totals[verdict] += 1;
  return totals;
}
