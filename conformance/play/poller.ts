/** Repeats reads until a write is visible: a service may be eventually consistent. */

/** The maximum time to poll, at first and after failed polls. Units: milliseconds. */
const LONG_MS = 2_000;
const SHORT_MS = 500;

/**
 * The number of failed polls after which the others are short. Why: if a write is never visible, waiting longer is
 * pointless.
 */
const MAX_FAILED = 2;

const PAUSE_MS = 250;

/** Polls the service of one run. */
export class Poller {
  #failed = 0;

  /** Reads until a value is as expected or the time is up. */
  async until<Value>(read: () => Promise<Value>, isExpected: (value: Value) => boolean): Promise<Value> {
    const most = this.#failed < MAX_FAILED ? LONG_MS : SHORT_MS;
    const start = performance.now();
    let value = await read();
    while (!isExpected(value)) {
      if (performance.now() - start >= most) {
        this.#failed += 1;
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      value = await read();
    }
    return value;
  }
}
