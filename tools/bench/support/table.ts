/** Prints rows as one table. */
import { alignRows } from '../../table.ts';

/** Formats rows as a table: subject, baseline, ratio, goal, and whether it is met. */
export function printTable(rows: readonly TableRow[]): string {
  const cells = rows.map((row) => {
    if ('missing' in row) return [row.what, row.against, '–', '', row.missing];
    if (!('ratio' in row)) return [row.what, '', '', '', row.figures];
    return [row.what, row.against, formatRatio(row.ratio), formatGoal(row), row.figures];
  });
  return alignRows([['what', 'against', 'ratio', 'goal', 'figures'], ...cells]).join('\n');
}

function formatRatio(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2)}×`;
}

function formatGoal({ goal, ratio }: Row): string {
  if (goal === null) return '';
  const isMet = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
  return `${'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`} ${isMet ? 'met' : 'missed'}`;
}

export type TableRow = Row | Figure | Missing;

/** A measured ratio. Shape: `goal` is a bound of the ratio, at least or at most. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly ratio: number;
  readonly goal: { readonly atLeast: number } | { readonly atMost: number } | null;
  /** The two figures behind the ratio, with their unit. */
  readonly figures: string;
}

/** A measurement without a peer. */
export interface Figure {
  readonly what: string;
  readonly figures: string;
}

/** Measures a group of rows. */
export type Bench = () => Promise<readonly TableRow[]>;

/** A row that could not be measured, and what to do about it. */
export interface Missing {
  readonly what: string;
  readonly against: string;
  readonly missing: string;
}
