/**
 * Sends the frames of a stream. Frames of one turn of the event loop are sent in one write, a slow reader holds the source
 * back, and a reader that has gone releases it.
 */

/** Where frames are sent; the head of the response is sent before. */
export interface FrameSink {
  readonly destroyed: boolean;
  /** Sends a text. Shape: false when the next one should wait for `drained`. */
  write(text: string): boolean;
  /** Resolves when the reader has taken what was written, or has gone. */
  drained(): Promise<void>;
  end(): void;
  /** Closes the connection behind what was written, without the mark of the end. */
  breakOff(): void;
  /** Calls when the reader has gone; returns how to stop that. */
  onClose(listener: () => void): () => void;
}

/** Units: characters that are gathered before they are written without waiting for the end of the turn. */
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

  /** Sends frames until there are none or nobody reads them; a source that fails breaks the connection. */
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

  /** Ends the stream as if it had no more events, and releases its source. */
  stop(): void {
    if (this.#isOver) return;
    this.#finish();
    void this.release();
  }

  /** Releases the source. Nobody is left to hear of one that fails meanwhile. */
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
      this.#gather(frame.value);
      if (this.#isFull) await this.#waitForReader();
    }
  }

  #gather(text: string): void {
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

  /** Sends what is gathered and breaks the connection. */
  #breakOff(): void {
    this.#write();
    this.#isOver = true;
    this.#sink.breakOff();
  }
}
