/** Waits for a result of a later turn of the event loop. */

/**
 * Waits until a condition is true. The limit is far more than a busy machine needs; the timeout of the
 * test comes first.
 */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`Never came to hold: ${holds.toString()}`);
}
