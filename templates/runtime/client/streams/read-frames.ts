/**
 * Parses `text/event-stream`: bytes in, frames out. Knows nothing about JSON or operations.
 *
 * Source: WHATWG HTML 9.2.5 and 9.2.6.
 */

/** One event as it was sent. */
export interface Frame {
  /** Its lines joined by LF. */
  readonly data: string;
  /** `null` if the frame has no event name, which a browser treats as `message`. */
  readonly event: string | null;
  /** The last id in the stream, from this frame or an earlier one; empty if there is none. */
  readonly lastEventId: string;
  /** The id in this frame; `null` if it has none. */
  readonly id: string | null;
}

/** Splits a stream into frames, independently of how its bytes are chunked. */
export interface FrameReader {
  /**
   * Takes some bytes and returns the frames that they complete.
   *
   * Errors: throws FrameTooLongError; the reader can't be used after that.
   */
  read(bytes: Uint8Array): Frame[];
  /** Returns the frame that the end of the stream completes; absent if an unfinished frame is dropped. */
  readonly end?: () => Frame[];
  /** The last id in the stream, including frames without data; empty if there is none. */
  readonly lastEventId: string;
  /** The id of a frame without data after the last event; `null` if there is none. */
  readonly checkpoint: string | null;
  /** Reconnection delay that the service requests. Units: milliseconds; `null` if it requests none. */
  readonly retryMs: number | null;
}

/** A frame or an unfinished line is too long. */
export class FrameTooLongError extends Error {
  constructor(longest: number) {
    super(`An event is longer than ${longest} characters`);
  }
}

/**
 * Creates a reader of frames.
 *
 * Shape: `lastEventId` is the last id of the previous connection. An unfinished frame at the end is dropped.
 * Units: `longest` counts the characters of one event's data plus those of an unfinished line.
 */
export function createFrameReader(longest: number, lastEventId = ''): FrameReader {
  return new EventStreamReader(longest, lastEventId);
}

class EventStreamReader implements FrameReader {
  readonly #longest: number;
  // Why: decoders differ in whether they remove a byte order mark that arrives in several pieces.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  lastEventId: string;
  checkpoint: string | null = null;
  retryMs: number | null = null;
  /** The line that has not ended; empty for a comment. Nothing reads its characters, which would copy them each time. */
  #line = '';
  #isComment = false;
  /** Not part of the next piece: a byte order mark, or the rest of a line end. */
  #ignored = '\ufeff';
  #data: string[] = [];
  #length = 0;
  #event = '';
  #id: string | null = null;

  constructor(longest: number, lastEventId: string) {
    this.#longest = longest;
    this.lastEventId = lastEventId;
  }

  read(bytes: Uint8Array): Frame[] {
    const piece = this.#decoder.decode(bytes, { stream: true });
    if (piece === '') return [];
    const text = piece.startsWith(this.#ignored) ? piece.slice(this.#ignored.length) : piece;
    this.#ignored = piece.endsWith('\r') ? '\n' : '';
    const [first = '', ...lines] = text.split(/\r\n?|\n/);
    this.#extendLine(first);
    const frames: Frame[] = [];
    for (const next of lines) {
      if (!this.#isComment) this.#takeLine(this.#line, frames);
      [this.#line, this.#isComment] = ['', false];
      this.#extendLine(next);
    }
    this.#checkLength(this.#line.length);
    return frames;
  }

  #extendLine(piece: string): void {
    if (this.#line === '' && piece.startsWith(':')) this.#isComment = true;
    // Why: comments may be endless.
    if (!this.#isComment) this.#line += piece;
  }

  #checkLength(more: number): void {
    if (this.#length + more > this.#longest) throw new FrameTooLongError(this.#longest);
  }

  #takeLine(line: string, frames: Frame[]): void {
    if (line === '') {
      this.#dispatch(frames);
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') {
      this.#checkLength(value.length);
      this.#length += value.length + 1;
      this.#data.push(value);
    } else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  #dispatch(frames: Frame[]): void {
    const id = this.#id;
    if (id !== null) this.lastEventId = this.checkpoint = id;
    if (this.#data.length > 0) {
      this.checkpoint = null;
      const { lastEventId } = this;
      frames.push({ data: this.#data.join('\n'), event: this.#event || null, lastEventId, id });
    }
    [this.#data, this.#length, this.#event, this.#id] = [[], 0, '', null];
  }
}
