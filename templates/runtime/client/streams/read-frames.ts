/**
 * Parses `text/event-stream`: bytes in, frames out. Knows nothing about JSON or operations.
 * Source: WHATWG HTML 9.2.5 and 9.2.6.
 */
import { createParser } from 'eventsource-parser';

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
  override readonly name = 'FrameTooLongError';

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
  // Why: the parser strips one byte order mark; without `ignoreBOM` the decoder would strip another.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let frames: Frame[] = [];
  let lastId = lastEventId;
  let checkpoint: string | null = null;
  let retryMs: number | null = null;
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: longest,
    onId: (id) => {
      lastId = id;
      checkpoint = id;
    },
    onEvent: ({ data, event, id }) => {
      isTooLong ||= data.length > longest;
      checkpoint = null;
      frames.push({ data, event: event ?? null, lastEventId: lastId, id: id ?? null });
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
      return lastId;
    },
    get checkpoint() {
      return checkpoint;
    },
    get retryMs() {
      return retryMs;
    },
  };
}
