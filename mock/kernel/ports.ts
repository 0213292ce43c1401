/**
 * What the kernel needs from outside. Adapters implement these; tests use the same adapters on a host timer that is
 * turned by hand.
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
   * Shape: `background` calls do not keep a program running that has nothing else to do.
   */
  after(span: DurationMs, call: () => void, background: boolean): Cancel;
  /** Resolves in another turn of the host's event loop, after input and output that are waiting have been taken care of. */
  nextTurn(): Promise<void>;
}

/** The time of one world. */
export interface Clock {
  now(): EpochMs;
  setting(): ClockSetting;
  /** Returns the host's instant, from which settings are reckoned. */
  host(): EpochMs;
  /** Runs by another setting from now on and wakes everybody whose instant has come by that. */
  adopt(setting: ClockSetting): void;
  /** Calls once when the world's time reaches an instant. */
  wakeAt(at: EpochMs, wake: () => void): Cancel;
  /** Calls once when the world's time reaches an instant, at the latest after the same span of real time (slow motion stretches it). */
  waitUntil(at: EpochMs, wake: () => void): Cancel;
}

/** Asks for an id: the `count`th of a prefix in a world, counted from 0. */
export interface IdRequest {
  readonly prefix: string;
  readonly seed: number;
  readonly count: number;
  readonly at: EpochMs;
}

/** Creates ids. Pure: the same request gives the same id, two requests never do. */
export interface IdSource {
  /** Creates `agent_` and a token of fixed width that sorts by `count`. */
  token(request: IdRequest): string;
  /** Creates `pev_` and 26 characters of a TypeID, which sorts by `at`, then by `count`. */
  typeId(request: IdRequest): string;
}

/** Creates random numbers. Pure: its state is a number that the world keeps. */
export interface Random {
  start(seed: number): number;
  /** Returns a number from 0 to below 1, and the state for the next. */
  next(state: number): { readonly value: number; readonly state: number };
}

/** Signals readers that a topic has changed, and nothing else: what has changed is in the log. */
export interface Bus {
  signal(topic: string): void;
  signalAll(): void;
  /** Calls once at the next signal for the topic. The caller reads first and waits only when nothing is left. */
  changed(topic: string, wake: () => void): Cancel;
  readonly waiting: number;
}

/** Explains why a whole world was replaced. */
export type ReplaceCause = 'reset' | 'restored' | 'loaded';

/**
 * One step of a world's history.
 *
 * Shape: `state` replaces the whole world (its beginning, a restored snapshot, a loaded dump) and is handed over by reference;
 * a log that leaves the process writes it as its dump. `cause` is absent at the beginning and where a log has forgotten older commits.
 */
export type Commit =
  | { readonly kind: 'changes'; readonly changes: ChangeSet }
  | { readonly kind: 'state'; readonly state: WorldState; readonly cause?: ReplaceCause | undefined };

/** A commit and the version that it led to. */
export interface LoggedCommit {
  readonly version: number;
  readonly commit: Commit;
}

/** Keeps the history of worlds. The one way to change a world; several engines may share one log. */
export interface CommitLog {
  /**
   * Adds the commit that follows a version, or tells that another was faster.
   *
   * Shape: a promise wherever the log has to wait; a log in memory may answer at once.
   */
  append(world: string, expectedVersion: number, commit: Commit): MaybePromise<'ok' | 'conflict'>;
  /**
   * Returns the commits behind a version, oldest first.
   *
   * Shape: where old ones have been forgotten the first is of kind `state` and stands for all up to it.
   */
  read(world: string, from: number): Promise<readonly LoggedCommit[]>;
  /** Calls with the newest version after each append, by whomever. */
  watch(world: string, grown: (version: number) => void): Cancel;
  /** Lets the log forget all commits up to the state's version. */
  checkpoint(world: string, state: WorldState): MaybePromise<void>;
  /** Forgets a world. */
  drop(world: string): Promise<void>;
  /** Returns the ids of the worlds that have commits. */
  list(): Promise<readonly string[]>;
}
