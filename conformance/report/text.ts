/** Writes a run for a terminal: findings, worst first, then coverage, skipped checks, and the verdict. */
import { NO_DRIVER, NOT_REACHED, type RunReport } from '../model/run-report.ts';
import { groupOfSubject, type Outcome, type Verdict } from '../model/finding.ts';
import { NOT_IMPLEMENTED, RETURNS_501 } from '../model/operations.ts';
import { clip, countOf, listSome, showInline, wrapText } from './plain-text.ts';
import type { Meaning, TextOptions } from './report.ts';
import {
  groupByCheck,
  findingStatusOf,
  summarizeFindings,
  verdictLine,
  type CheckGroup,
  type FindingStatus,
} from './finding-status.ts';
import { ALL, coverageLines } from './text-coverage.ts';
import { writeFinding } from './text-finding.ts';

const SHOWN_FINDINGS = 10;
const SHOWN_REASONS = 12;
const SHOWN_NAMES = 5;
const SHOWN_UNSELECTED = 12;

/** Writes a run; ends with a newline. */
export function writeText(report: RunReport, options: TextOptions): string {
  const groups = groupByCheck(report, options.baseline);
  const blocks = [
    headLines(report, options),
    lackingLines(report.outcomes, options),
    ...groups.map((group) => groupLines(group, report, options)),
    vanishedLines(options),
    coverageLines(report.coverage, options),
    skippedLines(report.outcomes, options),
    missingLines(report.outcomes, options),
    uncheckedLines(report.outcomes, options),
    missingNameLines(report.outcomes, options),
    unreachedLines(report.outcomes, options),
    unselectedLines(report, options),
    leftLines(report, options),
    totalLines(report, options),
  ];
  const paragraphs = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${paragraphs.map(escapeCommands).join('\n\n')}\n`;
}

function headLines(report: RunReport, { paint }: TextOptions): readonly string[] {
  const { contract, baseUrl, driver, level, seed, requests, durationMs, stopped, isStrict, notices } = report;
  const parts = [
    `level ${level}${isStrict ? ', strict' : ''}`,
    `seed ${seed}`,
    ...(driver === NO_DRIVER ? [] : [`driver ${showInline(driver)}`]),
    `${countOf(requests, 'request')} in ${secondsText(durationMs)}`,
  ];
  return [
    `${paint('strong', showInline(`${contract.title} ${contract.version}`))} at ${showInline(baseUrl)}`,
    paint('muted', parts.join(' · ')),
    ...(stopped === null ? [] : [paint('warn', `The run ended early: ${showInline(stopped)}`)]),
    ...notices.map((notice) => paint('warn', showInline(notice))),
  ];
}

const marks: Readonly<Record<FindingStatus, readonly [word: string, meaning: Meaning]>> = {
  fail: ['FAIL', 'bad'],
  error: ['ERROR', 'bad'],
  flaky: ['FLAKY', 'warn'],
  warn: ['WARN', 'warn'],
  known: ['KNOWN', 'muted'],
};

function groupLines(
  { check, causes }: CheckGroup,
  report: RunReport,
  options: TextOptions,
): readonly string[] {
  const [worst] = causes;
  if (worst === undefined) return [];
  const worstStatus = findingStatusOf(worst.first, options.baseline);
  const [word, meaning] = marks[worstStatus];
  const firstCauses = causes.slice(0, SHOWN_FINDINGS);
  const hidden = causes.length - firstCauses.length;
  const count = countOf(causes.length, 'finding');
  return [
    `${options.paint(meaning, word.padEnd(7))}${options.paint('strong', check.id)}  ${showInline(check.title)}  ${options.paint('muted', count)}`,
    ...firstCauses.flatMap(({ first, others }) => [
      '',
      ...writeFinding(first, report, options, { worst: worstStatus, others }),
    ]),
    ...(hidden > 0 ? ['', options.paint('muted', `  … and ${hidden} more; ${ALL}`)] : []),
  ];
}

function vanishedLines({ baseline, paint }: TextOptions): readonly string[] {
  if (baseline === null || baseline.vanished.length === 0) return [];
  const { vanished, file } = baseline;
  const hidden = vanished.length - SHOWN_FINDINGS;
  return [
    `${paint('bad', 'GONE   ')}${paint('strong', showInline(file))}  accepts findings that no longer occur`,
    '',
    ...vanished
      .slice(0, SHOWN_FINDINGS)
      .map(({ check, subject, message }) => clip(`  ${showInline(`${check}  ${subject}  ${message}`)}`, 200)),
    ...(hidden > 0 ? [paint('muted', `  … and ${hidden} more`)] : []),
    '',
    '  Remove them with --update-baseline, so that the run fails if they come back.',
  ];
}

/** Lists the operations to check in a service that implements only some. */
function lackingLines(outcomes: readonly Outcome[], { paint }: TextOptions): readonly string[] {
  const lacking = new Set(withReason(outcomes, RETURNS_501));
  if (lacking.size === 0) return [];
  const rest = outcomes.flatMap(({ subject, verdict }) =>
    verdict === 'skip' || groupOfSubject(subject) !== null || lacking.has(subject) ? [] : [subject],
  );
  const others = [...new Set(rest)].map((subject) => ` --operation ${showInline(subject)}`);
  const returns = lacking.size === 1 ? '1 operation returns' : `${lacking.size} operations return`;
  const hint = others.length === 0 ? '' : `; check the others with${others.join('')}`;
  // Why: a command must be one line, so that it can be copied.
  return [paint('warn', `${returns} 501${hint}`)];
}

/** Returns whether a reason is shown elsewhere in the report. */
function isElsewhere(reason: string | null): boolean {
  return reason === NOT_IMPLEMENTED || reason === RETURNS_501 || reason === NOT_REACHED;
}

function withReason(outcomes: readonly Outcome[], ...reasons: readonly string[]): readonly string[] {
  return [
    ...new Set(
      outcomes.flatMap(({ subject, reason }) =>
        reason !== null && reasons.includes(reason) ? [groupOfSubject(subject) ?? subject] : [],
      ),
    ),
  ];
}

/** Reasons that name what would enable the checks. */
const isMendable = /conformance\.yaml|--/;

/** Lists the reasons for skips: those with what would enable the checks, then the most frequent. */
function skippedLines(outcomes: readonly Outcome[], { paint, width }: TextOptions): readonly string[] {
  const skipped = outcomes.filter(({ verdict, reason }) => verdict === 'skip' && !isElsewhere(reason));
  if (skipped.length === 0) return [];
  const byReason = [...Map.groupBy(skipped, ({ reason }) => reason ?? NOT_REACHED)].sort(
    ([a, one], [b, other]) =>
      Number(isMendable.test(b)) - Number(isMendable.test(a)) || other.length - one.length,
  );
  const hidden = byReason.length - SHOWN_REASONS;
  return [
    `${paint('strong', 'Skipped')}  ${paint('muted', countOf(skipped.length, 'check'))}`,
    ...byReason.slice(0, SHOWN_REASONS).flatMap(([reason, group]) => {
      const checks = [...new Set(group.map(({ check }) => check))];
      const lines = wrapText(`${showInline(reason)} (${listSome(checks, SHOWN_NAMES)})`, width - 9);
      return lines.map(
        (line, index) => `  ${(index === 0 ? String(group.length) : '').padStart(4)}   ${line}`,
      );
    }),
    ...(hidden > 0
      ? [paint('muted', `         … and ${countOf(hidden, 'more reason', 'more reasons')}; ${ALL}`)]
      : []),
  ];
}

/** Lists the operations that the service lacks. */
function missingLines(outcomes: readonly Outcome[], { paint, width }: TextOptions): readonly string[] {
  const missing = withReason(outcomes, NOT_IMPLEMENTED, RETURNS_501);
  if (missing.length === 0) return [];
  const lines = wrapText(`Not implemented: ${missing.join(', ')}.`, width);
  return lines.map((line) => paint('muted', line));
}

/** The checks of idempotency keys, which need deployments that may be resumed. */
const idempotencyChecks: ReadonlySet<string> = new Set(['SANDBOX08', 'SANDBOX10']);

/** Lists the groups, and the well-known parts of one, of which every check was skipped. */
function uncheckedLines(outcomes: readonly Outcome[], { paint, width }: TextOptions): readonly string[] {
  const byGroup = Map.groupBy(outcomes, ({ subject }) => groupOfSubject(subject));
  const names = [...byGroup].flatMap(([name, list]) =>
    name !== null && list.every(({ verdict, reason }) => verdict === 'skip' && reason !== NOT_REACHED)
      ? [name]
      : [],
  );
  const ofKeys = outcomes.filter(({ check }) => idempotencyChecks.has(check));
  if (ofKeys.length > 0 && ofKeys.every(({ verdict }) => verdict === 'skip') && !names.includes('sandbox'))
    names.push('idempotency');
  if (names.length === 0) return [];
  const lines = wrapText(`Not checked: ${names.join(', ')}.`, width);
  return lines.map((line) => paint('warn', line));
}

/** Lists the properties that checks did not find, as configuration entries that would enable the checks. */
function missingNameLines(outcomes: readonly Outcome[], { paint, width }: TextOptions): readonly string[] {
  const lacking = outcomes.flatMap(({ check, missingNames = [] }) =>
    missingNames.map((missing) => ({ check, ...missing })),
  );
  if (lacking.length === 0) return [];
  const count = new Set(lacking.map(({ check }) => check)).size;
  const text = `Not checked: ${countOf(count, 'check')} with responses that lack a property. If the service has it under another name, set in conformance.yaml:`;
  const entries = [...Map.groupBy(lacking, ({ name }) => name)].map(([name, list]) => {
    const others = [...new Set(list.flatMap((each) => each.others))];
    const checks = listSome([...new Set(list.map(({ check }) => check))], SHOWN_NAMES);
    return `  ${name}: ${showInline(others[0] ?? '…')}  # ${checks}`;
  });
  return [
    ...wrapText(text, width).map((line) => paint('warn', line)),
    ...['names:', ...entries].map((line) => `  ${line}`),
  ];
}

