/** The result of a comparison, with line numbers. Types only. */
import type { Position } from '../../diagnostics/diagnostics.ts';
import type { Place } from '../../model/contract-model.ts';
import type { ClassifiedChange } from '../catalogue/classify.ts';

/** A place with line and column, if they are known. */
export interface LocatedPlace extends Place {
  readonly position: Position | null;
}

/** A change with its effect and its positions. */
export interface LocatedChange extends ClassifiedChange {
  /** `null` when it was added. */
  readonly before: LocatedPlace | null;
  /** `null` when it was removed. */
  readonly after: LocatedPlace | null;
}

/** A compared state as a report shows it. */
export interface ComparedState {
  readonly title: string;
  readonly version: string;
  readonly documents: readonly string[];
}

/** Two states and the changes between them, the worst first. */
export interface Comparison {
  readonly before: ComparedState;
  readonly after: ComparedState;
  readonly changes: readonly LocatedChange[];
}
