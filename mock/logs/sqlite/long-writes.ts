/** The writes that may take several turns of the event loop: of a whole state, and the removal of unneeded rows. */
import type { Statements, StoredSource, StoredState } from './statements.ts';
import { SLICE, type Write } from './tick-writer.ts';

/** A state to write, and callbacks for the outcome. */
export interface StateJob {
  readonly state: number;
  readonly lines: Iterable<string>;
  /** The state that the lines are differences from; absent for a state in full. */
  readonly source?: StoredSource | undefined;
  /** Executes the statements that assign the state to a world or snapshot, in the same transaction. */
  readonly finish: (stored: StoredState) => void;
  readonly stored: (stored: StoredState) => void;
  /** Shape: `isPartial` if parts have been stored before. */
  readonly failed: (error: Error, isPartial: boolean) => void;
}

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
    const { state, source, finish } = this.#job;
    const end = performance.now() + SLICE;
    this.#turns += 1;
    do {
      const line = this.#lines.next();
      if (line.done === true) {
        if (source !== undefined) this.#statements.difference(state, source);
        finish(this.#written());
        return true;
      }
      const body = Buffer.from(line.value);
      this.#statements.part(state, this.#parts, body);
      this.#parts += 1;
      this.#bytes += body.length;
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
    const { state, source } = this.#job;
    const { parts, bytes } = source ?? { parts: 0, bytes: 0 };
    return { state, parts: parts + this.#parts, bytes: bytes + this.#bytes, source };
  }
}

/** Deletes unreferenced rows. Those that cannot be deleted now are deleted after the next start. */
export class Sweep implements Write {
  readonly #delete: () => boolean;

  /** Shape: `run` deletes some of it and returns whether that was all. */
  constructor(run: () => boolean) {
    this.#delete = run;
  }

  write(): boolean {
    const end = performance.now() + SLICE;
    do if (this.#delete()) return true;
    while (performance.now() < end);
    return false;
  }

  stored(): void {
    // Nobody waits for it.
  }

  failed(): void {
    // Nobody waits for it.
  }
}
