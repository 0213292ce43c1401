/**
 * Events that happen now for a reader who comes when he can.
 */

/** Units: events that may wait for a reader; one who is further behind is let go. */
const LONGEST = 10_000;

/** The events of one reader; a batch is all that has happened since the one before. */
export class EventQueue<E> implements AsyncIterableIterator<readonly E[]> {
  readonly #leave: () => void;
  #waiting: E[] = [];
  #wake: (() => void) | null = null;
  #isOver = false;

  /** Takes what to do, once, when nobody reads any more. */
  constructor(leave: () => void) {
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  push(event: E): void {
    if (this.#isOver) return;
    this.#waiting.push(event);
    if (this.#waiting.length > LONGEST) this.end();
    this.#wake?.();
  }

  /** Lets the reader have what is waiting, and ends. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<readonly E[], undefined>> {
    while (this.#waiting.length === 0) {
      if (this.#isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
    const value = this.#waiting;
    this.#waiting = [];
    return { done: false, value };
  }

  return(): Promise<IteratorResult<readonly E[], undefined>> {
    this.#waiting = [];
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }
}
