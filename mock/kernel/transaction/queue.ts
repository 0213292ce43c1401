/**
 * Runs jobs one after the other, so that each sees what the one before has left. A job that finds nobody before it
 * runs at once.
 */
import type { MaybePromise } from '../maybe-promise.ts';

/** A line of jobs. */
export class Queue {
  #isBusy = false;
  /** Those who came last; and those before them, turned around so that taking the first costs the same in any line. */
  #arrived: (() => void)[] = [];
  #turned: (() => void)[] = [];

  /** Runs a job when all before it are done, whether they went well or not; gives its outcome. */
  run<T>(job: () => MaybePromise<T>): Promise<T> {
    if (!this.#isBusy) return this.#start(job);
    return new Promise((resolve) => {
      this.#arrived.push(() => {
        resolve(this.#start(job));
      });
    });
  }

  async #start<T>(job: () => MaybePromise<T>): Promise<T> {
    this.#isBusy = true;
    try {
      const outcome = job();
      return outcome instanceof Promise ? await outcome : outcome;
    } finally {
      this.#goOn();
    }
  }

  /** Why: the next job begins in a turn of its own, or a long line would go ever deeper down the stack. */
  #goOn(): void {
    if (this.#turned.length === 0) {
      this.#turned = this.#arrived.reverse();
      this.#arrived = [];
    }
    const next = this.#turned.pop();
    if (next === undefined) this.#isBusy = false;
    else void Promise.resolve().then(next);
  }
}
