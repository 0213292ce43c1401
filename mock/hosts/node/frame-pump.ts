/**
 * Sends the frames of a stream. Frames of one turn of the event loop leave in one write, a slow reader holds the source
 * back, and a reader that has gone lets go of it.
 */
import type { ServerResponse } from 'node:http';
import { drained, writeChunk } from './chunk-writer.ts';

/** Units: characters that are gathered before they are written without waiting for the end of the turn. */
const FULL = 65_536;

/** One stream to one reader. */
export class FramePump {
  readonly #response: ServerResponse;
  readonly #frames: AsyncIterator<string>;
  #gathered = '';
  #flush: NodeJS.Immediate | null = null;
  #isFull = false;
  #isOver = false;

  /** Takes a response whose head is sent before `run`. */
  constructor(response: ServerResponse, frames: AsyncIterable<string>) {
    this.#response = response;
    this.#frames = frames[Symbol.asyncIterator]();
  }

  /** Sends frames until there are none or nobody reads them; a source that fails breaks the connection. */
  async run(): Promise<void> {
    const response = this.#response;
    const leave = (): void => {
      this.stop();
    };
    if (response.destroyed) {
      leave();
      return;
    }
    response.once('close', leave);
    try {
      await this.#sendAll();
      this.#finish();
    } catch {
      this.#break();
    } finally {
      response.off('close', leave);
    }
  }

  /** Ends the stream as if it had no more events, and lets go of its source. */
  stop(): void {
    if (this.#isOver) return;
    this.#finish();
    void this.release();
  }

  /** Lets go of the source. One that fails meanwhile has nobody left to tell. */
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
    else this.#flush ??= setImmediate(this.#write.bind(this));
  }

  #write(): void {
    if (this.#flush !== null) clearImmediate(this.#flush);
    this.#flush = null;
    if (this.#gathered === '' || this.#isOver || this.#response.destroyed) return;
    const text = this.#gathered;
    this.#gathered = '';
    if (writeChunk(this.#response, text) === 'full') this.#isFull = true;
  }

  async #waitForReader(): Promise<void> {
    await drained(this.#response);
    this.#isFull = false;
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#write();
    this.#isOver = true;
    this.#response.end();
  }

  /** Sends what is gathered and closes the connection without the mark of the end. */
  #break(): void {
    this.#write();
    this.#isOver = true;
    this.#response.socket?.destroySoon();
  }
}
