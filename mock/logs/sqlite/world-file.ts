/** Reads and writes the texts of a SQLite log: states in parts, and commits; removes unneeded ones. */
import { CommitUnreadableError, type Commit, type LogHost } from '../../kernel/ports.ts';
import type { WorldState } from '../../kernel/store/state.ts';
import { closeFile } from './database.ts';
import { explainError, isDamaged } from './file-errors.ts';
import type { StoredWorld } from './stored-world.ts';
import type { DatabaseSync } from './load-sqlite.ts';
import { StateWrite, Sweep } from './long-writes.ts';
import { SharedStates, type LoadedState } from './shared-states.ts';
import { Statements, type StoredSource, type StoredState } from './statements.ts';
import { Segments } from './segments.ts';
import { TickWriter } from './tick-writer.ts';

const WAY_OUT =
  'Restore a copy of the file, or save the other worlds: run `backlot data export` and import them into a new folder.';

export class WorldFile {
  readonly path: string;
  readonly statements: Statements;
  readonly writer: TickWriter;
  readonly segments = new Segments();
  readonly shared = new SharedStates();
  /** The id of the next state. */
  nextState = 1;
  readonly #database: DatabaseSync;
  readonly #host: LogHost;

  constructor(path: string, database: DatabaseSync, host: LogHost) {
    this.path = path;
    this.#database = database;
    this.#host = host;
    this.statements = new Statements(database);
    this.writer = new TickWriter(
      database,
      (inserts) => {
        this.statements.commits(inserts, host.timer.now());
      },
      (error) => explainError(path, error),
    );
  }

  /**
   * Writes a state, or its differences from a source; `finish` assigns it to a world or snapshot in the same
   * transaction as its last part.
   */
  writeState(
    commit: Commit,
    finish: (stored: StoredState) => void,
    {
      source,
      isBackground = false,
    }: { readonly source?: LoadedState | undefined; isBackground?: boolean } = {},
  ): Promise<StoredState> {
    const state = this.nextState;
    this.nextState += 1;
    if (source !== undefined) this.shared.use(source.state);
    return new Promise((resolve, reject) => {
      const write = new StateWrite(this.statements, {
        state,
        lines: this.#host.codec.encode(commit, source?.content),
        source,
        finish,
        stored: (stored) => {
          this.shared.use(state);
          resolve(stored);
        },
        failed: (error, isPartial) => {
          if (isPartial) this.deleteState(state);
          if (source !== undefined) this.#release(source);
          reject(error);
        },
      });
      if (isBackground) this.writer.addBackground(write);
      else this.writer.add(write);
    });
  }

  /** Executes statements in the transaction of this turn. */
  run(statements: () => void): Promise<void> {
    return new Promise((stored, failed) => {
      const write = (): boolean => {
        statements();
        return true;
      };
      this.writer.add({ write, stored, failed });
    });
  }

  /** Frees the space of unreferenced commits. */
  discardRows(rows: readonly number[]): void {
    for (const { first, last } of this.segments.discard(rows)) {
      const sweep = (): boolean => {
        this.statements.sweep(first, last);
        return true;
      };
      this.writer.addBackground(new Sweep(sweep));
    }
  }

  /** Counts the use of a state by a world or snapshot of the file. */
  useState({ state, source }: StoredState): void {
    this.shared.use(state);
    if (source !== undefined) this.shared.use(source.state);
  }

  /** Ends the use of a state by a world or snapshot; deletes it in the background after the last one. */
  discardState({ state, source }: StoredState): void {
    if (!this.shared.release(state)) return;
    this.deleteState(state);
    if (source !== undefined) this.#release(source);
  }

  /**
   * Deletes an unreferenced state in the background. Removes its source first: a later state with the same id would
   * otherwise inherit it.
   */
  deleteState(state: number): void {
    const drop = (): boolean => {
      this.statements.dropDifference(state);
      return this.statements.dropParts(state);
    };
    this.writer.addBackground(new Sweep(drop));
  }

  /** Errors: CommitUnreadableError with the place, such as `snapshot snapshot_1`. */
  readState(world: string, place: string, stored: StoredState): Commit {
    const { source } = stored;
    const before = source === undefined ? undefined : this.#readSource(world, place, source);
    return this.#read(world, place, () => this.#host.codec.decode(this.statements.parts(stored), before));
  }

  #readSource(world: string, place: string, source: StoredSource): WorldState {
    const shared = this.shared.find(source.state);
    if (shared !== undefined) return shared.content;
    const commit = this.readState(world, `${place}, in what it shares with world ${source.world}`, source);
    if (commit.kind !== 'state') throw this.unreadable(world, place, 'it is not a state');
    return this.shared.add(source, commit.state).content;
  }

  #release({ state }: StoredSource): void {
    if (this.shared.release(state)) this.deleteState(state);
  }

  /** Returns commits by their ids; the first one has the given version. Errors: CommitUnreadableError. */
  readCommits(
    world: Pick<StoredWorld, 'name' | 'key'>,
    rows: readonly number[],
    first: number,
  ): readonly Commit[] {
    const { name, key } = world;
    const texts = this.#read(name, `version ${first}`, () => this.statements.texts(key, rows, first));
    return texts.map((text, index) =>
      this.#read(name, `version ${first + index}`, () => {
        if (text === null) throw new CommitUnreadableError('its checksum does not match');
        return this.#host.codec.decode([text]);
      }),
    );
  }

  unreadable(world: string, place: string, problem: string): CommitUnreadableError {
    return new CommitUnreadableError(
      `${this.path}: world ${world} can't be read: ${place}: ${problem}. ${WAY_OUT}`,
    );
  }

  close(): void {
    this.writer.close();
    closeFile(this.path, this.#database);
  }

  /** Reads a part of a world; a damaged page is a problem of this world only. */
  #read<T>(world: string, place: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof CommitUnreadableError) throw this.unreadable(world, place, error.message);
      if (isDamaged(error)) throw this.unreadable(world, place, 'a page of the file is damaged');
      throw explainError(this.path, error);
    }
  }
}
