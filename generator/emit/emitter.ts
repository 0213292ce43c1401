/**
 * Defines emitters: functions from the contract and its names to the view of one file. Emitters make all decisions;
 * templates only lay out.
 */
import type { ContractModel } from '../model/contract-model.ts';
import type { Names } from '../naming/resolve-names.ts';
import type { TsText } from '../print/ts-text.ts';
import type { Conversions } from './convert-contract.ts';

/** A value that a template prints: safe text, a condition, a list, or a group of them. */
export type ViewValue = TsText | boolean | readonly ViewValue[] | View;

/** The fields that a template may use. */
export interface View {
  readonly [field: string]: ViewValue;
}

export interface EmitSource {
  readonly contract: ContractModel;
  readonly names: Names;
  /** The start of imports from the runtime: `../runtime` or `backlot/runtime`. */
  readonly runtime: TsText;
  /** Set for the files of a client that converts values. */
  readonly conversions?: Conversions;
  /** Texts of earlier runs; absent without a cache. */
  readonly texts?: TextCache;
}

/** Returns the contract whose schemas are the types of a file. */
export function typedContract({ contract, conversions }: EmitSource): ContractModel {
  return conversions?.contract ?? contract;
}

/** A complete file, by its path in the output folder. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}

/** The steps whose texts are cached. */
export type CachedStep = 'types' | 'validators';

/** Caches texts by their input. */
export interface TextCache {
  /**
   * Returns the cached text for the same input, or creates it.
   *
   * Shape: `madeOf` contains everything the text depends on except the generator itself.
   */
  recall(step: CachedStep, madeOf: string, make: () => string): string;
  /** Returns whether a text is cached. */
  knows(step: CachedStep, madeOf: string): boolean;
}

export const noopCache: TextCache = {
  recall: (_step, _madeOf, make) => make(),
  knows: () => false,
};
