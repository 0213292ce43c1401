/** The calls that a scheduler sets on the clock of its world: one alarm for the next timer, and the waits. */
import type { Cancel } from '../async.ts';
import type { Timer } from '../machine/trigger.ts';
import type { Clock } from '../ports.ts';
import { walk, type SortedMap } from '../store/persistent-map.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import type { EpochMs } from './time.ts';

/** The waits of one world on its clock, which also end after the same span of real time. */
export class Waits {
  readonly #clock: Clock;
  readonly #onEnd: (timer: Timer) => void;
  readonly #running = new Map<string, Cancel>();

  constructor(clock: Clock, onEnd: (timer: Timer) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /** Updates the waits after a transaction. */
  follow(changes: ChangeSet): void {
    for (const key of changes.cancelled) this.#stop(key);
    for (const timer of changes.timers) {
      this.#stop(timer.key);
      if (timer.wait) this.#begin(timer);
    }
  }

  /** Restarts with the waits of another state. */
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
      this.#onEnd(timer);
    };
    this.#running.set(timer.key, this.#clock.waitUntil(timer.due, end));
  }

  #stop(key: string): void {
    this.#running.get(key)?.();
    this.#running.delete(key);
  }
}

/** An alarm that fires when the world's time reaches its instant. */
export class Alarm {
  readonly #clock: Clock;
  readonly #onAlarm: () => void;
  #set: { readonly at: EpochMs; readonly cancel: Cancel } | null = null;

  constructor(clock: Clock, onAlarm: () => void) {
    this.#clock = clock;
    this.#onAlarm = onAlarm;
  }

  /** Sets the alarm to another instant; `undefined` turns it off. */
  set(at: EpochMs | undefined): void {
    if (at === this.#set?.at) return;
    this.#set?.cancel();
    this.#set = at === undefined ? null : { at, cancel: this.#clock.wakeAt(at, () => this.#fire()) };
  }

  #fire(): void {
    this.#set = null;
    this.#onAlarm();
  }
}
