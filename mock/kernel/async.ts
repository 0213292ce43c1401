/**
 * Jobs that run one after the other, and waits that can be cancelled. Most commits go to a log in memory and need not wait;
 * waiting all the same would cost each of them several turns of the event loop.
 */

import type { MaybePromise } from '../../generated/runtime/maybe-promise.ts';

export { thenDo, type MaybePromise } from '../../generated/runtime/maybe-promise.ts';

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

/** Signals that the one who asked has gone; every `AbortSignal` is one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Undoes what the call that returned it began; calling it again does nothing. */
export type Cancel = () => void;

/** Calls a listener once when the signal aborts, at once when it already has. */
export function onAbort(signal: AbortSignalLike | undefined, listener: () => void): Cancel {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const once = (): void => {
    signal.removeEventListener('abort', once);
    listener();
  };
  signal.addEventListener('abort', once);
  return () => {
    signal.removeEventListener('abort', once);
  };
}

/** Begins to wait for something: calls `done`, at once or later; gives how to stop. */
export type Wait<T> = (done: (value: T) => void) => Cancel;

/** Waits for the first of several things and stops waiting for the rest. */
export async function race<T>(...waits: readonly Wait<T>[]): Promise<T> {
  const cancels: Cancel[] = [];
  try {
    return await new Promise<T>((resolve) => {
      for (const wait of waits) cancels.push(wait(resolve));
    });
  } finally {
    for (const cancel of cancels) cancel();
  }
}
