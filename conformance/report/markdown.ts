/** Writes a run as Markdown for the summary of a CI job: grouped by check, worst first, within a size limit. */
import type { Contract } from '../../contract/contract.ts';
import type { Finding } from '../model/finding.ts';
import { NO_DRIVER, type RunReport } from '../model/run-report.ts';
import type { Cause } from './causes.ts';
import { citeAssumption, citeFacts, type CitedText } from './provenance-text.ts';
import { contractPlace } from './contract-place.ts';
import { clip, countOf, listSome, showInline } from './plain-text.ts';
import type { ReportOptions } from './report.ts';
import {
  groupByCheck,
  findingStatusOf,
  summarizeFindings,
  verdictLine,
  type CheckGroup,
} from './finding-status.ts';
import { caseText, exchangeText, namesOf, repeatCommand } from './text-finding.ts';

/** The size limit. Units: bytes. */
export interface MarkdownLimit {
  readonly most?: number;
}

/** Units: bytes. Why: GitHub rejects summaries over 1 MiB, which all steps of a job share. */
const MAX_BYTES = 900_000;

/** Units: characters of one text. */
const MAX_LENGTH = 500;

const SHOWN_FACTS = 3;
const SHOWN_NAMES = 10;

/** Writes a run; ends with a newline. */
export function writeMarkdown(
  report: RunReport,
  { most = MAX_BYTES, ...options }: ReportOptions & MarkdownLimit,
): string {
  const head = headOf(report, options);
  const foot = footOf(report);
  const spare = Buffer.byteLength(head) + Buffer.byteLength(foot) + 400;
  const body = takeWhileFits(groupByCheck(report, options.baseline), report, options, most - spare);
  return [head, body, foot].filter((text) => text !== '').join('\n');
}

function headOf(report: RunReport, { baseline }: ReportOptions): string {
  const { contract, baseUrl, level, seed, driver, stopped } = report;
  const { isFailed, vanished } = summarizeFindings(report, baseline);
  const lines = [
    `## ${isFailed || stopped !== null ? '❌' : '✅'} ${inline(`${contract.title} ${contract.version}`, 200)}`,
    '',
    `**${escapeMarkdown(verdictLine(report, baseline))}**`,
    '',
    `${markCode(clip(showInline(baseUrl), MAX_LENGTH))}, level ${level}, seed ${seed}${driver === NO_DRIVER ? '' : `, driver ${inline(driver, 200)}`}`,
  ];
  if (stopped !== null) lines.push('', `The run ended early: ${inline(stopped, MAX_LENGTH)}`);
  if (vanished.length > 0 && baseline !== null) {
    const names = vanished.map(({ check, subject }) => showInline(`${check} ${subject}`));
    lines.push(
      '',
      `${markCode(clip(showInline(baseline.file), MAX_LENGTH))} accepts findings that no longer occur; update it with \`--update-baseline\`: ${escapeMarkdown(clip(listSome(names, SHOWN_NAMES), MAX_LENGTH))}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function takeWhileFits(
  groups: readonly CheckGroup[],
  report: RunReport,
  options: ReportOptions,
  most: number,
): string {
  const lines: string[] = [];
  let room = most;
  let hidden = 0;
  for (const group of groups) {
    let isTitled = false;
    for (const cause of group.causes) {
      const text = `${isTitled ? '' : titleOf(group)}${causeText(cause, report, options)}`;
      const size = Buffer.byteLength(text) + 1;
      if (size > room) hidden += 1 + cause.others.length;
      else {
        lines.push(text);
        room -= size;
        isTitled = true;
      }
    }
  }
  if (hidden > 0)
    lines.push(`\n… and ${countOf(hidden, 'more finding', 'more findings')}; \`--report json\` lists all.\n`);
  return lines.join('\n');
}

function titleOf({ check, causes }: CheckGroup): string {
  return `\n### ${inline(check.id, 100)} ${inline(check.title, MAX_LENGTH)} (${causes.length})\n\n`;
}

function causeText({ first: finding, others }: Cause, report: RunReport, options: ReportOptions): string {
  const findingStatus = findingStatusOf(finding, options.baseline);
  const last = finding.exchanges.at(-1);
  const file = options.cases.get(finding.fingerprint);
  const facts = citeFacts(options.contract, finding);
  const assumption = citeAssumption(options.contract, finding);
  const origin = caseText(finding, report);
  const times = finding.count > 1 ? `, seen ${finding.count} times` : '';
  const more = facts.length - SHOWN_FACTS;
  const details = [
    ...(finding.at === '' ? [] : [`in the response: ${code(finding.at)}`]),
    ...placeText(options.contract, finding),
    ...facts.slice(0, SHOWN_FACTS).map(provenanceText),
    ...(more > 0 ? [`… and ${countOf(more, 'more fact', 'more facts')}`] : []),
    ...(assumption === null ? [] : [`assumed: ${provenanceText(assumption)}`]),
    ...(origin === '' ? [] : [`case: ${inline(origin, MAX_LENGTH)}`]),
    ...(last === undefined ? [] : [`sent: ${code(exchangeText(last))}`]),
    ...(file === undefined ? [] : [`repeat: ${code(repeatCommand(report.baseUrl, file, options))}`]),
    ...(others.length === 0 ? [] : [`also: ${inline(namesOf(others, finding), MAX_LENGTH)}`]),
  ];
  return [
    `- **${findingStatus}** ${code(finding.subject)}${times}: ${inline(finding.message, MAX_LENGTH)}`,
    ...details.map((detail) => `  - ${detail}`),
  ].join('\n');
}

function placeText(contract: Contract, finding: Finding): readonly string[] {
  return finding.place === null ? [] : [`in the contract: ${code(contractPlace(contract, finding))}`];
}

function provenanceText({ id, text }: CitedText): string {
  return inline(`${id} ${text}`.trimEnd(), MAX_LENGTH);
}

function footOf({ coverage }: RunReport): string {
  if (coverage.length === 0) return '';
  const rows = coverage.map(
    ({ what, seen, of, missing }) =>
      `| ${inline(what, 100)} | ${seen} of ${of} | ${inline(listSome(missing.map(showInline), SHOWN_NAMES), MAX_LENGTH)} |`,
  );
  return ['', '| seen | | not seen |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function inline(text: string, most: number): string {
  return escapeMarkdown(clip(showInline(text), most));
}

function code(text: string): string {
  return markCode(clip(showInline(text), MAX_LENGTH));
}

/** Escapes every special character of Markdown and HTML. Shape: one line in, one line out. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replace(/^(\s*\d*)([-=:.])/, '$1\\$2');
}

/**
 * Marks a text as code. Shape: one line in, one line out; the fence is longer than any in the text; empty text becomes
 * a space. Does not escape `|`, which ends a table cell even in code: the caller must do so in a table.
 */
export function markCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}
