/**
 * The ports of the kernel. Adapters implement these; tests use the same adapters on a host timer that is advanced
 * manually.
 */
import type { Cancel, MaybePromise } from './async.ts';
import type { ChangeSet } from './transaction/changes.ts';
import type { WorldState } from './store/state.ts';
import type { DurationMs, EpochMs, ClockSetting } from './time/time.ts';

/** The only source of real time: the host's clock and its timers. */
export interface HostTimer {
  now(): EpochMs;
  /**
   * Calls once, no earlier than after a span.
   *
   * Shape: `background` calls do not keep an otherwise idle process alive.
   */
  after(span: DurationMs, call: () => void, background: boolean): Cancel;
  /** Resolves in another turn of the host's event loop, after pending I/O has been handled. */
  nextTurn(): Promise<void>;
}

/** The time of one world. */
export interface Clock {
  now(): EpochMs;
  setting(): ClockSetting;
  /** Returns the host's instant, from which clock settings are computed. */
  host(): EpochMs;
  /** Switches to another setting and makes all calls that are due under it. */
  adopt(setting: ClockSetting): void;
  /** Calls once when the world's time reaches an instant. */
  wakeAt(at: EpochMs, wake: () => void): Cancel;
  /**
   * Calls once when the world's time reaches an instant, at the latest after the same span of real time (stretched by
   * slow motion).
   */
  waitUntil(at: EpochMs, wake: () => void): Cancel;
}

/** A request for an id: the `count`th of a prefix in a world, counted from 0. */
export interface IdRequest {
  readonly prefix: string;
  readonly seed: number;
  readonly count: number;
  readonly at: EpochMs;
}

/** Creates ids. Pure: equal requests give equal ids, different requests different ids. */
export interface IdSource {
  /** Creates `agent_` and a token of fixed width that sorts by `count`. */
  token(request: IdRequest): string;
  /** Creates `pev_` and 26 characters of a TypeID, which sorts by `at`, then by `count`. */
  typeId(request: IdRequest): string;
}

/** Creates random numbers. Pure: its state is a number that the world stores. */
export interface Random {
  start(seed: number): number;
  /** Returns a number from 0 to below 1, and the next state. */
  next(state: number): { readonly value: number; readonly state: number };
}

/** Signals readers that a topic has changed, without the change, which is in the log. */
export interface Bus {
  signal(topic: string): void;
  signalAll(): void;
  /** Calls once at the next signal of the topic. The caller reads first and waits only when nothing is left. */
  changed(topic: string, wake: () => void): Cancel;
  readonly waiting: number;
}

/** The reason why a whole world was replaced. */
export type ReplaceCause = 'reset' | 'restored' | 'loaded';

/**
 * One step of a world's history.
 *
 * Shape: `state` replaces the whole world (its initial state, a restored snapshot, a loaded dump) and is passed by
 * reference; a log outside the process writes it as its dump. `cause` is absent at the beginning and where a log has
 * dropped older commits.
 */
export type Commit =
  | { readonly kind: 'changes'; readonly changes: ChangeSet }
  | { readonly kind: 'state'; readonly state: WorldState; readonly cause?: ReplaceCause | undefined };

/** A commit and the resulting version. */
export interface LoggedCommit {
  readonly version: number;
  readonly commit: Commit;
}

/** Stores the history of worlds. Worlds change only through it; several engines may share one log. */
export interface CommitLog {
  /**
   * Adds the commit that follows a version, or reports that another writer was faster.
   *
   * Shape: a promise wherever the log has to wait; a log in memory may return synchronously.
   */
  append(world: string, expectedVersion: number, commit: Commit): MaybePromise<'ok' | 'conflict'>;
  /**
   * Returns the commits after a version, oldest first.
   *
   * Shape: where old commits have been dropped, the first one is of kind `state` and replaces them.
   */
  read(world: string, from: number): Promise<readonly LoggedCommit[]>;
  /** Calls with the newest version after each append by any writer. */
  watch(world: string, grown: (version: number) => void): Cancel;
  /** Allows the log to drop all commits up to the state's version. */
  checkpoint(world: string, state: WorldState): MaybePromise<void>;
  /** Deletes a world. */
  drop(world: string): Promise<void>;
  /** Returns the ids of the worlds that have commits. */
  list(): Promise<readonly string[]>;
}
