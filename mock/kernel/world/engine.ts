/**
 * The only way to change a world: a command writes to a transaction, the commit log accepts it, the new state is
 * published, readers are notified and the alarm is set. Timers are commands started by the clock.
 * Knows nothing about records or triggers.
 */
import { Queue, thenDo, type MaybePromise } from '../async.ts';
import { NoticedBus, Subscribers } from '../log/subscribers.ts';
import type { Timer } from '../machine/trigger.ts';
import { LogUnavailableError } from '../ports.ts';
import type { Bus, Clock, Commit, CommitLog, IdSource, Random, ReplaceCause } from '../ports.ts';
import type { WorldState } from '../store/state.ts';
import { View } from '../store/view.ts';
import { Scheduler } from '../time/scheduler.ts';
import { advancedSetting, after as later, changedSetting, milliseconds } from '../time/time.ts';
import type { ClockChange, ClockSetting, DurationMs, EpochMs } from '../time/time.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import { ok, type Result } from '../transaction/result.ts';
import { Transaction, type Command } from '../transaction/transaction.ts';
import { History } from './history.ts';

export interface EngineOptions {
  readonly world: string;
  readonly log: CommitLog;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly ids: IdSource;
  readonly random: Random;
  /** Executes a timer. The timer is already removed from the transaction. */
  readonly fire: (tx: Transaction, timer: Timer) => void;
  /** Reports a bug without a waiting caller: a timer that threw, a log that failed during an alarm. */
  readonly report: (error: unknown, doing: string) => void;
  /** Resolves in another turn of the event loop; used between slices of a long series of timers. */
  readonly nextTurn: () => Promise<void>;
  /** The number of commits after which the log may drop older ones. */
  readonly checkpointEvery?: number | undefined;
  /** Called when the world was deleted by another process; its engine is closed by then. */
  readonly gone?: (() => void) | undefined;
}

/** Thrown by `dispatch` and similar methods for a deleted world. */
export class WorldClosedError extends Error {
  override readonly name = 'WorldClosedError';
}

export class Engine {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly subscribers: Subscribers;
  readonly #options: EngineOptions;
  readonly #queue = new Queue();
  readonly #history: History;
  readonly #scheduler: Scheduler;
  #view: View;
  #epoch = 0;
  #lastChanges: ChangeSet | null = null;
  #nextRefresh: Promise<void> | null = null;
  #isNextUse = false;
  /** The jobs in the background that wait for the log. */
  readonly #repeating = new Set<string>();
  #isClosed = false;

  /** Creates an engine that shows the `blank` state until `start` has read the log. */
  constructor(options: EngineOptions, blank: WorldState) {
    this.#options = options;
    const { clock, fire, report, nextTurn } = options;
    this.clock = clock;
    this.#scheduler = new Scheduler(
      {
        clock,
        fire,
        report,
        nextTurn,
        commit: this.#commit.bind(this),
        background: this.#background.bind(this),
        assertOpen: this.#assertOpen.bind(this),
        isObserved: () => this.subscribers.size > 0 || this.bus.waiting > 0,
      },
      blank,
    );
    const wake = (): void => {
      if (!this.#isClosed) this.#scheduler.wake();
    };
    this.bus = new NoticedBus(options.bus, wake);
    this.subscribers = new Subscribers(report, wake);
    this.#view = new View(blank);
    const { world, log, checkpointEvery } = options;
    const publish = this.#publish.bind(this);
    const fellBehind = (): void => {
      this.#background('reading the log', () => this.#history.replay());
    };
    const gone = this.#leave.bind(this);
    this.#history = new History({ world, log, checkpointEvery, publish, fellBehind, gone }, blank);
  }

  get state(): WorldState {
    return this.#history.state;
  }

  get view(): View {
    return this.#view;
  }

