/** Reads again until what was written shows: a service may need some time for that. */

/** The longest time, and that after waits in vain: what never shows is no matter of time. Units: milliseconds. */
const LONG_MS = 2_000;
const SHORT_MS = 500;

/** The number of waits in vain after which a run waits for a short time only. */
const MOST_IN_VAIN = 2;

const PAUSE_MS = 250;

/** The patience of one run. */
export class Patience {
  #inVain = 0;

  /** Reads until a value is as expected, or the time is over. */
  async until<Value>(read: () => Promise<Value>, isExpected: (value: Value) => boolean): Promise<Value> {
    const most = this.#inVain < MOST_IN_VAIN ? LONG_MS : SHORT_MS;
    const start = performance.now();
    let value = await read();
    while (!isExpected(value)) {
      if (performance.now() - start >= most) {
        this.#inVain += 1;
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      value = await read();
    }
    return value;
  }
}
