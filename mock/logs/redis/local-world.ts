/** The local state of a world: the last commit that this process has read, and later commits received from the feed. */
import type { CommitNotice } from './feed-reader.ts';
import type { ForkSource } from './fork-sources.ts';

export interface StoredCommit {
  readonly version: number;
  readonly id: string;
  readonly body: string;
}

/** The maximum number of received commits of one world. */
const MAX_RECEIVED = 1_000;

export class LocalWorld {
  readonly uid: string;
  /** The newest commit that was read or appended. Shape: `tail` is its id. */
  version: number;
  tail: string;
  /** The newest version that anyone has reported. */
  newest: number;
  /** Whether the commits after the stored state take more space than a newer state would. */
  needsCheckpoint = false;
  /** The state that forks of the world are stored as differences from; `null` for none yet. */
  source: ForkSource | null = null;
  /** Settles when a fork that later ones may share a state with is stored; `null` for none. */
  sharing: Promise<unknown> | null = null;
  readonly #received = new Map<number, CommitNotice>();

  constructor(uid: string, version: number, tail: string) {
    this.uid = uid;
    this.version = version;
    this.tail = tail;
    this.newest = version;
  }

  /** Records that commits were read or appended. */
  advance(version: number, tail: string): void {
    for (let old = this.version + 1; old <= version && this.#received.size > 0; old += 1)
      this.#received.delete(old);
    // Redis has lost commits.
    if (version < this.version) this.#received.clear();
    this.newest = version < this.version ? version : Math.max(this.newest, version);
    this.version = version;
    this.tail = tail;
  }

  receive(entry: CommitNotice): void {
    this.newest = Math.max(this.newest, entry.version);
    if (this.#received.size >= MAX_RECEIVED) this.#received.clear();
    if (entry.version > this.version && entry.body !== '') this.#received.set(entry.version, entry);
  }

  /** Returns the received commits up to the newest version; `null` if one of them is missing. */
  takeReceived(): readonly StoredCommit[] | null {
    const commits: StoredCommit[] = [];
    let before = this.tail;
    for (let version = this.version + 1; version <= this.newest; version += 1) {
      const entry = this.#received.get(version);
      if (entry?.before !== before) return null;
      commits.push(entry);
      before = entry.id;
    }
    return commits.length === 0 ? null : commits;
  }
}
