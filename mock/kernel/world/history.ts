/**
 * The state of one world and its commit log, kept in sync. Appends commits, and replays those of others.
 * The only owner of the newest state.
 */
import type { Appended, Commit, CommitLog, LoggedCommit } from '../ports.ts';
import { thenDo, type Cancel, type MaybePromise } from '../async.ts';
import type { WorldState } from '../store/state.ts';
import { replayCommit } from './replay.ts';

export interface HistoryOptions {
  readonly world: string;
  readonly log: CommitLog;
  /** The number of commits after which the log may drop older ones; 256 by default. */
  readonly checkpointEvery?: number | undefined;
  /** Called for each new state, in order, with its commit and the previous state. */
  readonly publish: (state: WorldState, commit: Commit, before: WorldState) => void;
  /** Called when others have appended commits that `replay` would read. */
  readonly fellBehind: () => void;
  /** Called when the world is no longer in the log. */
  readonly gone: () => void;
}

const defaultCheckpoint = 256;

/** The history of one world. Its calls must not overlap. */
export class History {
  readonly #options: HistoryOptions;
  readonly #unwatch: Cancel;
  #state: WorldState;
  #newest: number;
  #checkpointed: number;
  #isAppending = false;

  /** Creates a history that shows the `blank` state until `replay` has read the log. */
  constructor(options: HistoryOptions, blank: WorldState) {
    this.#options = options;
    this.#state = blank;
    this.#newest = blank.version;
    this.#checkpointed = blank.version;
    this.#unwatch = options.log.watch(options.world, (version) => {
      this.#notice(version);
    });
  }

  get state(): WorldState {
    return this.#state;
  }

  /**
   * Appends the commit for a state. Returns `false` after a conflict, when the state is up to date and the caller has to
   * retry, and when the world is gone.
   *
   * Errors: throws, or rejects, when the log rejects the commit but has nothing newer.
   */
  append(commit: Commit, next: WorldState): MaybePromise<boolean> {
    return thenDo(this.#offer(commit), (outcome) => {
      if (outcome === 'gone') {
        this.#options.gone();
        return false;
      }
      if (outcome === 'conflict') return this.#catchUpFrom(this.#state);
      this.#publish(next, commit);
      return thenDo(this.#checkpoint(), () => true);
    });
  }

  /** Reads and applies the commits of others. */
  async replay(): Promise<void> {
    const { log, world } = this.#options;
    this.#apply(await log.read(world, this.#state.version));
  }

  /** Reads up to the newest version of the log; a log that has lost commits replaces the state. */
  async refresh(isUse: boolean): Promise<void> {
    const { log, world, gone } = this.#options;
    const newest = await log.newest(world, isUse);
    if (newest === 0) gone();
    else if (newest > this.#state.version) await this.replay();
    else if (newest < this.#state.version) {
      const [first, ...rest] = await log.read(world, 0);
      if (first === undefined) return;
      this.#apply([{ ...first, commit: replacing(first.commit) }, ...rest]);
    }
  }

  #apply(commits: readonly LoggedCommit[]): void {
    const { log, world } = this.#options;
    for (const logged of commits) {
      const { state, commit } = replayCommit(log, world, this.#state, logged);
      // The log may have lost commits that this process knows.
      if (logged.version <= this.#state.version) this.#newest = logged.version;
      this.#publish(state, commit);
    }
  }

  close(): void {
    this.#unwatch();
  }

  #publish(next: WorldState, commit: Commit): void {
    const before = this.#state;
    this.#state = next;
    this.#options.publish(next, commit, before);
  }

  async #catchUpFrom(previous: WorldState): Promise<false> {
    await this.replay();
    if (this.#state === previous)
      throw new Error(
        `The log of world ${this.#options.world} rejects version ${previous.version + 1} but has no newer commits.`,
      );
    return false;
  }

  /** Appends a commit to the log. While appending, a notification of the log is usually for our own commit. */
  #offer(commit: Commit): MaybePromise<Appended> {
    const { log, world } = this.#options;
    this.#isAppending = true;
    let outcome: MaybePromise<Appended> | null = null;
    try {
      outcome = log.append(world, this.#state.version, commit, this.#state);
      if (outcome instanceof Promise) return this.#awaitOffer(outcome);
      return outcome;
    } finally {
      if (!(outcome instanceof Promise)) this.#endOffer();
    }
  }

  async #awaitOffer(outcome: Promise<Appended>): Promise<Appended> {
    try {
      return await outcome;
    } finally {
      this.#endOffer();
    }
  }

  #endOffer(): void {
    this.#isAppending = false;
    if (this.#newest > this.#state.version + 1) this.#options.fellBehind();
  }

  #notice(version: number): void {
    if (version === 0) {
      this.#options.gone();
      return;
    }
    this.#newest = Math.max(this.#newest, version);
    if (!this.#isAppending && version > this.#state.version) this.#options.fellBehind();
  }

  #checkpoint(): MaybePromise<void> {
    const { log, world, checkpointEvery = defaultCheckpoint } = this.#options;
    if (this.#state.version - this.#checkpointed < checkpointEvery) return;
    this.#checkpointed = this.#state.version;
    return log.checkpoint(world, this.#state);
  }
}

/** Returns a commit that makes its readers load the state again. */
function replacing(commit: Commit): Commit {
  return commit.kind === 'state' ? { ...commit, cause: 'restored' } : commit;
}
