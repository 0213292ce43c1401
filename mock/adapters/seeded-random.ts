/** Pseudo-random numbers derived from a seed. Not for secrets. */
import type { Random } from '../kernel/ports.ts';

const twoTo32 = 2 ** 32;

/**
 * Creates a source of random numbers.
 *
 * Source: the mixing steps of mulberry32 (Tommy Ettinger, public domain).
 */
export function createSeededRandom(): Random {
  return {
    start: (seed) => hashText(String(seed), 0),
    next(state) {
      const next = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(next ^ (next >>> 15), next | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return { value: ((mixed ^ (mixed >>> 14)) >>> 0) / twoTo32, state: next };
    },
  };
}

/**
 * Returns an integer from 0 to below 2^32, derived from a text and a salt.
 *
 * Source: FNV-1a, then the final mixing of MurmurHash3.
 */
export function hashText(text: string, salt: number): number {
  let hash = (0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1)) >>> 0;
  for (let place = 0; place < text.length; place += 1)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
