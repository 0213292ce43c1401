/** A report as tests: one for each check, for whatever test runner the reader has. */
import type { Finding, Outcome } from '../engine/finding.ts';
import type { ListedCheck, RunReport } from '../engine/run-report.ts';

/**
 * One check as a test.
 *
 * Shape: `isSkipped` where the check was made of nothing; `reasons` says why, or what it could not look at.
 */
export interface CheckTest {
  /** `C01 The status is one that the operation declares.` */
  readonly name: string;
  readonly check: string;
  readonly isSkipped: boolean;
  readonly reasons: readonly string[];
  /** Errors: throws ContractBrokenError when the check failed. */
  readonly run: () => void;
}

/** What a check has found. */
export class ContractBrokenError extends Error {
  override readonly name = 'ContractBrokenError';
  readonly findings: readonly Finding[];

  constructor(check: ListedCheck, findings: readonly Finding[]) {
    super(`${check.id} ${check.title}\n${findings.map(describe).join('\n')}`);
    this.findings = findings;
  }
}

/** Creates a test of each check that was wanted, in the order of the checks. Warnings fail where the run is strict. */
export function testsOf({ checks, outcomes, isStrict }: RunReport): readonly CheckTest[] {
  const byCheck = Map.groupBy(outcomes, ({ check }) => check);
  return checks.map((check) => {
    const outcomes = byCheck.get(check.id) ?? [];
    const broken = outcomes
      .flatMap(({ findings }) => findings)
      .filter(({ verdict }) => isStrict || verdict !== 'warn');
    return {
      name: `${check.id} ${check.title}`,
      check: check.id,
      isSkipped: outcomes.every(({ verdict }) => verdict === 'skip'),
      reasons: reasonsOf(outcomes),
      run: () => {
        if (broken.length > 0) throw new ContractBrokenError(check, broken);
      },
    };
  });
}

function reasonsOf(outcomes: readonly Outcome[]): readonly string[] {
  if (outcomes.length === 0) return ['Nothing came up that it looks at.'];
  return [...new Set(outcomes.flatMap(({ reason }) => reason ?? []))];
}

function describe({ subject, at, message, place }: Finding): string {
  return `  ${subject}, ${at}: ${message}${place === null ? '' : `\n    against ${place}`}`;
}
