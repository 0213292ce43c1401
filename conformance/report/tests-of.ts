/** Converts a report to tests, one for each check, independent of the test runner. */
import type { Contract } from '../../contract/contract.ts';
import { contractPlace } from './contract-place.ts';
import type { Finding, Outcome } from '../model/finding.ts';
import type { ListedCheck, RunReport } from '../model/run-report.ts';

/**
 * One check as a test.
 *
 * Shape: `isSkipped` is true if the check was skipped everywhere; `reasons` are those of its skips.
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

/** Thrown by the test of a failed check, with its findings. */
export class ContractBrokenError extends Error {
  override readonly name = 'ContractBrokenError';
  readonly findings: readonly Finding[];

  constructor(check: ListedCheck, findings: readonly Finding[], contract: Contract) {
    super(`${check.id} ${check.title}\n${findings.map((finding) => describe(finding, contract)).join('\n')}`);
    this.findings = findings;
  }
}

/** Creates a test for each selected check, in the order of the checks. In a strict run, warnings fail too. */
export function testsOf({ checks, outcomes, isStrict }: RunReport, contract: Contract): readonly CheckTest[] {
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
        if (broken.length > 0) throw new ContractBrokenError(check, broken, contract);
      },
    };
  });
}

function reasonsOf(outcomes: readonly Outcome[]): readonly string[] {
  if (outcomes.length === 0) return ['The run had no request or response for this check.'];
  return [...new Set(outcomes.flatMap(({ reason }) => reason ?? []))];
}

function describe(finding: Finding, contract: Contract): string {
  const { subject, at, message, place } = finding;
  return `  ${subject}, ${at}: ${message}${place === null ? '' : `\n    against ${contractPlace(contract, finding)}`}`;
}
