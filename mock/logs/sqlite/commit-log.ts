/**
 * The commit log of one process in a SQLite file. Versions are checked in memory, since no other process writes to the
 * file; commits of one turn of the event loop, of all worlds, share a transaction.
 */
import { LogWatchers } from '../../adapters/log-watchers.ts';
import type { Cancel } from '../../kernel/async.ts';
import { LogUnavailableError } from '../../kernel/ports.ts';
import type {
  CommitUnreadableError,
  Appended,
  Commit,
  CommitLog,
  LoggedCommit,
  LogHost,
  Snapshot,
  SnapshotHead,
} from '../../kernel/ports.ts';
import type { WorldState } from '../../kernel/store/state.ts';
import type { DatabaseSync } from './load-sqlite.ts';
import type { StoredState } from './statements.ts';
import { isWorthSharing } from './shared-states.ts';
import { DAMAGED_ROW, indexFile, StoredWorld } from './stored-world.ts';
import { WorldFile } from './world-file.ts';

/** Units: bytes of commits after which a checkpoint pays. */
const MIN_CHECKPOINT = 262_144;

export class SqliteCommitLog implements CommitLog {
  readonly isShared = false;
  /** The error of SQLite for a damaged page that was found when the file was opened; `null` without one. */
  readonly damage: unknown;
  readonly #file: WorldFile;
  readonly #host: LogHost;
  readonly #watchers = new LogWatchers();
  readonly #worlds: Map<string, StoredWorld>;
  #nextKey: number;
  #nextRow: number;
  #isClosed = false;

  constructor(path: string, database: DatabaseSync, host: LogHost) {
    this.#host = host;
    this.#file = new WorldFile(path, database, host);
    const index = indexFile(this.#file.statements, this.#file.segments);
    const { worlds, leftovers, nextKey, nextRow, nextState } = index;
    this.#worlds = worlds;
    this.damage = index.damage;
    if (index.skipped > 0)
      host.report(
        `${path}: ${index.skipped} damaged snapshots are left out. Restore a copy of the file to get them.`,
      );
    this.#nextKey = nextKey;
    this.#nextRow = nextRow;
    this.#file.nextState = nextState;
    this.#file.discardRows(leftovers.rows);
    for (const state of leftovers.states) this.#file.deleteState(state);
    for (const world of worlds.values()) for (const state of world.states()) this.#file.useState(state);
  }

  append(
    name: string,
    expectedVersion: number,
    commit: Commit,
    before?: WorldState,
  ): Appended | Promise<Appended> {
    this.#assertOpen();
    const world = this.#worlds.get(name);
    if ((world?.version ?? 0) !== expectedVersion) return 'conflict';
    if (world?.replacing != null)
      return world.replacing.then(() => this.append(name, expectedVersion, commit, before));
    if (world?.isDropped === true) return 'gone';
    if (commit.kind === 'state') return this.#appendState(world ?? this.#addWorld(name), commit);
    if (world === undefined) throw new Error(`World ${name} does not begin with a state.`);
    return this.#appendChanges(world, commit, before);
  }

  async read(name: string, from: number): Promise<readonly LoggedCommit[]> {
    this.#assertOpen();
    await this.#worlds.get(name)?.replacing;
    this.#file.writer.drain();
    const world = this.#worlds.get(name);
    if (world === undefined) return [];
    if (world.problem !== null) throw this.#file.unreadable(name, world.problem.place, world.problem.reason);
    const commits: LoggedCommit[] = [];
    if (world.base !== null && from < world.baseVersion) {
      const commit = this.#file.readState(name, `version ${world.baseVersion}`, world.base);
      commits.push({ version: world.baseVersion, commit });
      if (commit.kind === 'state')
        world.lineage ??= this.#file.shared.lineage(name, world.base, commit.state, world.bytes);
    }
    const first = Math.max(from, world.baseVersion) + 1;
    const rows = world.rows.slice(first - world.baseVersion - 1);
    for (const [place, commit] of this.#file.readCommits(world, rows, first).entries())
      commits.push({ version: first + place, commit });
    return commits;
  }

  newest(name: string): number {
    return this.#worlds.get(name)?.version ?? 0;
  }

  watch(name: string, grown: (version: number) => void): Cancel {
    return this.#watchers.add(name, grown);
  }

  /** Begins to write a checkpoint, unless the commits since the last one take less space than it would. */
  checkpoint(name: string, state: WorldState): void {
    const world = this.#worlds.get(name);
    if (world?.base == null || world.isCheckpointing || this.#isClosed) return;
    if (world.bytes < Math.max(MIN_CHECKPOINT, world.base.bytes)) return;
    this.#checkpoint(world, state).catch((error: unknown) => {
      if (!(error instanceof LogUnavailableError)) this.#host.report(`A checkpoint of ${name} failed`, error);
    });
  }

  /** Writes a checkpoint of the newest state, unless it would take more space than it frees since the last one is shared. */
  async compact(name: string, state: WorldState): Promise<void> {
    const world = this.#worlds.get(name);
    if (world?.base == null || world.rows.length === 0) return;
    if (!this.#file.shared.isShared(world.base) || world.bytes >= world.base.bytes)
      await this.#checkpoint(world, state);
  }

  /** Executes all pending writes, and deletes unreferenced rows. */
  flush(): void {
    this.#file.writer.flush();
    this.#file.statements.sweep(0, this.#nextRow);
  }

  async drop(name: string): Promise<void> {
    this.#assertOpen();
    await this.#worlds.get(name)?.replacing;
    const world = this.#worlds.get(name);
    if (world === undefined) return;
    world.isDropped = true;
    try {
      await this.#file.run(() => {
        if (world.key === DAMAGED_ROW) this.#file.statements.dropDamaged(name);
        else this.#file.statements.dropWorld(world.key);
      });
    } catch (error) {
      world.isDropped = false;
      throw error;
    }
    this.#worlds.delete(name);
    this.#file.discardRows(world.rows);
    for (const state of world.states()) this.#file.discardState(state);
  }

