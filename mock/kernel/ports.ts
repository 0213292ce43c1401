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
  changeSetting(setting: ClockSetting): void;
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

/** The form of an id of a world, in words. */
export const worldIdForm = '1 to 64 letters, digits, dots, dashes or underscores, a letter or digit first';

/** Returns whether a text can be the id of a world. Ids are file names and parts of URLs, so none is a path. */
export function isWorldId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id);
}

/** The reason why a whole world was replaced. */
export type ReplaceCause = 'reset' | 'restored' | 'loaded';

/**
 * One step of a world's history.
 *
 * Shape: `state` replaces the whole world (its initial state, a restored snapshot, a loaded dump) and is passed by
 * reference; a log outside the process writes it as its dump. `cause` is absent at the beginning and where a log has
 * dropped older commits. `from` is the world that a fork was made from, for logs that store only what differs.
 */
export type Commit =
  | { readonly kind: 'changes'; readonly changes: ChangeSet }
  | {
      readonly kind: 'state';
      readonly state: WorldState;
      readonly cause?: ReplaceCause | undefined;
      readonly from?: string | undefined;
    };

/** A commit and the resulting version. */
export interface LoggedCommit {
  readonly version: number;
  readonly commit: Commit;
}

/** A stored state of a world. Shape: `name` is null by default. */
export interface Snapshot {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: EpochMs;
  readonly state: WorldState;
}

/** A snapshot without its state. */
export type SnapshotHead = Omit<Snapshot, 'state'>;

/**
 * The outcome of an append.
 *
 * Shape: `conflict` means that the expected version is not the newest one, `gone` that the world has been deleted.
 */
export type Appended = 'ok' | 'conflict' | 'gone';

/**
 * Stores the history of worlds and their snapshots. Worlds change only through it; several engines may share one log.
 *
 * Errors: every method may throw, or reject with, `LogUnavailableError`. After a failed `append` the commit is not in
 * the log.
 */
export interface CommitLog {
  /**
   * Whether other processes append to this log. If so, its worlds read their newest version before each request.
   */
  readonly isShared: boolean;
  /** Returns the time that all processes of a shared log agree on; absent for the host's time. */
  readonly now?: () => EpochMs;
  /**
   * Adds the commit that follows a version, or reports that another writer was faster.
   *
   * Shape: a promise wherever the log has to wait; a log in memory may return synchronously. The world begins with an
   * append at version 0; `gone` is only returned for a world that this process has read or begun before. `before` is
   * the state of that version.
   */
  append(world: string, expectedVersion: number, commit: Commit, before?: WorldState): MaybePromise<Appended>;
  /**
   * Returns the commits after a version, oldest first.
   *
   * Shape: where old commits have been dropped, the first one is of kind `state` and replaces them.
   */
  read(world: string, from: number): Promise<readonly LoggedCommit[]>;
  /** Returns the newest version of a world; 0 if there is no such world. A shared log records a use for `lastUse`. */
  newest(world: string, isUse?: boolean): MaybePromise<number>;
  /** Calls with the newest version after each append by any writer, and with 0 when another process deletes the world. */
  watch(world: string, grown: (version: number) => void): Cancel;
  /** Allows the log to drop all commits up to the state's version. */
  checkpoint(world: string, state: WorldState): MaybePromise<void>;
  /** Returns when any process has last used a world of a shared log; absent when the log does not know. */
  readonly lastUse?: (world: string) => Promise<EpochMs>;
  /** Deletes a world and its snapshots. */
  drop(world: string): Promise<void>;
  /** Returns the ids of all worlds, in the order of their creation. */
  list(): Promise<readonly string[]>;
  /** Stores a snapshot unless there is one with this id. */
  keepSnapshot(world: string, snapshot: Snapshot): MaybePromise<'ok' | 'conflict'>;
  /** Returns the snapshots of a world, oldest first. */
  snapshots(world: string): MaybePromise<readonly SnapshotHead[]>;
  snapshot(world: string, id: string): MaybePromise<Snapshot | undefined>;
  /** The newest calls of each world, for a journal that all processes of a shared log write to. */
  readonly calls?: SharedList;
  /**
   * Creates the error for a commit that does not fit, such as `version 3`, with the place of the world and what to do.
   */
  readonly unreadable?: (world: string, place: string, problem: string) => CommitUnreadableError;
  /** Writes what is pending and releases files and connections; the log must not be used afterwards. */
  close(): Promise<void>;
}

/**
 * The newest JSON objects of a list for each world, written by all processes of a shared log. Not part of the history.
 *
 * Shape: values are numbered from 1; old ones are dropped. A deleted world has no list.
 */
export interface SharedList {
  /** Adds a value and returns its number. */
  add(world: string, value: unknown): Promise<number>;
  /** Replaces a value, unless it has been dropped. */
  replace(world: string, number: number, value: unknown): Promise<void>;
  /** Returns the values, oldest first, and how many have been added in all. */
  read(world: string): Promise<{ readonly added: number; readonly values: readonly ListedValue[] }>;
  /** Removes all values; `restart` counts from 1 again. */
  clear(world: string, restart: boolean): Promise<void>;
  /** Calls with each value that any process adds or replaces. */
  watch(world: string, changed: (value: ListedValue) => void): Cancel;
}

export interface ListedValue {
  readonly number: number;
  readonly value: unknown;
}

/**
 * Encodes commits for logs outside of the process.
 *
 * Shape: lines of JSON without line breaks, most of them shorter than 64 kB. A commit of kind `changes` is one line, one
 * of kind `state` at least one; lines are produced one at a time, so that a log can write a large state in steps.
 */
export interface CommitCodec {
  /**
   * Encodes a commit. Leaves out what is unchanged from the state `before`: properties of records in commits of kind
   * `changes`, everything in those of kind `state`.
   */
  encode(commit: Commit, before?: WorldState): Iterable<string>;
  /**
   * Decodes a commit; one of kind `state` that was encoded with `before` needs it again.
   *
   * Errors: throws `CommitUnreadableError`.
   */
  decode(lines: Iterable<string>, before?: WorldState): Commit;
}

/** The parts of the mock that a log outside of the process needs. */
export interface LogHost {
  readonly codec: CommitCodec;
  readonly timer: HostTimer;
  /** Reports a failure without a waiting caller. */
  readonly report: (message: string, error?: unknown) => void;
}

/** A log outside of the process, such as `sqliteLog({ file })`, before a mock opens it. */
export interface WorldLog {
  /** Errors: rejects with an error whose message says what is wrong and what to do. */
  open(host: LogHost): Promise<CommitLog>;
}

/**
 * Thrown when a log cannot store or return commits at the moment: a full disk, a lost connection. Nothing was changed.
 *
 * Units: `retryAfter` is in seconds.
 */
export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
  readonly retryAfter: number;

  constructor(message: string, { retryAfter = 1, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

/** Thrown for a stored commit that this version cannot read. */
export class CommitUnreadableError extends Error {
  override readonly name = 'CommitUnreadableError';
}
