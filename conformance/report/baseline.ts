/**
 * The baseline: findings that are accepted for now. What is in it does not fail a run; what is new does, and what is in it
 * without need does too, so that it only ever shrinks on purpose.
 */
import type { Finding } from '../engine/finding.ts';
import type { RunReport } from '../engine/run-report.ts';
import { isCounting } from './finding-status.ts';

/** One accepted finding: the fingerprint decides, the rest is for who reads the file. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly check: string;
  readonly subject: string;
  readonly verdict: Finding['verdict'];
  readonly message: string;
}

/** What a baseline says of a run. */
export interface BaselineComparison {
  /** The file it was read from, as it was named. */
  readonly file: string;
  /** Fingerprints that are accepted. */
  readonly known: ReadonlySet<string>;
  /** Accepted findings that were looked for and not found. */
  readonly vanished: readonly BaselineEntry[];
}

/** Why a text is no baseline. */
export interface BaselineProblem {
  readonly problem: string;
}

const properties = ['fingerprint', 'check', 'subject', 'verdict', 'message'] as const;
const verdicts: readonly string[] = ['fail', 'warn', 'flaky', 'error'] satisfies Finding['verdict'][];

/** Reads a baseline. */
export function readBaseline(text: string): readonly BaselineEntry[] | BaselineProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!Array.isArray(value)) return { problem: 'must be a list of findings.' };
  const wrong = value.findIndex((entry) => !isEntry(entry));
  if (wrong !== -1)
    return { problem: `has an entry ${wrong + 1} without ${properties.join(', ')} as texts.` };
  return value as readonly BaselineEntry[];
}

/** Holds a run against a baseline. */
export function compareBaseline(
  report: RunReport,
  entries: readonly BaselineEntry[],
  file: string,
): BaselineComparison {
  const fingerprints = new Set(
    report.outcomes.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)),
  );
  const isMissed = lookedFor(report);
  return {
    file,
    known: new Set(entries.map(({ fingerprint }) => fingerprint)),
    vanished: entries.filter((entry) => !fingerprints.has(entry.fingerprint) && isMissed(entry)),
  };
}

/**
 * Writes the baseline that a run would pass with: what it found, and what the old one has that was not looked for.
 *
 * Shape: sorted by check, subject, message and fingerprint, one entry after the other, so that a change is a few lines.
 */
export function writeBaseline(report: RunReport, before: readonly BaselineEntry[]): string {
  const findings = report.outcomes
    .flatMap(({ findings }) => findings)
    .filter((finding) => isCounting(finding, report, null))
    .map(entryOf);
  const current = new Set(
    report.outcomes.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)),
  );
  const isMissed = lookedFor(report);
  const remaining = before
    .filter((entry) => !current.has(entry.fingerprint) && !isMissed(entry))
    .map(entryOf);
  const entries = [...findings, ...remaining].sort(compareEntries);
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/**
 * Returns a predicate: whether the run would have reported an entry again. Why: a missing finding proves nothing if the
 * run ended early, left the check out, or finds the fault only at random.
 */
function lookedFor({ outcomes, stopped }: RunReport): (entry: BaselineEntry) => boolean {
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
