/**
 * Defines diagnostics about documents, and creates them from the rows of the catalogue. Detects nothing itself and
 * prints nothing.
 */
import { documentRows } from './document-rows.ts';
import { operationRows } from './operation-rows.ts';
import { overlayRows } from './overlay-rows.ts';
import type { CatalogueRow, DiagnosticSeverity } from './row.ts';
import { schemaRows } from './schema-rows.ts';
import { templateRows } from './template-rows.ts';
import type { Place } from '../json/documents.ts';

export type { CatalogueRow, DiagnosticSeverity as Severity } from './row.ts';

/**
 * The catalogue of diagnostics: every message about a document that users read, by code. Codes are stable: they appear
 * in logs and users search for them.
 */
export const catalogue = {
  ...documentRows,
  ...overlayRows,
  ...operationRows,
  ...schemaRows,
  ...templateRows,
} as const;

/** The stable code of a kind of diagnostic. */
export type DiagnosticCode = keyof typeof catalogue;

/** The details that the message of a code needs. */
export type DetailsOf<Code extends DiagnosticCode> = Parameters<(typeof catalogue)[Code]['message']>[0];

/** One diagnostic at one place. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly cause: string;
  readonly fix: string;
  /** `null` when it is not about a document. */
  readonly place: Place | null;
  /**
   * Set for syntax errors, which have no pointer; otherwise derived from the pointer when the diagnostic is printed.
   */
  readonly position: Position | null;
}

/** A position in a text. Units: both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Reports a diagnostic. Every stage receives this function, and none collects diagnostics itself. */
export type Report = <Code extends DiagnosticCode>(
  code: Code,
  place: Place | null,
  details: DetailsOf<Code>,
  position?: Position,
) => void;

/** Creates a diagnostic from its row of the catalogue. */
export function makeDiagnostic<Code extends DiagnosticCode>(
  code: Code,
  place: Place | null,
  details: DetailsOf<Code>,
  position: Position | null = null,
): Diagnostic {
  const { severity, message, cause, fix } = rows[code];
  return { code, severity, message: message(details), cause, fix, place, position };
}

const rows: { readonly [Code in DiagnosticCode]: CatalogueRow<DetailsOf<Code>> } = catalogue;

/** The codes that are errors of a strict run. */
const strictErrors: ReadonlySet<string> = new Set<DiagnosticCode>(['OPERATION_ID_DUPLICATE']);

/** Collects diagnostics in the order of their reports, without duplicates. */
export function collectDiagnostics(isStrict = false): {
  readonly report: Report;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const report: Report = (code, place, details, position) => {
    const plain = makeDiagnostic(code, place, details, position ?? null);
    const made = isStrict && strictErrors.has(code) ? { ...plain, severity: 'error' as const } : plain;
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
