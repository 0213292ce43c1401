/**
 * Runs asynchronous jobs one after the other, so that each sees what the one before has left.
 */

/** Is a line of jobs. */
export class Queue {
  #tail: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** Tells whether no job is running or waiting. */
  get isIdle(): boolean {
    return this.#length === 0;
  }

  /** Runs a job when all before it are done, whether they went well or not; gives its outcome. */
  run<T>(job: () => Promise<T>): Promise<T> {
    this.#length += 1;
    const start = (): Promise<T> => job().finally(() => (this.#length -= 1));
    const outcome = this.#tail.then(start, start);
    this.#tail = outcome;
    return outcome;
  }
}
