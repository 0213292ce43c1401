/** What `backlot data` does with a file that no mock uses: lists its worlds, reads and writes them, makes it small. */
import { statSync } from 'node:fs';
import { CommitUnreadableError } from '../../kernel/ports.ts';
import type { LogHost, LoggedCommit } from '../../kernel/ports.ts';
import { applyChanges } from '../../kernel/store/state-builder.ts';
import { completeChanges } from '../../kernel/transaction/kept-properties.ts';
import type { Origin, WorldState } from '../../kernel/store/state.ts';
import { resumedSetting, settledSetting } from '../../kernel/time/time.ts';
import { SqliteCommitLog } from './commit-log.ts';
import { closeFile, openFile } from './database.ts';
import { explainError } from './file-errors.ts';
import type { DatabaseSync } from './load-sqlite.ts';

/** A stored world. Shape: instants are ISO 8601. Units: `bytes` of its state and commits. */
export interface StoredWorldInfo {
  readonly id: string;
  readonly fixture: string;
  readonly createdAt: string;
  readonly version: number;
  readonly commits: number;
  readonly snapshots: number;
  readonly bytes: number;
  readonly changedAt: string;
  /** Why it cannot be read; `null` if it can. */
  readonly problem: string | null;
}

/** Units: `bytes` of the file, `freeBytes` of it that are used again before it grows. */
export interface StoredFileInfo {
  readonly file: string;
  readonly format: number;
  readonly bytes: number;
  readonly freeBytes: number;
  readonly worlds: readonly StoredWorldInfo[];
}

interface InfoRow {
  readonly name: string;
  readonly origin: string;
  readonly version: number;
  readonly commits: number;
  readonly snapshots: number;
  readonly bytes: number;
  readonly at: number;
}

const INFO = `
  SELECT name, origin, max(w.version, coalesce(max(c.version), 0)) AS version, count(c.id) AS commits,
    (SELECT count(*) FROM snapshots s WHERE s.world = w.id) AS snapshots,
    w.bytes + coalesce(sum(octet_length(c.body)), 0) AS bytes, max(w.at, coalesce(max(c.at), 0)) AS at
  FROM worlds w LEFT JOIN commits c ON c.world = w.id AND c.version > w.version
  GROUP BY w.id ORDER BY w.id`;

/** A file that is open for maintenance. */
export class StoredWorlds {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #log: SqliteCommitLog;
  readonly #host: LogHost;

  /**
   * Opens a file.
   *
   * Errors: throws LogUnavailableError, with the pid of a mock that uses the file.
   */
  constructor(file: string, host: LogHost, { create }: { readonly create: boolean }) {
    this.#file = file;
    this.#host = host;
    this.#database = openFile({ file, durability: 'disk', create });
    try {
      this.#log = new SqliteCommitLog(file, this.#database, host);
    } catch (error) {
      closeFile(file, this.#database);
      throw explainError(file, error);
    }
  }

  list(): Promise<readonly string[]> {
    return this.#log.list();
  }

  /** Describes the file and its worlds, each of which is read to find damage. */
  async inspect(): Promise<StoredFileInfo> {
    const rows = this.#database.prepare(INFO).all() as readonly object[] as readonly InfoRow[];
    const worlds: StoredWorldInfo[] = [];
    for (const { name: id, origin: json, at, ...counts } of rows) {
      const { fixture, createdAt } = JSON.parse(json) as Origin;
      const problem = await this.#problemOf(id);
      worlds.push({ id, fixture, createdAt: isoTime(createdAt), ...counts, changedAt: isoTime(at), problem });
    }
    const freeBytes = this.#number('freelist_count') * this.#number('page_size');
    const { size: bytes } = statSync(this.#file);
    return { file: this.#file, format: this.#number('user_version'), bytes, freeBytes, worlds };
  }

  /** Returns the state of a world, whose clock stands still from now on. Errors: rejects with CommitUnreadableError. */
  async read(id: string): Promise<WorldState> {
    const state = stateOf(await this.#log.read(id, 0));
    return { ...state, clock: settledSetting(state.clock, this.#host.timer.now()) };
  }

  /** Adds a world, whose clock goes on from now; returns false if there is one with this id. */
  async add(id: string, state: WorldState): Promise<boolean> {
    const clock = resumedSetting(state.clock, this.#host.timer.now());
    const begun = { ...state, clock, version: 1 };
    return (await this.#log.append(id, 0, { kind: 'state', state: begun })) === 'ok';
  }

  /** Writes a checkpoint of every world that can be read, and gives the free space of the file back. */
  async compact(): Promise<void> {
    for (const id of await this.#log.list())
      if ((await this.#problemOf(id)) === null)
        await this.#log.compact(id, stateOf(await this.#log.read(id, 0)));
    this.#log.flush();
    this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #number(pragma: string): number {
    return Number(Object.values(this.#database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  }

  async #problemOf(id: string): Promise<string | null> {
    try {
      await this.#log.read(id, 0);
      return null;
    } catch (error) {
      if (error instanceof CommitUnreadableError) return error.message;
      throw error;
    }
  }
}

/** Returns the newest state; its version is the one of the log. */
function stateOf([first, ...rest]: readonly LoggedCommit[]): WorldState {
  if (first?.commit.kind !== 'state') throw new CommitUnreadableError('a world does not begin with a state');
  let state: WorldState = { ...first.commit.state, version: first.version };
  for (const { commit, version } of rest)
    state =
      commit.kind === 'state'
        ? { ...commit.state, version }
        : applyChanges(state, completeChanges(commit.changes, state));
  return state;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
