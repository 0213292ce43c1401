/**
 * Reports every commit of a world to its subscribers, and notices when a reader starts to wait on the bus.
 */
import type { Cancel } from '../async.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import type { Commit, ReplaceCause, Bus } from '../ports.ts';
import type { WorldState } from '../store/state.ts';
import { View } from '../store/view.ts';

/** A change reported to subscribers; nothing follows `closed`. */
export type WorldChange =
  | { readonly kind: 'changes'; readonly changes: ChangeSet; readonly before: View; readonly after: View }
  | { readonly kind: 'replaced'; readonly cause: ReplaceCause }
  | { readonly kind: 'closed' };

/** Called with each change, in the order of the commits. */
export type Subscriber = (change: WorldChange) => void;

export class Subscribers {
  readonly #report: (error: unknown, doing: string) => void;
  readonly #added: () => void;
  readonly #subscribers = new Set<Subscriber>();
  #isClosed = false;

  /**
   * `report` is called for a subscriber that throws, since a failing subscriber must not make a commit fail; `added` is
   * called when a subscriber is added.
   */
  constructor(report: (error: unknown, doing: string) => void, added: () => void = () => undefined) {
    this.#report = report;
    this.#added = added;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  /** Adds a subscriber; it is notified immediately if the world is already closed. */
  add(subscriber: Subscriber): Cancel {
    if (this.#isClosed) subscriber({ kind: 'closed' });
    const own: Subscriber = (change) => {
      subscriber(change);
    };
    this.#subscribers.add(own);
    this.#added();
    return () => {
      this.#subscribers.delete(own);
    };
  }

  /** Reports a commit; costs nothing without subscribers. */
  follow(commit: Commit, before: WorldState, after: View): void {
    if (this.#subscribers.size === 0) return;
    if (commit.kind === 'state') this.#notify({ kind: 'replaced', cause: commit.cause ?? 'restored' });
    else this.#notify({ kind: 'changes', changes: commit.changes, before: new View(before), after });
  }

  close(): void {
    this.#isClosed = true;
    this.#notify({ kind: 'closed' });
    this.#subscribers.clear();
  }

  #notify(change: WorldChange): void {
    for (const subscriber of [...this.#subscribers]) {
      try {
        subscriber(change);
      } catch (error) {
        this.#report(error, 'watching');
      }
    }
  }
}

/** A bus that calls back whenever a reader starts to wait. */
export class NoticedBus implements Bus {
  readonly #bus: Bus;
  readonly #notice: () => void;

  constructor(bus: Bus, notice: () => void) {
    this.#bus = bus;
    this.#notice = notice;
  }

  signal(topic: string): void {
    this.#bus.signal(topic);
  }

  signalAll(): void {
    this.#bus.signalAll();
  }

  changed(topic: string, wake: () => void): Cancel {
    this.#notice();
    return this.#bus.changed(topic, wake);
  }

  get waiting(): number {
    return this.#bus.waiting;
  }
}
