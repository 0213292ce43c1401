/**
 * The operations of `backlot data` on a file that no mock uses: lists, reads and writes its worlds, and compacts it.
 */
import { CommitUnreadableError, isWorldId, worldIdForm, type LogHost } from '../../kernel/ports.ts';
import type { WorldState } from '../../kernel/store/state.ts';
import { resumedSetting, settledSetting } from '../../kernel/time/time.ts';
import { replayCommit } from '../../kernel/world/replay.ts';
import { SqliteCommitLog } from './commit-log.ts';
import { closeFile, openFile } from './database.ts';
import { explainDamage, explainError } from './file-errors.ts';
import type { DatabaseSync } from './load-sqlite.ts';

/**
 * A stored world. Shape: instants are ISO 8601; unreadable values are empty. Units: `bytes` of its state and commits.
 */
export interface StoredWorldInfo {
  readonly id: string;
  readonly fixture: string;
  readonly createdAt: string;
  readonly version: number;
  readonly commits: number;
  readonly snapshots: number;
  readonly bytes: number;
  readonly changedAt: string;
  /** Why it cannot be read; `null` if it is readable. */
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

export class StoredWorlds {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #log: SqliteCommitLog;
  readonly #host: LogHost;

  /** Opens a file. Errors: throws LogUnavailableError, with the pid of a mock that uses the file. */
  constructor(file: string, host: LogHost, { create }: { readonly create: boolean }) {
    this.#file = file;
    this.#host = host;
    this.#database = openFile({ file, durability: 'disk', create, report: host.report });
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

  /** Describes the file and its worlds, each of which is read to find damage. Units: `bytes` include the write-ahead log. */
  async inspect(): Promise<StoredFileInfo> {
    const worlds: StoredWorldInfo[] = [];
    for (const id of await this.#log.list()) worlds.push(await this.#describe(id));
    const pageSize = this.#number('page_size');
    return {
      file: this.#file,
      format: this.#number('user_version'),
      bytes: this.#number('page_count') * pageSize,
      freeBytes: this.#number('freelist_count') * pageSize,
      worlds,
    };
  }

  /** Returns the state of a world, and freezes its clock. Errors: rejects with CommitUnreadableError. */
  async read(id: string): Promise<WorldState> {
    const state = await this.#replay(id);
    return { ...state, clock: settledSetting(state.clock, this.#host.timer.now()) };
  }

  /** Errors: throws LogUnavailableError if a page of the file is damaged, since writing could damage more. */
  #assertWritable(): void {
    if (this.#log.damage !== null) throw explainDamage(this.#file, this.#log.damage);
  }

  /** Adds a world, whose clock goes on from now; returns false if there is one with this id. */
  async add(id: string, state: WorldState): Promise<boolean> {
    this.#assertWritable();
    const clock = resumedSetting(state.clock, this.#host.timer.now());
    const begun = { ...state, clock, version: 1 };
    return (await this.#log.append(id, 0, { kind: 'state', state: begun })) === 'ok';
  }

  /** Writes a checkpoint of every readable world, and frees the unused space of the file; returns the problems. */
  async compact(): Promise<readonly string[]> {
    this.#assertWritable();
    const problems: string[] = [];
    for (const id of await this.#log.list()) {
      try {
        await this.#log.compact(id, await this.#replay(id));
      } catch (error) {
        if (!(error instanceof CommitUnreadableError)) throw error;
        problems.push(error.message);
      }
    }
    try {
      this.#log.flush();
      this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      throw explainError(this.#file, error);
    }
    return problems;
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #number(pragma: string): number {
    return Number(Object.values(this.#database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  }

  async #describe(id: string): Promise<StoredWorldInfo> {
    const { at, ...counts } = this.#log.describe(id);
    const info = { ...counts, changedAt: at === null ? '' : isoTime(at) };
    try {
      const { fixture, createdAt } = (await this.#replay(id)).origin;
      return { id, fixture, createdAt: isoTime(createdAt), ...info, problem: null };
    } catch (error) {
      if (!(error instanceof CommitUnreadableError)) throw error;
      return { id, fixture: '', createdAt: '', ...info, problem: error.message };
    }
  }

  async #replay(id: string): Promise<WorldState> {
    if (!isWorldId(id)) throw this.#log.unreadable(id, 'its id', `use ${worldIdForm}`);
    let state: WorldState | null = null;
    for (const logged of await this.#log.read(id, 0)) {
      if (state !== null) ({ state } = replayCommit(this.#log, id, state, logged));
      else if (logged.commit.kind === 'state') state = { ...logged.commit.state, version: logged.version };
    }
    if (state === null) throw this.#log.unreadable(id, 'version 1', 'it is not a state');
    return state;
  }
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
