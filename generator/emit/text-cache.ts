/**
 * How an emitter spares itself what it has made before. Types, and the cache that keeps nothing.
 */

/** The steps whose texts are worth keeping. */
export type CachedStep = 'types' | 'validators';

/** Remembers texts by what they were made of. */
export interface TextCache {
  /**
   * Returns the text that was made of the same thing before, or makes it.
   *
   * Shape: `madeOf` holds everything the text depends on but the generator itself.
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
