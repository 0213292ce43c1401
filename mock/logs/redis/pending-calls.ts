/** The calls to Redis without a reply. Notices a server that is connected but silent, such as one that is stopped. */

/** Units: milliseconds. */
const CHECK_INTERVAL = 200;

export class PendingCalls {
  /** When each call was sent, oldest first. */
  readonly #sentAt = new Map<symbol, number>();
  readonly #check: NodeJS.Timeout;

  /** Calls `silent` with the time of the oldest call when it has no reply after a timeout. Units: milliseconds. */
  constructor(timeout: number, silent: (since: number) => void) {
    let checkedAt = performance.now();
    this.#check = setInterval(() => {
      const now = performance.now();
      const [oldest] = this.#sentAt.values();
      // After a pause of the whole process, replies that have arrived are handled first.
      const isPaused = now - checkedAt >= 3 * CHECK_INTERVAL;
      if (oldest !== undefined && now - oldest >= timeout && !isPaused) silent(oldest);
      checkedAt = now;
    }, CHECK_INTERVAL);
    this.#check.unref();
  }

  /** Records a call that is sent now; the returned function records its reply. */
  add(): () => void {
    const token = Symbol();
    this.#sentAt.set(token, performance.now());
    return () => this.#sentAt.delete(token);
  }

  close(): void {
    clearInterval(this.#check);
  }
}
