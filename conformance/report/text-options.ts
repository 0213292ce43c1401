/**
 * How text for a terminal is written.
 */
import type { ReportOptions } from './report.ts';

/** What a piece of text means. */
export type Meaning = 'bad' | 'warn' | 'good' | 'quiet' | 'strong';

/** Colours a text by what it means. */
export type Paint = (meaning: Meaning, text: string) => string;

/** Leaves every text as it is. */
export const paintNothing: Paint = (_, text) => text;

/** How the text is written. */
export interface TextOptions extends ReportOptions {
  readonly paint: Paint;
  /** Units: characters in a line. */
  readonly width: number;
}
