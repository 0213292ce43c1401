/**
 * Waiting for whichever of several things comes first, without leaving the others waiting.
 */
import type { Cancel } from './transaction/abort.ts';

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
