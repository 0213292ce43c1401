/**
 * Sends the frames of a stream. Frames from one turn of the event loop are sent in one write, a slow reader applies
 * backpressure to the source, and a disconnect releases it.
 */

/** The destination of frames; the head of the response has already been sent. */
export interface FrameSink {
  readonly destroyed: boolean;
  /** Sends a text. Shape: false if the next one should wait for `drained`. */
  write(text: string): boolean;
  /** Resolves when the written data has been flushed, or the reader has disconnected. */
  drained(): Promise<void>;
  end(): void;
  /** Closes the connection after the written data, without the marker for the end of the body. */
  breakOff(): void;
  /** Adds a listener for the disconnect of the reader; returns a function that removes it. */
  onClose(listener: () => void): () => void;
}

/** Units: buffered characters that are written without waiting for the end of the turn. */
const FULL = 65_536;

/** Why: Node's types may not be installed. Every host of `node:http` has both. */
declare function setImmediate(call: () => void): unknown;
declare function clearImmediate(handle: unknown): void;

/** One stream to one reader. */
export class FramePump {
  readonly #sink: FrameSink;
  readonly #frames: AsyncIterator<string>;
  #gathered = '';
  #flush: unknown = null;
  #isFull = false;
  #isOver = false;

  constructor(sink: FrameSink, frames: AsyncIterable<string>) {
    this.#sink = sink;
    this.#frames = frames[Symbol.asyncIterator]();
  }

  /** Sends frames until the source ends or the reader disconnects; an error of the source breaks the connection. */
  async run(): Promise<void> {
    if (this.#sink.destroyed) {
      this.stop();
      return;
    }
    const cancel = this.#sink.onClose(() => this.stop());
    try {
      await this.#sendAll();
      this.#finish();
    } catch {
      this.#breakOff();
    } finally {
      cancel();
    }
  }

  /** Ends the stream normally, and releases its source. */
  stop(): void {
    if (this.#isOver) return;
    this.#finish();
    void this.release();
  }

  /** Releases the source. Ignores its errors, since the stream is over. */
  async release(): Promise<void> {
    try {
      await this.#frames.return?.();
    } catch {
      return;
    }
  }

  async #sendAll(): Promise<void> {
    for (let frame = await this.#frames.next(); frame.done !== true; frame = await this.#frames.next()) {
      if (this.#isOver) return;
      this.#collect(frame.value);
      if (this.#isFull) await this.#waitForReader();
    }
  }

  #collect(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length >= FULL) this.#write();
    else this.#flush ??= setImmediate(() => this.#write());
  }

  #write(): void {
    if (this.#flush !== null) clearImmediate(this.#flush);
    this.#flush = null;
    if (this.#gathered === '' || this.#isOver || this.#sink.destroyed) return;
    const text = this.#gathered;
    this.#gathered = '';
    if (!this.#sink.write(text)) this.#isFull = true;
  }

  async #waitForReader(): Promise<void> {
    await this.#sink.drained();
    this.#isFull = false;
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#write();
    this.#isOver = true;
    this.#sink.end();
  }

  /** Sends the buffered frames and breaks the connection. */
  #breakOff(): void {
    this.#write();
    this.#isOver = true;
    this.#sink.breakOff();
  }
}
