/**
 * Numbers that look random and are the same for the same seed. Source: mulberry32, by Tommy Ettinger, in the public domain.
 */

/** Answers numbers from 0 to below 1. */
export type Random = () => number;

/** Starts a sequence. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks one of some values. Errors: throws when there is none. */
export function pick<const Value>(values: readonly Value[], random: Random): Value {
  if (values.length === 0) throw new Error('There is nothing to pick from.');
  return values[Math.floor(random() * values.length)] as Value;
}
