/**
 * Writes a report for a terminal.
 */
import { impacts, type Direction, type Impact } from '../effect.ts';
import type { LocatedChange } from './located.ts';
import {
  countChanges,
  countsText,
  hurtSides,
  listNames,
  toldChanges,
  whereOf,
  type ComparedTarget,
  type DiffReport,
} from './report.ts';

/** Colours a text by what it means; the plain one leaves it as it is. */
export type Paint = (meaning: Impact | 'quiet', text: string) => string;

/** Names shown of one change; JSON has them all. */
const SHOWN_NAMES = 5;

/** Writes a report as text, line by line. */
export function writeText(report: DiffReport, paint: Paint): string {
  const blocks = report.targets.map((target) => writeTarget(target, report, paint));
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function writeTarget(target: ComparedTarget, report: DiffReport, paint: Paint): string[] {
  const { name, comparison } = target;
  const { before, after } = comparison;
  const told = toldChanges(target, report);
  const hidden = comparison.changes.length - told.length;
  const versions = before.version === after.version ? before.version : `${before.version} → ${after.version}`;
  const title = plain(`${name === '' ? '' : `${name}: `}${after.title} ${versions}`);
  const groups = impacts.flatMap((impact) => writeGroup(impact, told, paint));
  const rest =
    hidden === 0 ? '' : ` ${hidden} more in texts and names that nothing depends on: --all tells them.`;
  return [title, '', ...groups, `${capitalize(countsText(countChanges(told)))}.${rest}`];
}

function writeGroup(impact: Impact, told: readonly LocatedChange[], paint: Paint): string[] {
  const group = told.filter((change) => change.impact === impact);
  if (group.length === 0) return [];
  return [paint(impact, capitalize(impact)), ...group.flatMap((change) => writeChange(change, paint)), ''];
}

function writeChange(located: LocatedChange, paint: Paint): string[] {
  const { operations, events } = located.change.affected;
  const sides = hurtSides(located);
  const about = [
    ...(sides === '' ? [] : [`for ${sides}`]),
    ...directionTexts[located.change.direction],
    ...(operations.length === 0 ? [] : [`operations ${listNames(operations, SHOWN_NAMES, plain)}`]),
    ...(events.length === 0 ? [] : [`events ${listNames(events, SHOWN_NAMES, plain)}`]),
  ];
  return [
    `  ${whereOf(located)}  ${plain(located.message)}`,
    ...(about.length === 0 ? [] : [paint('quiet', `      ${about.join(' · ')}`)]),
  ];
}

/** How the direction of a change is told. */
export const directionTexts: Readonly<Record<Direction, readonly string[]>> = {
  request: ['in requests'],
  reply: ['in replies'],
  event: ['in events'],
  call: [],
  nowhere: ['used by nothing'],
};

/** Why: titles and names come from a stranger's document, and a terminal obeys control characters. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
