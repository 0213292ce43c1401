/** Options of the report writers. */
import type { Contract } from '../../contract/contract.ts';
import type { BaselineComparison } from './finding-status.ts';
import type { SpecPosition } from './locate.ts';

export interface ReportOptions {
  readonly contract: Contract;
  /** The comparison with the baseline; `null` without one. */
  readonly baseline: BaselineComparison | null;
  /** Path of the replay file of a finding, by fingerprint. */
  readonly cases: ReadonlyMap<string, string>;
  /** The options that a replay needs besides the case, as words of a shell; absent for none. */
  readonly repeatOptions?: readonly string[];
  /** Returns the position of a place in the contract; `null` if it does not exist. */
  readonly locate: (place: string) => SpecPosition | null;
}

/** The meaning of a text, which decides its colour. */
export type Meaning = 'bad' | 'warn' | 'good' | 'muted' | 'strong';

/** Colours a text by its meaning. */
export type Painter = (meaning: Meaning, text: string) => string;

export const paintNothing: Painter = (_, text) => text;

export interface TextOptions extends ReportOptions {
  readonly paint: Painter;
  /** Line width. Units: characters. */
  readonly width: number;
}
