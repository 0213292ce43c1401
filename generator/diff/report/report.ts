/** The content of a report in any format: which changes it lists, how many there are, and the verdict. */
import { impacts, type Direction, type Impact } from '../catalogue/effect.ts';
import type { LocatedChange, Comparison, LocatedPlace } from './located.ts';

export interface ComparedTarget {
  /** Empty if documents were named individually. */
  readonly name: string;
  readonly comparison: Comparison;
}

/** The number of changes by impact. */
export type Counts = Readonly<Record<Impact, number>>;

export interface DiffReport {
  readonly targets: readonly ComparedTarget[];
  /** Whether the report also lists remarks and names that nothing depends on. */
  readonly isAll: boolean;
}

/** Lists the changes of a target that the report shows. */
export function shownChanges(
  { comparison }: ComparedTarget,
  { isAll }: DiffReport,
): readonly LocatedChange[] {
  return comparison.changes.filter(({ isQuiet }) => isAll || !isQuiet);
}

/**
 * Joins changes that are the same and have the same impact in both directions, so that a reader sees them once.
 *
 * Shape: `directions` in the order of the changes.
 */
export function joinDirections(changes: readonly LocatedChange[]): readonly JoinedChange[] {
  const joined = new Map<string, JoinedChange>();
  for (const located of changes) {
    const { change, impact, message, before, after } = located;
    const identity = JSON.stringify([impact, affectedSides(located), change.kind, message, before, after]);
    const same = joined.get(identity);
    joined.set(identity, {
      located: same?.located ?? located,
      directions: [...(same?.directions ?? []), change.direction],
      operations: joinNames(same?.operations, change.affected.operations),
      events: joinNames(same?.events, change.affected.events),
    });
  }
  return [...joined.values()];
}

/** A change in one or several directions. */
export interface JoinedChange {
  readonly located: LocatedChange;
  readonly directions: readonly Direction[];
  readonly operations: readonly string[];
  readonly events: readonly string[];
}

function joinNames(one: readonly string[] = [], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])].sort();
}

/** Describes the direction of the changed values; empty for changes of a call as a whole. */
export function directionText(directions: readonly Direction[]): string {
  if (directions.includes('nowhere')) return 'used by nothing';
  const words = directions.flatMap((direction) => directionWords[direction]);
  return words.length === 0 ? '' : `in ${words.join(' and ')}`;
}

const directionWords: Readonly<Record<Direction, readonly string[]>> = {
  request: ['requests'],
  response: ['responses'],
  event: ['events'],
  call: [],
  nowhere: [],
};

export function countChanges(changes: readonly LocatedChange[]): Counts {
  const count = (wanted: Impact): number => changes.filter(({ impact }) => impact === wanted).length;
  return { breaking: count('breaking'), risky: count('risky'), compatible: count('compatible') };
}

/** Returns the worst impact; `null` when nothing changed. */
export function verdictOf({ targets }: Pick<DiffReport, 'targets'>): Impact | null {
  const changes = targets.flatMap(({ comparison }) => comparison.changes);
  return impacts.find((wanted) => changes.some(({ impact }) => impact === wanted)) ?? null;
}

/** Formats the counts of a report: `2 breaking, 1 compatible`. */
export function countsText(counts: Counts): string {
  const parts = impacts.filter((impact) => counts[impact] > 0).map((impact) => `${counts[impact]} ${impact}`);
  return parts.length === 0 ? 'no change' : parts.join(', ');
}

/** Names the affected sides: `readers`, `writers`, or both; empty when neither is. */
export function affectedSides({ effect, impact }: LocatedChange): string {
  if (impact === 'compatible') return '';
  return (['readers', 'writers'] as const).filter((side) => effect[side] === impact).join(' and ');
}

/** Formats file, line and column of a change: the new position, or the old one if it was removed. */
export function whereOf({ before, after }: LocatedChange): string {
  if (after !== null) return placeText(after);
  return before === null ? '' : `${placeText(before)} (old)`;
}

/** Formats a place with its line. */
export function placeText({ file, position }: LocatedPlace): string {
  return position === null ? file : `${file}:${position.line}:${position.column}`;
}

/** Formats the first of many names. */
export function listNames(names: readonly string[], most: number, write: (name: string) => string): string {
  const shown = names.slice(0, most).map(write).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
