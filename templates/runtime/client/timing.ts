/** Time and randomness of a client. The only file here that uses the clock and the timers of the platform. */

/** The source of time and random numbers of a client. */
export interface Timing {
  /** Units: epoch milliseconds. */
  now(): number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Schedules one call; returns a function that cancels it. Units: milliseconds. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The system clock and timers. */
export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Waits.
 *
 * Shape: resolves early when the signal fires; the caller must check the signal.
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
 * Returns the delay before a retry: 1, 2, 4, 8, 8 … times the base, minus a random part of up to one half, so that
 * clients that failed at the same time do not retry at the same time.
 *
 * Units: milliseconds; `failures` counts from 1.
 */
export function backOff(failures: number, baseMs: number, timing: Timing): number {
  const longest = baseMs * 2 ** Math.min(failures - 1, 3);
  return longest * (1 - timing.random() / 2);
}
