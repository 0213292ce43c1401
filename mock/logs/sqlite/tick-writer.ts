/**
 * Collects writes and stores all those of one turn of the event loop in one transaction. Long writes take several turns,
 * so that requests are handled in between.
 */
import type { DatabaseSync } from './load-sqlite.ts';

/** A commit to store. Its methods are called synchronously. */
export interface Insert {
  readonly id: number;
  readonly world: number;
  readonly version: number;
  /** The commit in UTF-8. */
  readonly body: Uint8Array;
  /** Called when the row is stored, before the promise of its turn is resolved. */
  stored(): void;
  /** Called when the row is not stored. */
  failed(): void;
}

/** A write that may take several turns. Its methods are called synchronously. */
export interface Write {
  /** Executes statements in the transaction of a turn; returns whether none is left. */
  write(): boolean;
  /** Called when the last statement is stored. */
  stored(): void;
  /** Called when a transaction with some of the statements was rolled back; the write has ended. */
  failed(error: Error): void;
}

/** Units: milliseconds that a long write may take of one turn. */
export const SLICE = 2;

/** The rows of a turn, and the promise that its callers share. */
class Turn {
  readonly inserts: Insert[] = [];
  readonly stored = Promise.withResolvers<'ok'>();
}

export class TickWriter {
  readonly #database: DatabaseSync;
  readonly #explain: (error: unknown) => Error;
  readonly #insert: (inserts: readonly Insert[]) => void;
  readonly #begin;
  readonly #commit;
  #turn: Turn | null = null;
  #writes: Write[] = [];
  readonly #background: Write[] = [];
  #scheduled: NodeJS.Immediate | null = null;
  readonly #run = (): void => {
    this.#scheduled = null;
    this.#store(this.#background.shift() ?? null);
    if (this.#turn !== null || this.#writes.length > 0 || this.#background.length > 0) this.#schedule();
  };

  constructor(
    database: DatabaseSync,
    insert: (inserts: readonly Insert[]) => void,
    explain: (error: unknown) => Error,
  ) {
    this.#insert = insert;
    this.#database = database;
    this.#explain = explain;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  /** Adds a row; resolves when all rows of this turn are stored. */
  insert(insert: Insert): Promise<'ok'> {
    this.#turn ??= new Turn();
    this.#turn.inserts.push(insert);
    this.#schedule();
    return this.#turn.stored.promise;
  }

  /** Adds a write with a waiting caller. */
  add(write: Write): void {
    this.#writes.push(write);
    this.#schedule();
  }

  /** Adds a write without a waiting caller; they are executed one after the other. */
  addBackground(write: Write): void {
    this.#background.push(write);
    this.#schedule();
  }

  /** Executes all writes with waiting callers. */
  drain(): void {
    while (this.#turn !== null || this.#writes.length > 0) this.#store(null);
  }

  /** Executes all writes. */
  flush(): void {
    this.drain();
    for (let next = this.#background.shift(); next !== undefined; next = this.#background.shift())
      this.#store(next);
  }

  /** Executes writes with waiting callers and drops the rest. */
  close(): void {
    this.drain();
    this.#background.length = 0;
    clearImmediate(this.#scheduled ?? undefined);
  }

  #schedule(): void {
    this.#scheduled ??= setImmediate(this.#run);
  }

  #store(background: Write | null): void {
    const [turn, writes] = [this.#turn, this.#writes];
    this.#turn = null;
    this.#writes = [];
    if (background !== null) writes.push(background);
    const unfinished: Write[] = [];
    try {
      // A single statement is a transaction.
      const isSingle = writes.length === 0 && turn?.inserts.length === 1;
      if (!isSingle) this.#begin.run();
      if (turn !== null) this.#insert(turn.inserts);
      for (const write of writes) if (!write.write()) unfinished.push(write);
      if (!isSingle) this.#commit.run();
    } catch (error) {
      this.#fail(turn, writes, this.#explain(error));
      return;
    }
    if (turn !== null) {
      for (const insert of turn.inserts) insert.stored();
      turn.stored.resolve('ok');
    }
    for (const write of writes) {
      if (!unfinished.includes(write)) write.stored();
      else if (write === background) this.#background.unshift(write);
      else this.#writes.push(write);
    }
  }

  #fail(turn: Turn | null, writes: readonly Write[], error: Error): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // After some errors SQLite has already rolled back.
    }
    if (turn !== null) {
      for (const insert of turn.inserts) insert.failed();
      turn.stored.reject(error);
    }
    for (const write of writes) write.failed(error);
  }
}
