/**
 * What the provenance of a contract looks like. Types only.
 */

/** Where an operation is written, its responses by status, its parameters by place and name: `query.limit`. */
export interface OperationPlaces {
  readonly place: string;
  readonly responses: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * What a place rests on: sections and facts of a source, decisions by their id, or that the source does not show it.
 *
 * Shape: absent members mean none.
 */
export interface ProvenanceMarks {
  readonly source?: readonly string[];
  readonly assumption?: readonly string[];
  readonly notShown?: true;
}

/**
 * A decision where the source is silent.
 *
 * Shape: `check` is `off`, `warn` or `error`: how an implementation that decides otherwise is judged.
 */
export interface Assumption {
  readonly text: string | null;
  readonly reason: string | null;
  readonly check: string | null;
  readonly place: string;
}
