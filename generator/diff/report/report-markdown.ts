/** Writes a report as Markdown, for the comment of a pull request. */
import { impacts, type Impact } from '../catalogue/effect.ts';
import {
  countChanges,
  countsText,
  directionText,
  affectedSides,
  joinDirections,
  listNames,
  shownChanges,
  whereOf,
  type ComparedTarget,
  type DiffReport,
  type JoinedChange,
} from './report.ts';

/** Maximum number of names shown for one change; JSON has all of them. */
const SHOWN_NAMES = 10;

/** Writes a report as Markdown: one table for each impact. */
export function writeMarkdown(report: DiffReport): string {
  return `${report.targets.map((target) => writeTarget(target, report).join('\n')).join('\n\n')}\n`;
}

function writeTarget(target: ComparedTarget, report: DiffReport): string[] {
  const { before, after, changes } = target.comparison;
  const shown = joinDirections(shownChanges(target, report));
  const hidden = joinDirections(changes).length - shown.length;
  const name = target.name === '' ? after.title : `${target.name}: ${after.title}`;
  const versions = before.version === after.version ? before.version : `${before.version} → ${after.version}`;
  return [
    `## ${escape(`${name} ${versions}`)}`,
    '',
    `**${countsText(countChanges(shown.map(({ located }) => located)))}**${hidden === 0 ? '' : `, ${hidden} not shown`}`,
    ...impacts.flatMap((impact) => writeTable(impact, shown)),
  ];
}

function writeTable(impact: Impact, shown: readonly JoinedChange[]): string[] {
  const group = shown.filter(({ located }) => located.impact === impact);
  if (group.length === 0) return [];
  return [
    '',
    `### ${impact.charAt(0).toUpperCase()}${impact.slice(1)}`,
    '',
    '| Change | For | Where | Affects |',
    '| --- | --- | --- | --- |',
    ...group.map(writeRow),
  ];
}

function writeRow({ located, directions, operations, events }: JoinedChange): string {
  const whom = [affectedSides(located), directionText(directions)].filter((text) => text !== '');
  const affects = [listNames(operations, SHOWN_NAMES, code), listNames(events, SHOWN_NAMES, code)];
  const cells = [
    escape(located.message),
    whom.join(', '),
    code(whereOf(located)),
    affects.filter((text) => text !== '').join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Escapes characters with a meaning in Markdown and HTML; in code only cell borders and line endings matter. */
function escape(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : escapeProse(part)))
    .join('');
}

function escapeProse(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\|*_[\]#]/g, '\\$&');
}

function code(text: string): string {
  return `\`${text.replaceAll(/[`\p{Cc}]/gu, ' ').replaceAll('|', '\\|')}\``;
}