  list(): Promise<readonly string[]> {
    const begun = [...this.#worlds.values()].filter(({ base, problem }) => base !== null || problem !== null);
    return Promise.resolve(begun.map(({ name }) => name));
  }

  /** Describes a world without reading it. Units: bytes. Shape: `at` is the time of its last change. */
  describe(name: string) {
    const world = this.#worlds.get(name);
    const last = world?.rows.at(-1);
    return {
      version: world?.version ?? 0,
      commits: world?.rows.length ?? 0,
      snapshots: world?.snapshots.size ?? 0,
      bytes: (world?.base?.bytes ?? 0) + (world?.bytes ?? 0),
      at: last === undefined ? (world?.at ?? null) : this.#file.statements.commitTime(last),
    };
  }

  async keepSnapshot(name: string, snapshot: Snapshot): Promise<'ok' | 'conflict'> {
    this.#assertOpen();
    const world = this.#worlds.get(name);
    if (world === undefined) throw new Error(`World ${name} does not exist.`);
    if (world.snapshots.has(snapshot.id)) return 'conflict';
    const { state: _, ...head } = snapshot;
    const row = { world: world.key, id: head.id, name: head.name, created_at: head.createdAt };
    world.snapshots.set(head.id, { head, state: null });
    try {
      const state = await this.#file.writeState({ kind: 'state', state: snapshot.state }, (written) => {
        this.#file.statements.snapshot({ ...row, ...written });
      });
      world.snapshots.set(head.id, { head, state });
      return 'ok';
    } catch (error) {
      world.snapshots.delete(head.id);
      throw error;
    }
  }

  snapshots(name: string): readonly SnapshotHead[] {
    const snapshots = [...(this.#worlds.get(name)?.snapshots.values() ?? [])];
    return snapshots.filter(({ state }) => state !== null).map(({ head }) => head);
  }

  snapshot(name: string, id: string): Snapshot | undefined {
    const snapshot = this.#worlds.get(name)?.snapshots.get(id);
    if (snapshot?.state == null) return undefined;
    const { head, state } = snapshot;
    const commit = this.#file.readState(name, `snapshot ${head.id}`, state);
    return commit.kind === 'state' ? { ...head, state: commit.state } : undefined;
  }

  unreadable(world: string, place: string, problem: string): CommitUnreadableError {
    return this.#file.unreadable(world, place, problem);
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#file.close();
    return Promise.resolve();
  }

  #appendChanges(world: StoredWorld, commit: Commit, before: WorldState | undefined): Promise<Appended> {
    const [line = ''] = this.#host.codec.encode(commit, before);
    // Why: SQLite and the checksum would each encode the text.
    const body = Buffer.from(line);
    const [id, version] = [this.#nextRow, world.version + 1];
    this.#nextRow += 1;
    world.version = version;
    return this.#file.writer.insert({
      id,
      world: world.key,
      version,
      body,
      stored: () => {
        world.rows.push(id);
        world.bytes += body.length;
        if (world.lineage !== null) world.lineage.changed += body.length;
        this.#file.segments.add(id, body.length);
        this.#watchers.notify(world.name, version);
      },
      failed: () => {
        world.version -= 1;
      },
    });
  }

  #appendState(world: StoredWorld, commit: Commit & { readonly kind: 'state' }): Promise<Appended> {
    const version = world.version + 1;
    world.version = version;
    const finish = (written: StoredState): void => {
      this.#putWorld(world, version, commit.state, written);
    };
    const appended = this.#writeState(world, commit, finish).then(
      (stored): Appended => {
        world.replacing = null;
        this.#rebase(world, stored, commit.state, version, world.bytes);
        this.#watchers.notify(world.name, version);
        return 'ok';
      },
      (error: unknown) => {
        world.version -= 1;
        world.replacing = null;
        if (world.base === null) this.#worlds.delete(world.name);
        throw error;
      },
    );
    world.replacing = appended.catch(() => undefined);
    return appended;
  }

  /** Writes the state of a world; that of a fork as its differences from a stored state. */
  async #writeState(
    world: StoredWorld,
    commit: Commit & { readonly kind: 'state' },
    finish: (written: StoredState) => void,
  ): Promise<StoredState> {
    const from = commit.from === undefined ? undefined : this.#worlds.get(commit.from);
    if (from === undefined) return this.#file.writeState(commit, finish);
    const { shared } = this.#file;
    while (from.forking !== null) await from.forking;
    this.#assertOpen();
    const { lineage } = from;
    const source = shared.choose(lineage);
    if (source !== null) {
      const stored = await this.#file.writeState(commit, finish, { source });
      source.repeated += stored.bytes - source.bytes;
      return stored;
    }
    const written = this.#file.writeState(commit, finish);
    if (!isWorthSharing(lineage)) return written;
    // Why: many forks may be requested at once, and all would be stored in full.
    from.forking = written.then(
      (stored) => {
        const like = shared.lineage(world.name, stored, commit.state, 0);
        if (from.lineage === lineage) from.lineage = like;
        from.forking = null;
      },
      () => {
        from.forking = null;
      },
    );
    return written;
  }

  async #checkpoint(world: StoredWorld, state: WorldState): Promise<void> {
    const { base: before, bytes } = world;
    const { version } = state;
    const outcome = { isUsed: false };
    world.isCheckpointing = true;
    try {
      const finish = (written: StoredState): void => {
        outcome.isUsed = world.base === before && world.replacing === null && !world.isDropped;
        if (outcome.isUsed) this.#putWorld(world, version, state, written);
      };
      const stored = await this.#file.writeState({ kind: 'state', state }, finish, { isBackground: true });
      if (outcome.isUsed) this.#rebase(world, stored, state, version, bytes);
      else this.#file.discardState(stored);
    } finally {
      world.isCheckpointing = false;
    }
  }

  /** Makes a newer state the first one of a world, and deletes what it replaces. */
  #rebase(world: StoredWorld, stored: StoredState, state: WorldState, version: number, bytes: number): void {
    const { base: before } = world;
    this.#file.discardRows(world.rebase(stored, version, bytes));
    world.lineage = this.#file.shared.lineage(world.name, stored, state, world.bytes);
    if (before !== null) this.#file.discardState(before);
  }

  #putWorld(world: StoredWorld, version: number, state: WorldState, stored: StoredState): void {
    const row = {
      id: world.key,
      name: world.name,
      origin: JSON.stringify(state.origin),
      version,
      at: this.#host.timer.now(),
      ...stored,
    };
    if (world.base === null) this.#file.statements.begin(row);
    else this.#file.statements.replace(row);
  }

  #addWorld(name: string): StoredWorld {
    const world = new StoredWorld(this.#nextKey, name);
    this.#nextKey += 1;
    this.#worlds.set(name, world);
    return world;
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new LogUnavailableError(`${this.#file.path} is closed.`);
  }
}
