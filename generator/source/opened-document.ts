/**
 * An opened document, and the positions of diagnostics in it.
 */
import type { Diagnostic, Position } from '../diagnostics.ts';

import type { BundledDocument, Place } from './documents.ts';

/** Returns line and column of a place; `null` for an unknown file. */
export type Locate = (place: Place) => Position | null;

/** Returns one line of a file as written, without its line ending; `null` for an unknown file. */
export type LineOf = (file: string, line: number) => string | null;

/** An opened document: its tree, `null` when it has none, and the way back to the lines of every file that was read. */
export interface OpenedDocument {
  readonly document: BundledDocument | null;
  readonly locate: Locate;
  readonly lineOf: LineOf;
  /** Every file that was read or should have been there, absolute; what is not on this disk is left out. */
  readonly files: readonly string[];
  /** Whether nothing was read from anywhere else. */
  readonly areFilesAll: boolean;
}

/** Adds to each diagnostic the position of its place, if one of the documents has it. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  locators: readonly Locate[],
): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { place, position } = diagnostic;
    if (place === null || position !== null) return diagnostic;
    for (const locate of locators) {
      const found = locate(place);
      if (found !== null) return { ...diagnostic, position: found };
    }
    return diagnostic;
  });
}
