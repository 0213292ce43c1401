/**
 * What a finding about a document is, and how one is made from its row of the catalogue.
 * Finds nothing itself and prints nothing.
 */
import { catalogue, type CatalogueRow, type Severity } from './diagnostics-catalogue.ts';
import type { Place } from './source/documents.ts';

export type { Severity } from './diagnostics-catalogue.ts';

/** A stable name of a kind of finding. */
export type DiagnosticCode = keyof typeof catalogue;

/** What the message of a code needs to know. */
export type DetailsOf<Code extends DiagnosticCode> = Parameters<(typeof catalogue)[Code]['message']>[0];

/** One finding in one place. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly cause: string;
  readonly fix: string;
  /** `null` when no document is to blame. */
  readonly place: Place | null;
  /** Known for syntax errors, where no pointer exists; else found from the pointer when it is printed. */
  readonly position: Position | null;
}

/**
 * A position in a text.
 *
 * Units: both count from 1.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Takes a finding; every stage gets one and none keeps a list. */
export type Report = <Code extends DiagnosticCode>(
  code: Code,
  place: Place | null,
  details: DetailsOf<Code>,
  position?: Position,
) => void;

/** Creates a finding from its row of the catalogue. */
export function makeDiagnostic<Code extends DiagnosticCode>(
  code: Code,
  place: Place | null,
  details: DetailsOf<Code>,
  position: Position | null = null,
): Diagnostic {
  const row = catalogue[code] as unknown as CatalogueRow<DetailsOf<Code>>;
  const { severity, cause, fix } = row;
  return { code, severity, message: row.message(details), cause, fix, place, position };
}

/** Collects findings in the order they are made, each one once. */
export function collectDiagnostics(): {
  readonly report: Report;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const report: Report = (code, place, details, position) => {
    const made = makeDiagnostic(code, place, details, position ?? null);
    const identity = JSON.stringify([made.code, made.place, made.message]);
    if (seen.has(identity)) return;
    seen.add(identity);
    diagnostics.push(made);
  };
  return { report, diagnostics };
}

/** Returns whether the generation must stop. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
