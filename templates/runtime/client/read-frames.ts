/**
 * Reads `text/event-stream`: bytes in, frames out, as the standard has it. Knows nothing of JSON or of operations.
 * Source: WHATWG HTML 9.2.5 and 9.2.6.
 */
import { createParser } from 'eventsource-parser';

/** One event as it was sent. */
export interface Frame {
  /** Its lines joined by LF. */
  readonly data: string;
  /** `null` where the frame names none, which a browser calls `message`. */
  readonly event: string | null;
  /** The last id that the stream has told, by this frame or by one before it; empty for none. */
  readonly lastEventId: string;
  /** The id that this frame itself tells; `null` for none. */
  readonly id: string | null;
}

/** Takes a stream apart, whatever pieces it comes in. */
export interface FrameReader {
  /**
   * Takes some bytes and answers the frames that they complete.
   *
   * Errors: throws FrameTooLongError, and then the reader is of no more use.
   */
  read(bytes: Uint8Array): Frame[];
  /** The last id that the stream has told, also in a frame without data; empty for none. */
  readonly lastEventId: string;
  /** The id that was told after the last frame, by one without data; `null` for none. */
  readonly checkpoint: string | null;
  /** How long the service asks to wait before connecting again. Units: milliseconds; `null` when it does not ask. */
  readonly retryMs: number | null;
}

/** A frame, or a line that has not ended, is longer than allowed. */
export class FrameTooLongError extends Error {
  override readonly name = 'FrameTooLongError';

  constructor(longest: number) {
    super(`An event is longer than ${longest} characters`);
  }
}

/**
 * Starts to read a stream.
 *
 * Shape: `lastEventId` is what a stream before this one has told. What is unfinished at the end is dropped.
 * Units: `longest` counts characters of the data of one event and of an unfinished line together.
 */
export function createFrameReader(longest: number, lastEventId = ''): FrameReader {
  // Why: `ignoreBOM` leaves the mark to the parser, which takes one; the decoder would take another.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let frames: Frame[] = [];
  let told = lastEventId;
  let checkpoint: string | null = null;
  let retryMs: number | null = null;
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: longest,
    onId: (id) => {
      told = id;
      checkpoint = id;
    },
    onEvent: ({ data, event, id }) => {
      isTooLong ||= data.length > longest;
      checkpoint = null;
      frames.push({ data, event: event ?? null, lastEventId: told, id: id ?? null });
    },
    onRetry: (asked) => {
      retryMs = asked;
    },
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded';
    },
  });
  return {
    read(bytes) {
      frames = [];
      parser.feed(decoder.decode(bytes, { stream: true }));
      if (isTooLong) throw new FrameTooLongError(longest);
      return frames;
    },
    get lastEventId() {
      return told;
    },
    get checkpoint() {
      return checkpoint;
    },
    get retryMs() {
      return retryMs;
    },
  };
}
