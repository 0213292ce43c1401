/**
 * Sequential jobs, and cancellable waits. Most commits go to a log in memory and complete synchronously; awaiting them
 * anyway would cost each of them several turns of the event loop.
 */
import type { MaybePromise } from '../../templates/runtime/maybe-promise.ts';

export { thenDo, type MaybePromise } from '../../templates/runtime/maybe-promise.ts';

export class Queue {
  #isBusy = false;
  /** New jobs are pushed to `#incoming`; `#outgoing` has older ones in reverse order: taking the first is O(1). */
  #incoming: (() => void)[] = [];
  #outgoing: (() => void)[] = [];

  /** Runs a job after all earlier jobs have succeeded or failed; returns its outcome. */
  run<T>(job: () => MaybePromise<T>): Promise<T> {
    if (!this.#isBusy) return this.#start(job);
    return new Promise((resolve) => {
      this.#incoming.push(() => {
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
      this.#continue();
    }
  }

  /** Starts the next job. Why in a new microtask: a long queue would overflow the stack. */
  #continue(): void {
    if (this.#outgoing.length === 0) {
      this.#outgoing = this.#incoming.reverse();
      this.#incoming = [];
    }
    const next = this.#outgoing.pop();
    if (next === undefined) this.#isBusy = false;
    else void Promise.resolve().then(next);
  }
}

/** Signals that the caller has gone; every `AbortSignal` is one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Cancels what the call that returned it started; further calls do nothing. */
export type Cancel = () => void;

/** Calls a listener once when the signal aborts, immediately when it already has. */
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

/** Starts to wait for something: calls `done`, immediately or later; returns how to cancel. */
export type Wait<T> = (done: (value: T) => void) => Cancel;

/** Waits for the first of several waits and cancels the others. */
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
