/** Writes a report for a terminal. */
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

/** Colours for each impact; the plain one returns the text unchanged. */
export type Paint = (meaning: Impact | 'quiet', text: string) => string;

/** Maximum number of names shown for one change; JSON has all of them. */
const SHOWN_NAMES = 5;

/** Writes a report as text, line by line. */
export function writeText(report: DiffReport, paint: Paint): string {
  const blocks = report.targets.map((target) => writeTarget(target, report, paint));
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function writeTarget(target: ComparedTarget, report: DiffReport, paint: Paint): string[] {
  const { name, comparison } = target;
  const { before, after } = comparison;
  const shown = joinDirections(shownChanges(target, report));
  const hidden = joinDirections(comparison.changes).length - shown.length;
  const versions = before.version === after.version ? before.version : `${before.version} → ${after.version}`;
  const title = plain(`${name === '' ? '' : `${name}: `}${after.title} ${versions}`);
  const groups = impacts.flatMap((impact) => writeGroup(impact, shown, paint));
  const rest = hidden === 0 ? '' : ` ${hidden} cosmetic changes not shown; add --all.`;
  return [
    title,
    '',
    ...groups,
    `${capitalize(countsText(countChanges(shown.map(({ located }) => located))))}.${rest}`,
  ];
}

function writeGroup(impact: Impact, shown: readonly JoinedChange[], paint: Paint): string[] {
  const group = shown.filter(({ located }) => located.impact === impact);
  if (group.length === 0) return [];
  return [paint(impact, capitalize(impact)), ...group.flatMap((change) => writeChange(change, paint)), ''];
}

function writeChange({ located, directions, operations, events }: JoinedChange, paint: Paint): string[] {
  const sides = affectedSides(located);
  const about = [
    sides === '' ? '' : `for ${sides}`,
    directionText(directions),
    operations.length === 0 ? '' : `operations ${listNames(operations, SHOWN_NAMES, plain)}`,
    events.length === 0 ? '' : `events ${listNames(events, SHOWN_NAMES, plain)}`,
  ].filter((text) => text !== '');
  return [
    `  ${plain(whereOf(located))}  ${plain(located.message)}`,
    ...(about.length === 0 ? [] : [paint('quiet', `      ${about.join(' · ')}`)]),
  ];
}

/** Why: titles and names come from a third-party document, and a terminal interprets control characters. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
