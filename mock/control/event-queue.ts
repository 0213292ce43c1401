/** Events on their way to one reader of a stream. */

/** The maximum number of queued events; a reader that falls further behind is disconnected. */
const MAX_LENGTH = 10_000;

/** The event queue of one reader; a batch contains everything since the previous batch. */
export class EventQueue<E> implements AsyncIterableIterator<readonly E[]> {
  readonly #leave: () => void;
  #waiting: E[] = [];
  #wake: (() => void) | null = null;
  #isOver = false;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  push(event: E): void {
    if (this.#isOver) return;
    this.#waiting.push(event);
    if (this.#waiting.length > MAX_LENGTH) this.end();
    this.#wake?.();
  }

  /** Delivers the queued events to the reader, and ends. */
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
