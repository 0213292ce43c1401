/**
 * The parts of a description before it is interpreted: JSON values, positions in files, whole documents. Types only.
 * `source/` loads documents, `contract/` interprets them.
 */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object whose properties have not been checked yet. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** A JSON Schema as written: an object of keywords, or `true` and `false`. */
export type JsonSchema = boolean | JsonObject;

/**
 * Identifies one node of one file.
 *
 * Shape: `file` is relative to the project folder, with `/`; `pointer` starts with `#/` and is `#/` for the whole
 * file. Line and column are not stored: `source/opened-document.ts` computes them when a diagnostic is printed, so
 * that a run without diagnostics needs no syntax trees.
 */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** The two kinds of description. */
export type DocumentKind = 'openapi' | 'asyncapi';

/** One description with every file it refers to bundled into one tree; all references start with `#/`. */
export interface BundledDocument {
  readonly kind: DocumentKind;
  /** The version that the document declares, such as `3.1.1`. */
  readonly version: string;
  /** Root file, relative to the project folder. */
  readonly file: string;
  readonly root: JsonObject;
  /** Returns the place of a node of `root`; the root file for a node that the bundler created. */
  readonly placeOf: (node: unknown) => Place;
}
