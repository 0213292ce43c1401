/** What a report is written with beside the run itself. Types only. */
import type { BaselineComparison } from './baseline.ts';
import type { SpecPosition } from './locate.ts';

/** What a report is written with. */
export interface ReportOptions {
  /** The findings that are accepted already; `null` when none are. */
  readonly baseline: BaselineComparison | null;
  /** Path of the file that repeats a finding, by its fingerprint. */
  readonly cases: ReadonlyMap<string, string>;
  /** Finds where in a file a place of the contract stands; `null` when it can't be found. */
  readonly locate: (place: string) => SpecPosition | null;
}

/** What a piece of text means. */
export type Meaning = 'bad' | 'warn' | 'good' | 'quiet' | 'strong';

/** Colours a text by what it means. */
export type Painter = (meaning: Meaning, text: string) => string;

/** Leaves every text as it is. */
export const paintNothing: Painter = (_, text) => text;

/** How the text is written. */
export interface TextOptions extends ReportOptions {
  readonly paint: Painter;
  /** Units: characters in a line. */
  readonly width: number;
}
