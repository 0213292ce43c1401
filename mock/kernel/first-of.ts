/**
 * Waiting for whichever of several things comes first, without leaving the others waiting.
 */
import type { Cancel } from './abort.ts';

/** Begins to wait for something: calls `done` at most once, at once or later; gives how to stop. */
export type Wait<T> = (done: (value: T) => void) => Cancel;

/** Waits for the first of several things and stops waiting for the rest. */
export function firstOf<T>(...waits: readonly Wait<T>[]): Promise<T> {
  return new Promise((resolve) => {
    const cancels: Cancel[] = [];
    let isDone = false;
    const done = (value: T): void => {
      if (isDone) return;
      isDone = true;
      for (const cancel of cancels) cancel();
      resolve(value);
    };
    for (const wait of waits) {
      if (isDone) return;
      const cancel = wait(done);
      if (isDone) cancel();
      else cancels.push(cancel);
    }
  });
}
