/**
 * Fires the timers of a world: sets one alarm for the next timer, and a wait on the clock for each timer marked `wait`.
 */
import { thenDo, type MaybePromise } from '../async.ts';
import type { Timer } from '../machine/trigger.ts';
import type { Clock, Commit } from '../ports.ts';
import { firstPair } from '../store/persistent-map.ts';
import type { WorldState } from '../store/state.ts';
import { ok } from '../transaction/result.ts';
import type { Command, Transaction } from '../transaction/transaction.ts';
import { Alarm, Waits } from './alarms.ts';
import type { EpochMs } from './time.ts';

export interface SchedulerHost {
  readonly clock: Clock;
  /** Runs a command that cannot fail and commits its writes. */
  readonly commit: (command: Command<unknown, never>, at: EpochMs) => MaybePromise<unknown>;
  /** Executes a timer. The timer is already removed from the transaction. */
  readonly fire: (tx: Transaction, timer: Timer) => void;
  readonly report: (error: unknown, doing: string) => void;
  /** Runs a job in the background, after those that are queued. */
  readonly background: (doing: string, job: () => Promise<void>) => void;
  /** Resolves in another turn of the event loop. */
  readonly nextTurn: () => Promise<void>;
  /** Throws when the world has been deleted. */
  readonly assertOpen: () => void;
  /** Returns whether any reader or subscriber would notice a timer fire before the next call. */
  readonly isObserved: () => boolean;
}

/**
 * The number of timers to fire per turn of the event loop, a few milliseconds of work, so that other worlds can run.
 */
const firingsPerTurn = 64;

export class Scheduler {
  readonly #host: SchedulerHost;
  readonly #alarm: Alarm;
  readonly #waits: Waits;
  #first: Timer | undefined;
  /**
   * True while no alarm is set, because no reader would notice a timer fire before the next call, which fires it first.
   */
  #isAsleep = true;

  constructor(host: SchedulerHost, { due }: WorldState) {
    this.#host = host;
    this.#first = firstPair(due)?.[1];
    this.#alarm = new Alarm(host.clock, () => {
      if (host.isObserved()) host.background('timers', () => this.fireDue());
      else this.#isAsleep = true;
    });
    this.#waits = new Waits(host.clock, (timer) => {
      host.background(`timer ${timer.key}`, async () => {
        await this.fireDue();
        await this.#fire(timer, host.clock.now());
      });
    });
  }

  /** Updates the alarm and the waits after a commit. */
  follow(state: WorldState, commit: Commit, before: WorldState): void {
    if (commit.kind === 'state') this.#waits.restart(state.waits);
    else this.#waits.follow(commit.changes);
    if (state.due !== before.due) this.#first = firstPair(state.due)?.[1];
    if (!this.#isAsleep) this.#alarm.set(this.#first?.due);
  }

  /** Sets the alarm again after a reader or subscriber was added. */
  wake(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#alarm.set(this.#first?.due);
  }

  nextDue(until: EpochMs = this.#host.clock.now()): Timer | undefined {
    const timer = this.#first;
    return timer !== undefined && timer.due <= until ? timer : undefined;
  }

  /**
   * Fires all due timers, each at its own instant. Other callers of this world wait in its queue, so that they see all
   * effects or none; other worlds run in between, unless `pauses` is false.
   */
  async fireDue({ pauses } = { pauses: true }): Promise<void> {
    const { clock, nextTurn, assertOpen } = this.#host;
    assertOpen();
    const until = clock.now();
    const firings = new FiringCount();
    let count = 0;
    for (let timer = this.nextDue(until); timer !== undefined; timer = this.nextDue(until)) {
      const fired = this.#fireTogether(timer, firings);
      count += fired instanceof Promise ? await fired : fired;
      if (!pauses || count < firingsPerTurn) continue;
      count = 0;
      await nextTurn();
      assertOpen();
    }
  }

  /**
   * Fires a timer and those that are due at the same instant, in one transaction. If one of them fails, fires only the
   * first. Returns how many were fired.
   */
  #fireTogether(first: Timer, firings: FiringCount): MaybePromise<number> {
    const { commit, fire } = this.#host;
    let fired: Timer[] = [];
    const command: Command<null, never> = (tx) => {
      fired = [];
      for (let timer = tx.firstTimer(); timer?.due === first.due; timer = tx.firstTimer()) {
        tx.cancelTimer(timer.key);
        fire(tx, timer);
        if (fired.push(timer) === firingsPerTurn) break;
      }
      return ok(null);
    };
    const count = (): number => {
      for (const timer of fired) firings.add(timer);
      return fired.length;
    };
    const fireFirst = (): MaybePromise<number> => {
      firings.add(first);
      return thenDo(this.#fire(first, first.due), () => 1);
    };
    try {
      const committed = commit(command, first.due);
      return committed instanceof Promise ? committed.then(count, fireFirst) : count();
    } catch {
      return fireFirst();
    }
  }

  close(): void {
    this.#alarm.set(undefined);
    this.#waits.clear();
  }

  /**
   * Fires a timer if it is still running. One that throws is dropped and reported, since it would block its world
   * forever.
   */
  #fire(timer: Timer, at: EpochMs): MaybePromise<unknown> {
    const { commit, fire, report } = this.#host;
    const command: Command<null, never> = (tx) => {
      if (!takeTimer(tx, timer)) return ok(null);
      try {
        fire(tx, timer);
      } catch (cause) {
        throw new FiringFailed(timer.key, { cause });
      }
      return ok(null);
    };
    const drop = (error: unknown): MaybePromise<unknown> => {
      if (!(error instanceof FiringFailed)) throw error;
      report(error.cause, `timer ${timer.key}`);
      return commit((tx) => ok(takeTimer(tx, timer)), at);
    };
    try {
      const fired = commit(command, at);
      return fired instanceof Promise ? fired.catch(drop) : fired;
    } catch (error) {
      return drop(error);
    }
  }
}

class FiringFailed extends Error {}

function takeTimer(tx: Transaction, timer: Timer): boolean {
  return tx.timer(timer.key)?.due === timer.due && tx.cancelTimer(timer.key);
}

/** The number of firings of one timer at one instant that counts as an endless loop. */
const tooManyFirings = 100_000;

/** Counts the firings at one instant. Errors: `add` throws for an endless loop of firings. */
class FiringCount {
  #instant: EpochMs | null = null;
  readonly #counts = new Map<string, number>();

  add({ key, due }: Timer): void {
    if (due !== this.#instant) this.#counts.clear();
    this.#instant = due;
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > tooManyFirings) throw new Error(`Timer ${key} restarts itself endlessly at instant ${due}.`);
    this.#counts.set(key, count);
  }
}
