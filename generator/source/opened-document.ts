/** An opened document, and the positions of diagnostics in it. */
import type { Diagnostic, Position } from '../diagnostics/diagnostics.ts';

import type { BundledDocument, Place } from '../json/documents.ts';

export interface LocatedPosition extends Position {
  /** The place in the overlay that added the node; absent for a node of the document itself. */
  readonly place?: Place;
}

/** Returns line and column of a place; `null` for an unknown file. */
export type Locate = (place: Place) => LocatedPosition | null;

/** Returns one line of a file as written, without its line ending; `null` for an unknown file. */
export type LineOf = (file: string, line: number) => string | null;

/** An opened document: its tree, `null` when it has none, and access to the lines of every file that was read. */
export interface OpenedDocument {
  readonly document: BundledDocument | null;
  readonly locate: Locate;
  readonly lineOf: LineOf;
  /** Absolute paths of every file that was read or was missing; without remote files. */
  readonly files: readonly string[];
  /** Whether nothing else was read. */
  readonly areFilesAll: boolean;
}

/** Adds its position to each diagnostic whose place is in one of the documents. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  locators: readonly Locate[],
): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { place, position } = diagnostic;
    if (place === null || position !== null) return diagnostic;
    return { ...diagnostic, ...locatePlace(place, locators) };
  });
}

/** Returns where a node was written; the position is `null` in an unknown file. */
export function locatePlace(
  place: Place,
  locators: readonly Locate[],
): { readonly place: Place; readonly position: Position | null } {
  for (const locate of locators) {
    const location = locate(place);
    if (location === null) continue;
    const { place: written = place, ...position } = location;
    return { place: written, position };
  }
  return { place, position: null };
}
