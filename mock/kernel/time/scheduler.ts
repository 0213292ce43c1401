/**
 * Keeps a wait with the clock for each timer that is marked `wait`, so that it also ends after the same span of real time.
 */
import type { Cancel } from '../transaction/abort.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import { walk } from '../store/persistent-map.ts';
import type { SortedMap } from '../store/persistent-map.ts';
import type { Clock } from '../ports.ts';
import type { Timer } from './timer.ts';

/** The set of waits of one world. */
export class WaitScheduler {
  readonly #clock: Clock;
  readonly #ended: (timer: Timer) => void;
  readonly #running = new Map<string, Cancel>();

  /** Takes what to call when a wait is over. */
  constructor(clock: Clock, ended: (timer: Timer) => void) {
    this.#clock = clock;
    this.#ended = ended;
  }

  /** Does for the waits what a transaction did for the timers. */
  follow(changes: ChangeSet): void {
    for (const key of changes.cancelled) this.#stop(key);
    for (const timer of changes.timers) {
      this.#stop(timer.key);
      if (timer.wait) this.#begin(timer);
    }
  }

  /** Begins anew with the waits of another state. */
  restart(waits: SortedMap<string, Timer>): void {
    this.clear();
    for (const [, timer] of walk(waits)) this.#begin(timer);
  }

  clear(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }

  #begin(timer: Timer): void {
    const end = (): void => {
      this.#running.delete(timer.key);
      this.#ended(timer);
    };
    this.#running.set(timer.key, this.#clock.waitUntil(timer.due, end));
  }

  #stop(key: string): void {
    this.#running.get(key)?.();
    this.#running.delete(key);
  }
}
