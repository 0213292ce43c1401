/**
 * The baseline: findings that are accepted for now. They do not fail a run; new findings do, and so do accepted ones
 * that no longer occur, so that the baseline stays up to date.
 */
import { hasFingerprint, type Finding } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';
import { isCounting, type BaselineComparison, type BaselineEntry } from './finding-status.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

const properties = ['fingerprint', 'check', 'subject', 'verdict', 'message'] as const;
const verdicts: readonly string[] = ['fail', 'warn', 'flaky', 'error'] satisfies Finding['verdict'][];

export function readBaseline(text: string): readonly BaselineEntry[] | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `is not JSON: ${messageOf(error)}` };
  }
  if (!Array.isArray(value)) return { problem: 'must be a list of findings.' };
  const wrong = value.findIndex((entry) => !isEntry(entry));
  if (wrong !== -1)
    return { problem: `has an entry ${wrong + 1} without ${properties.join(', ')} as strings.` };
  return value as readonly BaselineEntry[];
}

export function compareBaseline(
  report: RunReport,
  entries: readonly BaselineEntry[],
  file: string,
): BaselineComparison {
  const all = report.outcomes.flatMap(({ findings }) => findings);
  const isMissed = wouldReport(report);
  const accepted = entries.map((entry) => ({ entry, findings: all.filter(acceptedBy(entry, report)) }));
  return {
    file,
    known: new Set([
      ...entries.map(({ fingerprint }) => fingerprint),
      ...accepted.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)),
    ]),
    vanished: accepted.flatMap(({ entry, findings }) =>
      findings.length === 0 && isMissed(presentOf(entry, report)) ? [entry] : [],
    ),
  };
}

/** Returns which findings an entry accepts: for a removed check, all findings of its replacement. */
function acceptedBy(entry: BaselineEntry, report: RunReport): (finding: Finding) => boolean {
  const present = presentOf(entry, report);
  return present === entry
    ? (finding) => hasFingerprint(finding, entry.fingerprint)
    : ({ check, subject }) =>
        check === present.check && (present.subject === ANY || subject === present.subject);
}

/** The subject of an entry whose check was replaced for all subjects. */
const ANY = '*';

/** Returns an entry with the current check and subject. */
function presentOf(entry: BaselineEntry, { checks }: RunReport): BaselineEntry {
  for (const { id, former = [] } of checks) {
    const match = former.find((each) => each.id === entry.check);
    if (match !== undefined) return { ...entry, check: id, subject: match.subject ?? ANY };
  }
  return entry;
}

/**
 * Writes the baseline with which a run would pass: its findings, and the entries of the old baseline that it did not
 * check.
 *
 * Shape: sorted by check, subject, message and fingerprint, so that diffs are small.
 */
export function writeBaseline(report: RunReport, before: readonly BaselineEntry[]): string {
  const findings = report.outcomes
    .flatMap(({ findings }) => findings)
    .filter((finding) => isCounting(finding, report, null))
    .map(entryOf);
  const current = new Set(
    report.outcomes.flatMap(({ findings }) =>
      findings.flatMap(({ fingerprint, formerFingerprint = fingerprint }) => [
        fingerprint,
        formerFingerprint,
      ]),
    ),
  );
  const isMissed = wouldReport(report);
  const remaining = before
    .filter((entry) => !current.has(entry.fingerprint) && !isMissed(entry))
    .map(entryOf);
  const entries = [...findings, ...remaining].sort(compareEntries);
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/**
 * Returns a predicate: whether the run would have reported an entry again. Why: a missing finding proves nothing if the
 * run ended early, skipped the check, or detects the problem only at random.
 */
function wouldReport({ outcomes, stopped }: RunReport): (entry: BaselineEntry) => boolean {
  const done = new Set(
    outcomes
      .filter(({ verdict }) => verdict !== 'skip' && verdict !== 'error')
      .map(({ check, subject }) => `${check} ${subject}`),
  );
  return ({ check, subject, verdict }) =>
    stopped === null && verdict !== 'flaky' && done.has(`${check} ${subject}`);
}

function entryOf({ fingerprint, check, subject, verdict, message }: BaselineEntry): BaselineEntry {
  return { fingerprint, check, subject, verdict, message };
}

function compareEntries(one: BaselineEntry, other: BaselineEntry): number {
  const keys = ['check', 'subject', 'message', 'fingerprint'] as const;
  for (const key of keys) {
    if (one[key] < other[key]) return -1;
    if (one[key] > other[key]) return 1;
  }
  return 0;
}

function isEntry(value: unknown): value is BaselineEntry {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return (
    properties.every((name) => typeof fields[name] === 'string') &&
    verdicts.includes(String(fields['verdict']))
  );
}
