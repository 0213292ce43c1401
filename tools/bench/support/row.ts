/**
 * What a row of the table is. Types only.
 */

/** A measured ratio. Shape: `goal` is a bound of the ratio, at least or at most. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly ratio: number;
  readonly goal: { readonly atLeast: number } | { readonly atMost: number } | null;
  /** The two figures behind the ratio, with their unit. */
  readonly figures: string;
}

/** Measures a group of rows. */
export type Bench = () => Promise<readonly (Row | Missing)[]>;

/** A row that could not be measured, and what to do about it. */
export interface Missing {
  readonly what: string;
  readonly against: string;
  readonly missing: string;
}
