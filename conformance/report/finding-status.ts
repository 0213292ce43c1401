/** Summarizes the findings of a run: which count, in which order they are reported, and the verdict. */
import type { Finding } from '../engine/finding.ts';
import type { ListedCheck, RunReport } from '../engine/run-report.ts';
import type { BaselineComparison } from './baseline.ts';
import { countOf } from './plain-text.ts';

/** The findings of one check, worst first. */
export interface CheckGroup {
  readonly check: ListedCheck;
  readonly findings: readonly Finding[];
}

/** How a finding is told: as what it is, or as one that is accepted already. */
export type FindingStatus = Finding['verdict'] | 'known';

/** What a run comes to. */
export interface FindingSummary {
  /** New findings that fail the run, and those that do not. */
  readonly counting: readonly Finding[];
  readonly told: readonly Finding[];
  readonly known: readonly Finding[];
  readonly vanished: BaselineComparison['vanished'];
  readonly isFailed: boolean;
}

const order: readonly FindingStatus[] = ['fail', 'error', 'flaky', 'warn', 'known'];

/** How a finding stands. */
export function findingStatusOf(finding: Finding, baseline: BaselineComparison | null): FindingStatus {
  return baseline?.known.has(finding.fingerprint) === true ? 'known' : finding.verdict;
}

/**
 * Checks whether a finding fails the run. A warning does where the run is strict; so does what passed when it was tried again,
 * since one look against another proves nothing.
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

/** Groups findings by check: the check with the worst finding first, then the one with the most. */
export function groupByCheck(report: RunReport, baseline: BaselineComparison | null): readonly CheckGroup[] {
  const rank = ({ findings: [first] }: CheckGroup): number =>
    first === undefined ? order.length : order.indexOf(findingStatusOf(first, baseline));
  const rows = new Map(report.checks.map((check) => [check.id, check]));
  const groups = Map.groupBy(sortedFindings(report, baseline), ({ check }) => check);
  return [...groups]
    .map(([id, findings]) => ({ check: rows.get(id) ?? unlisted(id), findings }))
    .sort((one, other) => rank(one) - rank(other) || other.findings.length - one.findings.length);
}

/** Sums up. */
export function summarizeFindings(report: RunReport, baseline: BaselineComparison | null): FindingSummary {
  const all = sortedFindings(report, baseline);
  const isKnown = (finding: Finding): boolean => findingStatusOf(finding, baseline) === 'known';
  const counting = all.filter((finding) => isCounting(finding, report, baseline));
  const known = all.filter(isKnown);
  const minor = all.filter((finding) => !isCounting(finding, report, baseline) && !isKnown(finding));
  const vanished = baseline?.vanished ?? [];
  return { counting, told: minor, known, vanished, isFailed: counting.length > 0 || vanished.length > 0 };
}

/** The verdict in one line, without a newline. */
export function verdictLine(report: RunReport, baseline: BaselineComparison | null): string {
  const { counting, told, known, vanished, isFailed } = summarizeFindings(report, baseline);
  const subjects = new Set(counting.map(({ subject }) => subject)).size;
  const made = report.outcomes.filter(({ verdict }) => verdict !== 'skip').length;
  const parts = [
    counting.length === 0 ? '' : `${countOf(counting.length, 'finding')} in ${countOf(subjects, 'place')}`,
    vanished.length === 0 ? '' : `${countOf(vanished.length, 'accepted finding')} no longer there`,
    told.length === 0 ? '' : countOf(told.length, 'warning'),
    known.length === 0 ? '' : `${known.length} known`,
    `${countOf(made, 'check')} made with ${countOf(report.requests, 'request')}`,
  ].filter((part) => part !== '');
  const word = isFailed ? 'FAILED' : passedWord(report);
  const ended = report.stopped === null ? '' : ' The run ended early.';
  return `${word}: ${parts.join(', ')}.${ended}`;
}

/** Checks whether a run has made no check at all, so that its silence means nothing. */
export function isEmptyRun({ outcomes }: RunReport): boolean {
  return outcomes.every(({ verdict }) => verdict === 'skip');
}

function passedWord(report: RunReport): string {
  if (isEmptyRun(report)) return 'NOTHING CHECKED';
  return report.stopped === null ? 'PASSED' : 'NOTHING FOUND SO FAR';
}

/** Replaces a check that the run does not list. */
function unlisted(id: string): ListedCheck {
  return {
    id,
    family: 'pack',
    title: id,
    description: '',
    rationale: '',
    level: 'passive',
    basis: { kind: 'practice', description: '' },
    severity: 'warn',
    facts: [],
    assumption: null,
  };
}
