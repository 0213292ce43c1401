/** The types of a contract's provenance. Types only. */

/** Source locations of an operation, its responses by status, and its parameters by place and name: `query.limit`. */
export interface OperationPlaces {
  readonly place: string;
  readonly responses: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The basis of a location: sections and facts of a source, ids of assumptions, or that the source does not show it.
 *
 * Shape: an absent property means none.
 */
export interface ProvenanceMarks {
  readonly source?: readonly string[];
  readonly assumption?: readonly string[];
  readonly notShown?: true;
}

/**
 * An assumption about something that the source does not specify.
 *
 * Shape: `check` is `off`, `warn` or `error`: the severity for an implementation that differs.
 */
export interface Assumption {
  readonly text: string | null;
  readonly reason: string | null;
  readonly check: string | null;
  readonly place: string;
}
