/** Waits for what another turn of the event loop brings about. */

/** Lets the event loop turn until a condition holds; fails after two thousand turns of at least a millisecond. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error(`Never came to hold: ${holds.toString()}`);
}
