/**
 * Records a stream while it is read: its raw text, the frames that a client dispatches by WHATWG HTML 9.2.6, or the values
 * of a JSON sequence, and their arrival times. Does not check anything.
 */
import {
  createFrameReader,
  type Frame,
  type FrameReader,
} from '../../templates/runtime/client/streams/read-frames.ts';
import { createLineReader, createRecordReader } from '../../templates/runtime/client/streams/read-lines.ts';
import type { StreamCapture, CaptureEnd, StreamFrame } from '../model/exchange.ts';
import { readJson } from '../model/read-json.ts';

/** The caps at which the reading of a stream stops. Units: milliseconds, events, bytes. */
export interface StreamCaps {
  /** From the request to the response headers. */
  readonly firstByteMs: number;
  /** Without any byte, also before the first one, and without an event on a stream that only sends comments. */
  readonly idleMs: number;
  readonly totalMs: number;
  readonly events: number;
  readonly bytes: number;
}

export interface StreamRecorder {
  /**
   * Records a chunk and returns the frames that it completes.
   *
   * Shape: never exceeds the cap of frames in total.
   * Units: `at` as in `StreamCapture`.
   */
  push(chunk: Uint8Array, at: number): readonly StreamFrame[];
  /** The cap that is reached; `null` if none is. */
  readonly full: 'events' | 'bytes' | null;
  finish(end: CaptureEnd): StreamCapture;
}

const encoder = new TextEncoder();

/** Media types of streams: events, JSON lines, and JSON text sequences. */
const EVENTS = 'text/event-stream';
const lines = /^application\/(?:x-)?(?:jsonl|jsonlines|json-lines|ndjson)$/;
const records = /^application\/(?:.+\+)?json-seq$/;

/** Returns whether bodies of a media type are streams. */
export function isStreamType(mediaType: string): boolean {
  return mediaType === EVENTS || lines.test(mediaType) || records.test(mediaType);
}

/** Creates the reader of a media type. Why without a limit: the bytes of the whole stream are limited. */
function readerOf(mediaType: string): FrameReader {
  const most = Number.MAX_SAFE_INTEGER;
  if (mediaType === EVENTS) return createFrameReader(most);
  return lines.test(mediaType) ? createLineReader(most) : createRecordReader(most);
}

export function recordStream(caps: Pick<StreamCaps, 'events' | 'bytes'>, mediaType = EVENTS): StreamRecorder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const chunks: { at: number; length: number }[] = [];
  const frames: StreamFrame[] = [];
  const texts: string[] = [];
  let bytes = 0;
  const reader = readerOf(mediaType);
  const keep = (all: readonly Frame[], at: number): readonly StreamFrame[] => {
    const fresh = all
      .slice(0, Math.max(0, caps.events - frames.length))
      .map((frame, index) => toFrame(frames.length + 1 + index, at, frame));
    for (const frame of fresh) frames.push(frame);
    return fresh;
  };
  return {
    push(chunk, at) {
      bytes += chunk.length;
      chunks.push({ at, length: chunk.length });
      texts.push(decoder.decode(chunk, { stream: true }));
      return keep(reader.read(chunk), at);
    },
    get full() {
      if (frames.length >= caps.events) return 'events';
      return bytes >= caps.bytes ? 'bytes' : null;
    },
    finish(end) {
      texts.push(decoder.decode());
      const raw = texts.join('');
      if (mediaType === EVENTS) return { raw, chunks, frames, end, rest: undispatched(raw) };
      // Why: the end of a sequence completes its last value.
      if (end === 'closed') keep(reader.end?.() ?? [], chunks.at(-1)?.at ?? 0);
      return { raw, chunks, frames, end, rest: '' };
    },
  };
}

/** Creates the recording of a frame and parses its data. */
export function toFrame(
  number: number,
  at: number,
  { data, event, id }: Pick<Frame, 'data' | 'event' | 'id'>,
): StreamFrame {
  const frame = { number, at, event, id, data, size: encoder.encode(data).length };
  const reading = readJson(data);
  return reading.ok
    ? { ...frame, value: reading.value, problem: null }
    : { ...frame, problem: reading.problem, ...(reading.isTooDeep ? { isTooDeep: true } : {}) };
}

/** Returns the text after the last empty line, without its leading comments. */
export function undispatched(raw: string): string {
  let start = raw.startsWith('\uFEFF') ? 1 : 0;
  let lineStart = start;
  for (const { index, 0: end } of raw.matchAll(/\r\n|\n|\r/g)) {
    const isComment = start === lineStart && raw[lineStart] === ':';
    const isEmpty = lineStart === index;
    lineStart = index + end.length;
    if (isEmpty || isComment) start = lineStart;
  }
  return start === lineStart && raw[start] === ':' ? '' : raw.slice(start);
}
