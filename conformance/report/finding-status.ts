/** Summarizes the findings of a run: which count, in which order they are reported, and the verdict. */
import type { Finding } from '../model/finding.ts';
import type { ListedCheck, RunReport } from '../model/run-report.ts';
import { groupByCause, type Cause } from './causes.ts';
import { countOf } from './plain-text.ts';

/** One accepted finding. Shape: only the fingerprint is compared; the other properties are for readers of the file. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly check: string;
  readonly subject: string;
  readonly verdict: Finding['verdict'];
  readonly message: string;
}

export interface BaselineComparison {
  /** Path of the baseline file, as given. */
  readonly file: string;
  /** Fingerprints that are accepted. */
  readonly known: ReadonlySet<string>;
  /** Accepted findings that the run checked for and did not find. */
  readonly vanished: readonly BaselineEntry[];
}

/** The causes whose first finding is of one check, worst first. */
export interface CheckGroup {
  readonly check: ListedCheck;
  readonly causes: readonly Cause[];
}

/** The reported status of a finding: its verdict, or `known` if the baseline accepts it. */
export type FindingStatus = Finding['verdict'] | 'known';

/** The findings of a run by their effect. */
export interface FindingSummary {
  /** New findings that fail the run. */
  readonly counting: readonly Finding[];
  /** New findings that do not fail the run. */
  readonly warnings: readonly Finding[];
  readonly known: readonly Finding[];
  readonly vanished: BaselineComparison['vanished'];
  readonly isFailed: boolean;
}

const order: readonly FindingStatus[] = ['fail', 'error', 'flaky', 'warn', 'known'];

export function findingStatusOf(finding: Finding, baseline: BaselineComparison | null): FindingStatus {
  return baseline?.known.has(finding.fingerprint) === true ? 'known' : finding.verdict;
}

/**
 * Checks whether a finding fails the run. In a strict run, warnings and flaky findings fail too. Why: a retry that
 * passes does not prove that the first failure was wrong.
 */
export function isCounting(
  finding: Finding,
  { isStrict }: Pick<RunReport, 'isStrict'>,
  baseline: BaselineComparison | null,
): boolean {
  const findingStatus = findingStatusOf(finding, baseline);
  return findingStatus === 'fail' || findingStatus === 'error' || (isStrict && findingStatus !== 'known');
}

/** Lists every finding, worst first, else in the order of the run. */
export function sortedFindings(report: RunReport, baseline: BaselineComparison | null): readonly Finding[] {
  const rank = (finding: Finding): number => order.indexOf(findingStatusOf(finding, baseline));
  return report.outcomes.flatMap(({ findings }) => findings).sort((one, other) => rank(one) - rank(other));
}

/** Groups findings by their probable cause, worst first. */
export function listCauses(
  { checks }: Pick<RunReport, 'checks'>,
  findings: readonly Finding[],
  baseline: BaselineComparison | null,
): readonly Cause[] {
  const families = new Map(checks.map(({ id, family }) => [id, family]));
  return groupByCause(
    findings,
    (check) => families.get(check) ?? 'scenario',
    (finding) => findingStatusOf(finding, baseline),
  );
}

/** Groups causes by check: the check with the worst finding first, then the one with the most causes. */
export function groupByCheck(report: RunReport, baseline: BaselineComparison | null): readonly CheckGroup[] {
  const rank = ({ causes: [cause] }: CheckGroup): number =>
    cause === undefined ? order.length : order.indexOf(findingStatusOf(cause.first, baseline));
  const rows = new Map(report.checks.map((check) => [check.id, check]));
  const causes = listCauses(report, sortedFindings(report, baseline), baseline);
  return [...Map.groupBy(causes, ({ first }) => first.check)]
    .map(([id, list]) => ({ check: rows.get(id) ?? unlisted(id), causes: list }))
    .sort((one, other) => rank(one) - rank(other) || other.causes.length - one.causes.length);
}

export function summarizeFindings(report: RunReport, baseline: BaselineComparison | null): FindingSummary {
  const all = sortedFindings(report, baseline);
  const isKnown = (finding: Finding): boolean => findingStatusOf(finding, baseline) === 'known';
  const counting = all.filter((finding) => isCounting(finding, report, baseline));
  const known = all.filter(isKnown);
  const warnings = all.filter((finding) => !isCounting(finding, report, baseline) && !isKnown(finding));
  const vanished = baseline?.vanished ?? [];
  return { counting, warnings, known, vanished, isFailed: counting.length > 0 || vanished.length > 0 };
}

/** Returns the verdict in one line, without a newline. */
export function verdictLine(report: RunReport, baseline: BaselineComparison | null): string {
  const { counting, warnings, known, vanished, isFailed } = summarizeFindings(report, baseline);
  const subjects = new Set(counting.map(({ subject }) => subject)).size;
  const ofCauses = (findings: readonly Finding[]): string => {
    const causes = listCauses(report, findings, baseline).length;
    return causes === findings.length ? '' : `, probably of ${countOf(causes, 'cause')}`;
  };
  const executed = report.outcomes.filter(({ verdict }) => verdict !== 'skip').length;
  const parts = [
    counting.length === 0
      ? ''
      : `${countOf(counting.length, 'finding')} in ${countOf(subjects, 'place')}${ofCauses(counting)}`,
    vanished.length === 0 ? '' : countOf(vanished.length, 'vanished finding'),
    warnings.length === 0 ? '' : `${countOf(warnings.length, 'warning')}${ofCauses(warnings)}`,
    known.length === 0 ? '' : `${known.length} known`,
    `${countOf(executed, 'check')} run with ${countOf(report.requests, 'request')}`,
  ].filter((part) => part !== '');
  const word = isFailed ? 'FAILED' : passedWord(report);
  const ended = report.stopped === null ? '' : ' The run ended early.';
  return `${word}: ${parts.join(', ')}.${uncalledText(report)}${ended}`;
}

/** Returns a sentence about the selected operations that a run never called; empty if it called all. */
function uncalledText({ coverage, unselected }: RunReport): string {
  const { seen, of } = coverage.find(({ what }) => what === 'operations') ?? { seen: 0, of: 0 };
  if (seen === of || unselected.subjects.length > 0) return '';
  return ` No request reached ${of - seen} of ${countOf(of, 'operation')}.`;
}

/** Checks whether a run skipped every check, so that it proves nothing. */
export function isEmptyRun({ outcomes }: RunReport): boolean {
  return outcomes.every(({ verdict }) => verdict === 'skip');
}

function passedWord(report: RunReport): string {
  if (isEmptyRun(report)) return 'NOTHING CHECKED';
  return report.stopped === null ? 'PASSED' : 'NOTHING FOUND SO FAR';
}

/** Creates a row for a check that the run does not list. */
function unlisted(id: string): ListedCheck {
  return {
    id,
    family: 'scenario',
    title: id,
    description: '',
    rationale: '',
    level: 'passive',
    basis: { kind: 'practice', description: '' },
    severity: 'warn',
    facts: [],
    assumption: null,
    group: null,
  };
}
