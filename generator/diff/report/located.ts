/**
 * What a comparison found, with the lines it is written in. Types only.
 */
import type { Position } from '../../diagnostics.ts';
import type { Place } from '../../contract/contract.ts';
import type { ClassifiedChange } from '../classify.ts';

/** A place with line and column, as far as they are known. */
export interface LocatedPlace extends Place {
  readonly position: Position | null;
}

/** A change with its class and its lines. */
export interface LocatedChange extends ClassifiedChange {
  /** `null` when it is new. */
  readonly before: LocatedPlace | null;
  /** `null` when it is gone. */
  readonly after: LocatedPlace | null;
}

/** A compared state as a report shows it. */
export interface ComparedState {
  readonly title: string;
  readonly version: string;
  readonly documents: readonly string[];
}

/** Two states and what changed between them, the worst first. */
export interface Comparison {
  readonly before: ComparedState;
  readonly after: ComparedState;
  readonly changes: readonly LocatedChange[];
}