/** Lists the operations and groups that had not run when the run ended. */
function unreachedLines(outcomes: readonly Outcome[], { paint, width }: TextOptions): readonly string[] {
  const count = outcomes.filter(({ reason }) => reason === NOT_REACHED).length;
  if (count === 0) return [];
  const names = withReason(outcomes, NOT_REACHED).map(showInline).join(', ');
  const text = `Not checked, because the run ended early: ${countOf(count, 'check')} of ${names}.`;
  return wrapText(text, width).map((line) => paint('warn', line));
}

/** Lists what the configuration excludes, which may be newer than the configuration. */
function unselectedLines({ unselected }: RunReport, { paint, width }: TextOptions): readonly string[] {
  const { checks, subjects } = unselected;
  if (checks === 0) return [];
  const names = subjects.length === 0 ? '' : `: ${listSome(subjects, SHOWN_UNSELECTED)}`;
  const text = `${countOf(checks, 'check is', 'checks are')} not selected${names}.`;
  return wrapText(text, width).map((line) => paint('muted', line));
}

/** Lists the records that the run has created but not deleted. */
function leftLines({ left }: RunReport, { paint, width }: TextOptions): readonly string[] {
  return left.flatMap(({ resource, count, ids }) => {
    const names = ids.slice(0, SHOWN_NAMES).map(showInline);
    const more = count > names.length ? ` and ${count - names.length} more` : '';
    const text = `Not deleted: ${countOf(count, 'record')} of ${showInline(resource)} that the run created: ${names.join(', ')}${more}.`;
    return wrapText(text, width).map((line) => paint('warn', line));
  });
}

const verdictWords: readonly (readonly [Verdict, string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['error', 'not carried out'],
  ['flaky', 'flaky'],
  ['warn', 'warned'],
  ['skip', 'skipped'],
];

function totalLines(report: RunReport, { paint, baseline }: TextOptions): readonly string[] {
  const counts = verdictWords
    .filter(([verdict]) => report.totals[verdict] > 0)
    .map(([verdict, word]) => `${report.totals[verdict].toLocaleString('en-US')} ${word}`);
  const { isFailed } = summarizeFindings(report, baseline);
  return [
    ...(counts.length === 0 ? [] : [paint('muted', `Checks: ${counts.join(', ')}`)]),
    paint(isFailed ? 'bad' : 'good', verdictLine(report, baseline)),
  ];
}

/** Formats a duration. Units: milliseconds in, seconds or minutes out. */
function secondsText(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Escapes workflow commands. Why: CI systems execute such lines of the output, which a response could forge. */
function escapeCommands(text: string): string {
  return text.replaceAll(/^([^\S\r\n\u2028\u2029]*)::/gm, '$1\\::').replaceAll('##[', '## [');
}
