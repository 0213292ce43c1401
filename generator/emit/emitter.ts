/**
 * What an emitter is: from the contract and its names to the view of one file. An emitter decides everything; its template
 * only lays out.
 */
import type { Contract } from '../contract/contract.ts';
import type { Names } from '../naming/resolve-names.ts';
import type { TsText } from '../render/ts-text.ts';

/** What a template prints: safe text, a condition, a list, or a group of them. */
export type ViewValue = TsText | boolean | readonly ViewValue[] | View;

/** The fields a template may name. */
export interface View {
  readonly [field: string]: ViewValue;
}

/** What every emitter works from. */
export interface EmitSource {
  readonly contract: Contract;
  readonly names: Names;
  /** Path from the output folder to the runtime: `../runtime`. */
  readonly runtime: TsText;
  /** Texts of earlier runs; absent where nothing is kept. */
  readonly texts?: TextCache;
}

/** A finished file, by its path in the output folder. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}

/** The steps whose texts are worth keeping. */
export type CachedStep = 'types' | 'validators';

/** Remembers texts by what they were made of. */
export interface TextCache {
  /**
   * Returns the cached text for the same input, or creates it.
   *
   * Shape: `madeOf` contains everything the text depends on except the generator itself.
   */
  recall(step: CachedStep, madeOf: string, make: () => string): string;
  /** Returns whether a text need not be made. */
  knows(step: CachedStep, madeOf: string): boolean;
}

/** Keeps nothing. */
export const noopCache: TextCache = {
  recall: (_step, _madeOf, make) => make(),
  knows: () => false,
};
