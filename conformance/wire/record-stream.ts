/**
 * Records an event stream while it is read: its raw text, the frames that a reader of WHATWG HTML 9.2.6 dispatches, and when
 * each came. Judges nothing.
 */
import { createFrameReader, type Frame } from '../../generated/runtime/client/read-frames.ts';
import type { StreamCapture, StreamEnd, StreamFrame } from '../exchange.ts';

/**
 * Where the reading of a stream stops.
 *
 * Units: milliseconds, events, bytes.
 */
export interface StreamCaps {
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
  readonly events: number;
  readonly bytes: number;
}

/** Takes a stream piece by piece. */
export interface StreamRecorder {
  /** Takes what was read at a time and answers the frames that it completes. Units: `at` as in `StreamCapture`. */
  push(piece: Uint8Array, at: number): readonly StreamFrame[];
  /** Which cap is reached, `null` while none is. */
  readonly full: 'events' | 'bytes' | null;
  /** Ends the recording. */
  finish(end: StreamEnd): StreamCapture;
}

const encoder = new TextEncoder();

/** Starts a recording. */
export function recordStream(caps: Pick<StreamCaps, 'events' | 'bytes'>): StreamRecorder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: { at: number; length: number }[] = [];
  const frames: StreamFrame[] = [];
  const texts: string[] = [];
  let bytes = 0;
  const reader = createFrameReader(Number.MAX_SAFE_INTEGER);
  return {
    push(piece, at) {
      bytes += piece.length;
      pieces.push({ at, length: piece.length });
      texts.push(decoder.decode(piece, { stream: true }));
      const fresh = reader.read(piece).map((frame, index) => frameOf(frames.length + 1 + index, at, frame));
      frames.push(...fresh);
      return fresh;
    },
    get full() {
      if (frames.length >= caps.events) return 'events';
      return bytes >= caps.bytes ? 'bytes' : null;
    },
    finish(end) {
      const raw = texts.join('');
      return { raw, pieces, frames, end, rest: undispatched(raw) };
    },
  };
}

function frameOf(
  number: number,
  at: number,
  { data, event, id }: Pick<Frame, 'data' | 'event' | 'id'>,
): StreamFrame {
  const frame = { number, at, event, id, data, size: encoder.encode(data).length };
  try {
    return { ...frame, value: JSON.parse(data) as unknown, problem: null };
  } catch (error) {
    return { ...frame, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The text behind the last empty line. */
function undispatched(raw: string): string {
  const ends = [...raw.matchAll(/(?:\r\n|\n|\r)(?:\r\n|\n|\r)/g)];
  const last = ends.at(-1);
  return last === undefined ? raw : raw.slice(last.index + last[0].length);
}
