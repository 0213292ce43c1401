/** Defines a row of the catalogue of diagnostics. */

/** The severity of a diagnostic: an error stops the generation; the rest is reported, and the generation continues. */
export type DiagnosticSeverity = 'error' | 'warning' | 'info';

/**
 * A row of the catalogue: the texts of one kind of diagnostic.
 *
 * Shape: `cause` and `fix` are complete sentences; `message` names the object and quotes it in backticks.
 */
export interface CatalogueRow<Details> {
  readonly severity: DiagnosticSeverity;
  readonly message: (details: Details) => string;
  /** Why it matters, or what was done instead. */
  readonly cause: string;
  readonly fix: string;
}

/** Returns the row; sets the type of its details. */
export function entry<Details>(row: CatalogueRow<Details>): CatalogueRow<Details> {
  return row;
}

/** Returns the end of a sentence about an unknown name, with the closest known one. */
export function meant(closest: string | null): string {
  return closest === null ? '.' : `; did you mean \`${closest}\`?`;
}
