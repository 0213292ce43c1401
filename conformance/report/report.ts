/**
 * What a report is written with beside the run itself. Types only.
 */
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
