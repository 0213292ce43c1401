/** The writes that may take several turns of the event loop: of a whole state, and the removal of what is not needed. */
import type { Statements, StoredState } from './statements.ts';
import { SLICE, type Write } from './tick-writer.ts';

/** A state to write, and what to do then. */
export interface StateJob {
  readonly state: number;
  readonly lines: Iterable<string>;
  /** Executes the statements that make the state the one of a world or snapshot, in the same transaction. */
  readonly finish: (stored: StoredState) => void;
  readonly stored: (stored: StoredState) => void;
  /** Shape: `isPartial` if parts have been stored before. */
  readonly failed: (error: Error, isPartial: boolean) => void;
}

/** Writes the lines of a state. */
export class StateWrite implements Write {
  readonly #statements: Statements;
  readonly #job: StateJob;
  readonly #lines: Iterator<string>;
  #parts = 0;
  #bytes = 0;
  #turns = 0;

  constructor(statements: Statements, job: StateJob) {
    this.#statements = statements;
    this.#job = job;
    this.#lines = job.lines[Symbol.iterator]();
  }

  write(): boolean {
    const { state, finish } = this.#job;
    const end = performance.now() + SLICE;
    this.#turns += 1;
    do {
      const line = this.#lines.next();
      if (line.done === true) {
        finish(this.#written());
        return true;
      }
      this.#statements.part(state, this.#parts, line.value);
      this.#parts += 1;
      this.#bytes += line.value.length;
    } while (performance.now() < end);
    return false;
  }

  stored(): void {
    this.#job.stored(this.#written());
  }

  failed(error: Error): void {
    this.#job.failed(error, this.#turns > 1);
  }

  #written(): StoredState {
    return { state: this.#job.state, parts: this.#parts, bytes: this.#bytes };
  }
}

/** Deletes commits and states that nothing refers to. What cannot be deleted now is deleted when the log is opened. */
export class Removal implements Write {
  readonly #statements: Statements;
  readonly #rows: readonly number[];
  readonly #states: readonly number[];
  #row = 0;
  #state = 0;

  constructor(statements: Statements, rows: readonly number[], states: readonly number[]) {
    this.#statements = statements;
    this.#rows = rows;
    this.#states = states;
  }

  write(): boolean {
    const end = performance.now() + SLICE;
    do {
      const [row, state] = [this.#rows[this.#row], this.#states[this.#state]];
      if (row !== undefined) {
        this.#statements.dropCommit(row);
        this.#row += 1;
      } else if (state !== undefined) {
        if (!this.#statements.dropParts(state)) this.#state += 1;
      } else return true;
    } while (performance.now() < end);
    return false;
  }

  stored(): void {
    // Nobody waits for it.
  }

  failed(): void {
    // Nobody waits for it.
  }
}
