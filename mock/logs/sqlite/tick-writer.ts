/**
 * Collects writes and stores all those of one turn of the event loop in one transaction. Long writes take several turns,
 * so that requests are handled in between.
 */
import type { DatabaseSync } from './load-sqlite.ts';

/** A write. Its methods are called synchronously. */
export interface Write {
  /** Executes statements in the transaction of a turn; returns whether that was all. */
  write(): boolean;
  /** Called when the last statement is stored. */
  stored(): void;
  /** Called when a transaction with some of the statements was rolled back; the write has ended. */
  failed(error: Error): void;
}

/** Units: milliseconds that a long write may take of one turn. */
export const SLICE = 2;

export class TickWriter {
  readonly #database: DatabaseSync;
  readonly #explain: (error: unknown) => Error;
  readonly #begin;
  readonly #commit;
  #writes: Write[] = [];
  readonly #background: Write[] = [];
  #scheduled: NodeJS.Immediate | null = null;

  constructor(database: DatabaseSync, explain: (error: unknown) => Error) {
    this.#database = database;
    this.#explain = explain;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  /** Adds a write that somebody waits for. */
  add(write: Write): void {
    this.#writes.push(write);
    this.#schedule();
  }

  /** Adds a write that nobody waits for; they are executed one after the other. */
  addBackground(write: Write): void {
    this.#background.push(write);
    this.#schedule();
  }

  /** Stores all writes that somebody waits for. */
  drain(): void {
    while (this.#writes.length > 0) this.#store(this.#takeWrites(), null);
  }

  /** Stores what somebody waits for and drops the rest. */
  close(): void {
    this.drain();
    this.#background.length = 0;
    clearImmediate(this.#scheduled ?? undefined);
  }

  #schedule(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = null;
      this.#store(this.#takeWrites(), this.#background.shift() ?? null);
      if (this.#writes.length > 0 || this.#background.length > 0) this.#schedule();
    });
  }

  #takeWrites(): readonly Write[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }

  #store(writes: readonly Write[], background: Write | null): void {
    const all = background === null ? writes : [...writes, background];
    if (all.length === 0) return;
    const unfinished = new Set<Write>();
    try {
      this.#begin.run();
      for (const write of all) if (!write.write()) unfinished.add(write);
      this.#commit.run();
    } catch (error) {
      this.#rollBack();
      const explained = this.#explain(error);
      for (const write of all) write.failed(explained);
      return;
    }
    for (const write of all) {
      if (!unfinished.has(write)) write.stored();
      else if (write === background) this.#background.unshift(write);
      else this.#writes.push(write);
    }
  }

  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // After some errors SQLite has already rolled back.
    }
  }
}
