/**
 * The parts of a description before it is interpreted: JSON values, positions in files, whole documents. Types only.
 * `source/` loads documents, `contract/` interprets them.
 */

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object whose properties have not been checked yet. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** A JSON Schema as its author wrote it: an object of keywords, or `true` and `false`. */
export type JsonSchema = boolean | JsonObject;

/**
 * Names one node of one file.
 *
 * Shape: `file` is relative to the project folder, with `/`; `pointer` starts with `#/` and is `#/` for the whole file.
 * Line and column are not kept: `source/opened-document.ts` finds them when a diagnostic is printed, which spares reading a
 * syntax tree of every file when nothing is wrong.
 */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** The two kinds of description. */
export type DocumentKind = 'openapi' | 'asyncapi';

/** One description with every file it refers to folded into one tree; only `#/…` references are left. */
export interface BundledDocument {
  readonly kind: DocumentKind;
  /** Version the document declares, such as `3.1.1`. */
  readonly version: string;
  /** Root file, relative to the project folder. */
  readonly file: string;
  readonly root: JsonObject;
  /** Returns where a node of `root` was written; the root file for a node made by the bundler. */
  readonly placeOf: (node: unknown) => Place;
}
