/**
 * Time and chance, as far as a client needs them. The only file here that knows the platform's own.
 */

/** Where a client gets its time and its random numbers from. */
export interface Timing {
  /** Units: epoch milliseconds. */
  now(): number;
  /** Returns a number from 0 up to and without 1. */
  random(): number;
  /**
   * Calls back later, once; the answer takes the call back.
   *
   * Units: milliseconds.
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** The time of this computer. */
export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Waits.
 *
 * Shape: resolves early when the signal fires; the caller looks at the signal.
 * Units: milliseconds.
 */
export function wait(timing: Timing, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (delayMs <= 0 || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      takeBack();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const takeBack = timing.after(delayMs, done);
    signal?.addEventListener('abort', done);
  });
}

/**
 * Returns how long to wait before another try: 1, 2, 4, 8, 8 … times the base, less up to half of it by chance, so
 * that clients which failed together do not come back together.
 *
 * Units: milliseconds; `failures` counts from 1.
 */
export function backOff(failures: number, baseMs: number, timing: Timing): number {
  const longest = baseMs * 2 ** Math.min(failures - 1, 3);
  return longest * (1 - timing.random() / 2);
}
