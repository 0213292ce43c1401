/**
 * What opening a document answers. Types only.
 */
import type { Position } from '../diagnostics.ts';
import type { BundledDocument, Place } from './documents.ts';

/** Finds line and column of a place; `null` for a file it does not know. */
export type Locate = (place: Place) => Position | null;

/** Returns one line of a file as it was read, without its end; `null` for a file it does not know. */
export type LineOf = (file: string, line: number) => string | null;

/** An opened document: its tree, `null` when it has none, and the way back to the lines of every file that was read. */
export interface BundleResult {
  readonly document: BundledDocument | null;
  readonly locate: Locate;
  readonly lineOf: LineOf;
  /** Every file that was read or should have been there, absolute; what is not on this disk is left out. */
  readonly files: readonly string[];
  /** Whether nothing was read from anywhere else. */
  readonly areFilesAll: boolean;
}