  /** The number of times the whole world was replaced; readers of an earlier epoch have nothing more to read. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The newest transaction; null when the whole world was replaced after it. */
  get lastChanges(): ChangeSet | null {
    return this.#lastChanges;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Loads the world's history, or begins it with a new state when the log has none; returns whether it was begun here.
   */
  start(begin: () => WorldState, from?: string): Promise<boolean> {
    return this.#enqueue(async () => {
      await this.#history.replay();
      let isBegun = false;
      while (this.state.version === 0 && !this.#isClosed) {
        const state = { ...begin(), version: 1 };
        isBegun = await this.#history.append({ kind: 'state', state, from }, state);
      }
      await this.#scheduler.fireDue();
      return isBegun;
    });
  }

  /**
   * Runs a command on the newest state and commits its writes, after all due timers have fired.
   *
   * Errors: the command's own error (returned); WorldClosedError and exceptions of the command (thrown). Nothing is
   * changed then.
   */
  dispatch<T, E>(command: Command<T, E>): Promise<Result<T, E>> {
    return this.#enqueue(() =>
      this.#scheduler.nextDue() === undefined
        ? this.#commit(command)
        : this.#scheduler.fireDue().then(() => this.#commit(command)),
    );
  }

  /**
   * Reads what other processes have written; null when no other process writes to the log. Calls that arrive before it
   * has begun to read share it; it counts as a use of the world if any of them does.
   */
  refresh(isUse: boolean): Promise<void> | null {
    if (this.#isClosed || !this.#options.log.isShared) return null;
    this.#isNextUse ||= isUse;
    // Why: the job of an idle queue begins immediately, which would be before the assignment.
    this.#nextRefresh ??= Promise.resolve().then(() =>
      this.#enqueue(() => {
        const isNextUse = this.#isNextUse;
        this.#nextRefresh = null;
        this.#isNextUse = false;
        return this.#history.refresh(isNextUse);
      }),
    );
    return this.#nextRefresh;
  }

  /**
   * Fires the due timers, each in a transaction at its own instant, in order; null when there are none. A log that
   * cannot store anything now stops the timers, but not the readers.
   */
  catchUp(): Promise<void> | null {
    if (this.#isClosed || this.#scheduler.nextDue() === undefined) return null;
    return this.#enqueue(async () => {
      try {
        await this.#scheduler.fireDue();
      } catch (error) {
        if (!(error instanceof LogUnavailableError)) throw error;
      }
    });
  }

  /**
   * Fires the due timers synchronously, for readers in this process that cannot wait. A world whose queue is busy, or
   * whose log is asynchronous, catches up later.
   */
  catchUpNow(): void {
    if (this.#isClosed || this.#scheduler.nextDue() === undefined) return;
    this.#background('timers', () => this.#scheduler.fireDue({ pauses: false }));
  }

  /** Changes the clock setting; resolves when all timers that are due under it have fired. */
  changeClock(change: ClockChange): Promise<void> {
    return this.#turnClock((setting) => changedSetting(setting, change, this.clock.host()));
  }

  /** Advances the clock; resolves when all timers up to the new time have fired. */
  advance(by: DurationMs): Promise<void> {
    return this.#turnClock((setting) => advancedSetting(setting, by));
  }

  /** Replaces the state of the whole world and ends its readers. */
  replace(make: (current: WorldState) => WorldState, cause: ReplaceCause): Promise<void> {
    return this.#enqueue(async () => {
      await this.#replace(make, cause);
      await this.#scheduler.fireDue();
    });
  }

  /** Ends all readers and rejects further commands; resolves when the running command is done. */
  close(): Promise<void> {
    this.#end();
    return this.#queue.run(() => nothingToDo);
  }

  /** Ends the engine of a world that was deleted by another process. */
  #leave(): void {
    if (this.#isClosed) return;
    this.#end();
    this.#options.gone?.();
  }

  #end(): void {
    this.#isClosed = true;
    this.#history.close();
    this.#scheduler.close();
    this.bus.signalAll();
    this.subscribers.close();
  }

  #enqueue<T>(job: () => MaybePromise<T>): Promise<T> {
    return this.#queue.run(() => {
      this.#assertOpen();
      return job();
    });
  }

  #background(doing: string, job: () => Promise<void>): void {
    this.#enqueue(job).catch((error: unknown) => {
      if (error instanceof WorldClosedError) return;
      if (!(error instanceof LogUnavailableError)) this.#options.report(error, doing);
      else this.#repeat(doing, job, error.retryAfter);
    });
  }

  /** Runs a job again later, since nothing else does once the log is available again. */
  #repeat(doing: string, job: () => Promise<void>, seconds: number): void {
    if (this.#repeating.has(doing)) return;
    this.#repeating.add(doing);
    const wait = milliseconds(seconds * 1_000);
    this.clock.waitUntil(later(this.clock.now(), wait), () => {
      this.#repeating.delete(doing);
      if (!this.#isClosed) this.#background(doing, job);
    });
  }

  #commit<T, E>(command: Command<T, E>, instant?: EpochMs): MaybePromise<Result<T, E>> {
    this.#assertOpen();
    const at = instant ?? this.clock.now();
    const tx = new Transaction(this.state, at, this.#options);
    const result = command(tx, at);
    if (!result.ok || tx.isUntouched()) return result;
    const changes = tx.changes();
    return thenDo(this.#history.append({ kind: 'changes', changes }, tx.finish()), (isTaken) =>
      isTaken ? result : this.#commit(command, instant),
    );
  }

  async #replace(make: (current: WorldState) => WorldState, cause: ReplaceCause): Promise<void> {
    for (;;) {
      this.#assertOpen();
      const state = { ...make(this.state), version: this.state.version + 1 };
      if (await this.#history.append({ kind: 'state', state, cause }, state)) return;
    }
  }

  #publish(state: WorldState, commit: Commit, before: WorldState): void {
    if (this.#isClosed) return;
    this.#view = new View(state);
    this.#lastChanges = commit.kind === 'changes' ? commit.changes : null;
    if (state.clock !== before.clock) this.clock.changeSetting(state.clock);
    if (commit.kind === 'state') {
      // A state without a cause only stands for commits that the log has dropped, so readers continue.
      if (commit.cause !== undefined) this.#epoch += 1;
      this.bus.signalAll();
    } else {
      for (const { topic } of commit.changes.topics) this.bus.signal(topic);
      for (const topic of commit.changes.dropped) this.bus.signal(topic);
    }
    this.#scheduler.follow(state, commit, before);
    this.subscribers.follow(commit, before, this.#view);
  }

  #turnClock(turn: (setting: ClockSetting) => ClockSetting): Promise<void> {
    return this.#enqueue(async () => {
      await this.#scheduler.fireDue();
      await this.#commit((tx) => {
        tx.setClock(turn(tx.clock));
        return ok(null);
      });
      await this.#scheduler.fireDue();
    });
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new WorldClosedError(`World ${this.#options.world} has been deleted.`);
  }
}

const nothingToDo: Promise<void> = Promise.resolve();
