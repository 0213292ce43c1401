/**
 * Finds timers that start themselves again at the instant at which they fire.
 */
import type { Timer } from './timer.ts';
import type { EpochMs } from './units.ts';

/** How often a timer may fire at one instant before it counts as one that never ends. */
const tooManyFirings = 100_000;

/** Counts the firings at one instant. Errors: `add` throws when a timer fires there without end. */
export class FiringCount {
  #instant: EpochMs | null = null;
  readonly #counts = new Map<string, number>();

  add({ key, due }: Timer): void {
    if (due !== this.#instant) this.#counts.clear();
    this.#instant = due;
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > tooManyFirings)
      throw new Error(`Timer ${key} starts itself again without end at instant ${due}.`);
    this.#counts.set(key, count);
  }
}
