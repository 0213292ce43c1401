/**
 * The one way in which a world changes: a command writes to a transaction, the commit log takes it, the new state is
 * published, readers are told and the clock is armed. Timers are commands that the clock gives.
 * Knows nothing about records or triggers.
 */
import { Alarm } from '../time/alarm.ts';
import { Transaction } from '../transaction/transaction.ts';
import { FiringCount } from '../time/firing-count.ts';
import { History } from './history.ts';
import { noticeReaders } from '../log/notice-readers.ts';
import { firstPair } from '../store/persistent-map.ts';
import type { Bus, Clock, Commit, CommitLog, IdSource, Random, ReplaceCause } from '../ports.ts';
import { Queue } from '../transaction/queue.ts';
import { ok } from '../transaction/result.ts';
import type { Result } from '../transaction/result.ts';
import { thenDo } from '../maybe-promise.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { WorldState } from '../store/state.ts';
import type { Timer } from '../time/timer.ts';
import type { DurationMs, EpochMs } from '../time/units.ts';
import { View } from '../store/view.ts';
import { WaitScheduler } from '../time/scheduler.ts';
import { Subscribers } from '../log/subscribers.ts';
import { advancedSetting, changedSetting } from '../time/world-time.ts';
import type { ClockChange, ClockSetting } from '../time/world-time.ts';

/**
 * What somebody wants done, as a pure function: it may run several times, and only the last run counts.
 * A refusal or an exception leaves nothing behind.
 */
export type Command<T, E> = (tx: Transaction, at: EpochMs) => Result<T, E>;

/** What an engine is made of. */
export interface EngineOptions {
  readonly world: string;
  readonly log: CommitLog;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly ids: IdSource;
  readonly random: Random;
  /** Does what a timer is for. The timer is already gone from the transaction. */
  readonly fire: (tx: Transaction, timer: Timer) => void;
  /** Reports a bug that no caller waits for: a timer that threw, a log that failed at an alarm. */
  readonly report: (error: unknown, doing: string) => void;
  /** Resolves in another turn of the event loop; between slices of a long series of timers. */
  readonly nextTurn: () => Promise<void>;
  /** Counts the commits after which the log may forget the older ones. */
  readonly checkpointEvery?: number | undefined;
}

/** Signals that somebody tried to change a world that has been deleted. Thrown by `dispatch` and its like. */
export class WorldClosedError extends Error {
  override readonly name = 'WorldClosedError';
}

/** How many timers fire in one turn of the event loop, some milliseconds of work: other worlds must not wait for the rest. */
const firingsPerTurn = 64;

/** The engine of one world. */
export class Engine {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly subscribers: Subscribers;
  readonly #options: EngineOptions;
  readonly #queue = new Queue();
  readonly #history: History;
  readonly #alarm: Alarm;
  readonly #waits: WaitScheduler;
  #view: View;
  /** The timer that fires first. */
  #first: Timer | undefined;
  #epoch = 0;
  /** Whether no alarm is set, because nobody would see a timer fire before the next call, which fires it first. */
  #isAsleep = true;
  #isClosed = false;

