/**
 * One alarm with the clock, set to the instant of the next timer.
 */
import type { Cancel } from '../transaction/abort.ts';
import type { Clock } from '../ports.ts';
import type { EpochMs } from './units.ts';

/** An alarm that rings when the world's time reaches the instant it is set to. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: { readonly at: EpochMs; readonly cancel: Cancel } | null = null;

  /** Takes what to call when the alarm rings. */
  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Sets the alarm in place of what it was set to; `undefined` turns it off. */
  set(at: EpochMs | undefined): void {
    if (at === this.#set?.at) return;
    this.#set?.cancel();
    this.#set =
      at === undefined
        ? null
        : {
            at,
            cancel: this.#clock.wakeAt(at, () => {
              this.#off();
            }),
          };
  }

  #off(): void {
    this.#set = null;
    this.#ring();
  }
}