  /** Takes the state to show until `start` has read the log. */
  constructor(options: EngineOptions, blank: WorldState) {
    this.#options = options;
    const wake = this.#wake.bind(this);
    this.bus = noticeReaders(options.bus, wake);
    this.clock = options.clock;
    this.subscribers = new Subscribers(options.report, wake);
    this.#view = new View(blank);
    this.#first = firstPair(blank.due)?.[1];
    this.#alarm = new Alarm(options.clock, () => {
      if (this.#isObserved()) this.#background('timers', () => this.#fireDue());
      else this.#isAsleep = true;
    });
    this.#waits = new WaitScheduler(options.clock, (timer) => {
      this.#background(`timer ${timer.key}`, () => this.#endWait(timer));
    });
    const { world, log, checkpointEvery } = options;
    const publish = this.#publish.bind(this);
    const fellBehind = (): void => {
      this.#background('reading the log', () => this.#history.replay());
    };
    this.#history = new History({ world, log, checkpointEvery, publish, fellBehind }, blank);
  }

  get state(): WorldState {
    return this.#history.state;
  }

  get view(): View {
    return this.#view;
  }

  /** Counts how often the whole world was replaced; readers of an earlier era have nothing more to read. */
  get epoch(): number {
    return this.#epoch;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes up the world's history, or begins it with a state when the log has none. */
  start(begin: () => WorldState): Promise<void> {
    return this.#enqueue(async () => {
      await this.#history.replay();
      if (this.state.version === 0) await this.#replace(begin, undefined);
      await this.#fireDue();
    });
  }

  /**
   * Runs a command on the newest state and commits what it has written, after all timers that are due.
   *
   * Errors: the command's own refusal (returned); WorldClosedError and what the command throws (thrown). Nothing is changed then.
   */
  dispatch<T, E>(command: Command<T, E>): Promise<Result<T, E>> {
    return this.#enqueue(() =>
      this.#nextDue() === undefined
        ? this.#commit(command)
        : this.#fireDue().then(() => this.#commit(command)),
    );
  }

  /** Fires the timers that are due, each in a transaction at its own instant, in order; null when there are none. */
  catchUp(): Promise<void> | null {
    if (this.#isClosed || this.#nextDue() === undefined) return null;
    return this.#enqueue(() => this.#fireDue());
  }

  /**
   * Fires the timers that are due before it returns, for readers in this process that cannot wait. A world whose queue is
   * busy, or whose log takes its time, catches up later.
   */
  catchUpNow(): void {
    if (this.#isClosed || this.#nextDue() === undefined) return;
    this.#background('timers', () => this.#fireDue({ pauses: false }));
  }

  /** Lets the clock run another way; resolves when all timers that are due by that have fired. */
  changeClock(change: ClockChange): Promise<void> {
    return this.#turnClock((setting) => changedSetting(setting, change, this.clock.host()));
  }

  /** Puts the clock forward; resolves when all timers on the way have fired. */
  advance(by: DurationMs): Promise<void> {
    return this.#turnClock((setting) => advancedSetting(setting, by));
  }

  /** Puts another state in place of the whole world and ends its readers. */
  replace(make: (current: WorldState) => WorldState, cause: ReplaceCause): Promise<void> {
    return this.#enqueue(async () => {
      await this.#replace(make, cause);
      await this.#fireDue();
    });
  }

  /** Ends all readers and refuses further commands; resolves when the one that is running is done. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#history.close();
    this.#alarm.set(undefined);
    this.#waits.clear();
    this.bus.signalAll();
    this.subscribers.close();
    return this.#queue.run(() => nothingToDo);
  }

  #enqueue<T>(job: () => MaybePromise<T>): Promise<T> {
    return this.#queue.run(() => {
      this.#assertOpen();
      return job();
    });
  }

  #background(doing: string, job: () => Promise<void>): void {
    this.#enqueue(job).catch((error: unknown) => {
      if (!(error instanceof WorldClosedError)) this.#options.report(error, doing);
    });
  }

  #commit<T, E>(command: Command<T, E>, instant?: EpochMs): MaybePromise<Result<T, E>> {
    const at = instant ?? this.clock.now();
    const tx = new Transaction(this.state, at, this.#options);
    const result = command(tx, at);
    if (!result.ok || tx.isUntouched()) return result;
    const changes = tx.changes();
    return thenDo(this.#history.append({ kind: 'changes', changes }, tx.finish()), (isTaken) =>
      isTaken ? result : this.#commit(command, instant),
    );
  }

  async #replace(make: (current: WorldState) => WorldState, cause: ReplaceCause | undefined): Promise<void> {
    for (;;) {
      const state = { ...make(this.state), version: this.state.version + 1 };
      if (await this.#history.append({ kind: 'state', state, cause }, state)) return;
    }
  }

  #publish(state: WorldState, commit: Commit, before: WorldState): void {
    if (this.#isClosed) return;
    this.#view = new View(state);
    if (state.clock !== before.clock) this.clock.adopt(state.clock);
    if (commit.kind === 'state') {
      this.#epoch += 1;
      this.#waits.restart(state.waits);
      this.bus.signalAll();
    } else {
      this.#waits.follow(commit.changes);
      for (const { topic } of commit.changes.topics) this.bus.signal(topic);
      for (const topic of commit.changes.dropped) this.bus.signal(topic);
    }
    if (state.due !== before.due) this.#first = firstPair(state.due)?.[1];
    if (!this.#isAsleep) this.#alarm.set(this.#first?.due);
    this.subscribers.follow(commit, before, this.#view);
  }

  #isObserved(): boolean {
    return this.subscribers.size > 0 || this.bus.waiting > 0;
  }

  /** Sets the alarm again for somebody who has begun to read or to watch. */
  #wake(): void {
    if (!this.#isAsleep || this.#isClosed) return;
    this.#isAsleep = false;
    this.#alarm.set(this.#first?.due);
  }

  #turnClock(turn: (setting: ClockSetting) => ClockSetting): Promise<void> {
    return this.#enqueue(async () => {
      await this.#fireDue();
      await this.#commit((tx) => {
        tx.setClock(turn(tx.clock));
        return ok(null);
      });
      await this.#fireDue();
    });
  }

  #nextDue(until = this.clock.now()): Timer | undefined {
    const timer = this.#first;
    return timer !== undefined && timer.due <= until ? timer : undefined;
  }

  /**
   * Fires what is due by now. Others who call this world wait in its queue meanwhile, so that they see all of it or
   * nothing; other worlds have their turn in between, unless nothing is to pause.
   */
  async #fireDue({ pauses } = { pauses: true }): Promise<void> {
    this.#assertOpen();
    const until = this.clock.now();
    const firings = new FiringCount();
    let count = 0;
    for (let timer = this.#nextDue(until); timer !== undefined; timer = this.#nextDue(until)) {
      firings.add(timer);
      const fired = this.#fire(timer, timer.due);
      if (pauses || fired instanceof Promise) await fired;
      count += 1;
      if (pauses && count % firingsPerTurn === 0) await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    await this.#options.nextTurn();
    this.#assertOpen();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new WorldClosedError(`World ${this.#options.world} has been deleted.`);
  }

  async #endWait(timer: Timer): Promise<void> {
    await this.#fireDue();
    await this.#fire(timer, this.clock.now());
  }

  /** Fires a timer if it is still running. One that throws is dropped and reported, or it would block its world for good. */
  #fire(timer: Timer, at: EpochMs): MaybePromise<unknown> {
    const { fire, report } = this.#options;
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
      return this.#commit((tx) => ok(takeTimer(tx, timer)), at);
    };
    try {
      const fired = this.#commit(command, at);
      return fired instanceof Promise ? fired.catch(drop) : fired;
    } catch (error) {
      return drop(error);
    }
  }
}

const nothingToDo: Promise<void> = Promise.resolve();

class FiringFailed extends Error {}

function takeTimer(tx: Transaction, timer: Timer): boolean {
  return tx.timer(timer.key)?.due === timer.due && tx.cancelTimer(timer.key);
}
