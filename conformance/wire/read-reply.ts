/**
 * Reads the body of a reply into what is recorded of it; a stream frame by frame, within its caps.
 */
import { isJsonMediaType, mediaTypeOf } from '../../generated/runtime/media-type.ts';
import type { RecordedBody, Reply, StreamCapture, StreamEnd, StreamFrame } from '../exchange.ts';
import { readPieces, type PieceReader } from './read-pieces.ts';
import { recordStream, type StreamCaps } from './record-stream.ts';

/** How a reply is read. Units: `started` is of `performance.now()`. */
export interface ReadOptions {
  readonly caps: StreamCaps;
  readonly started: number;
  /** Ends the connection. */
  readonly stop: AbortController;
  readonly stopAfter?: ((frame: StreamFrame) => boolean) | undefined;
  /** Fires when whoever asked wants no more. */
  readonly signal?: AbortSignal | undefined;
}

/** Bodies that are kept as text up to this length. Units: bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Reads a reply to its end or to a cap. Errors: rejects when the connection breaks or is stopped outside a stream. */
export async function readReply(response: Response, options: ReadOptions): Promise<Reply> {
  const headers = Object.fromEntries(response.headers);
  const mediaType = mediaTypeOf(headers['content-type'] ?? null);
  const reader = readPieces(response.body, options);
  const body =
    mediaType === 'text/event-stream'
      ? { kind: 'stream' as const, stream: await readStream(reader, options) }
      : await readWhole(reader, mediaType, options);
  return { status: response.status, headers, body };
}

/** Reads a body that is no stream. Shape: one that is longer than any cap is read so far, and is `bytes`. */
async function readWhole(
  reader: PieceReader,
  mediaType: string | null,
  { caps }: ReadOptions,
): Promise<RecordedBody> {
  const most = Math.max(MOST_BYTES, caps.bytes);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const next = await reader.next(null);
    if (next.kind === 'failed') throw next.error;
    if (next.kind === 'end') break;
    length += next.piece.length;
    if (length > MOST_BYTES) pieces.length = 0;
    else pieces.push(next.piece);
    if (length >= most) {
      reader.stop();
      break;
    }
  }
  if (length === 0) return { kind: 'none' };
  const isText = mediaType !== null && (isJsonMediaType(mediaType) || mediaType.startsWith('text/'));
  if (!isText || length > MOST_BYTES) return { kind: 'bytes', length };
  const text = new TextDecoder().decode(joined(pieces, length));
  if (!isJsonMediaType(mediaType)) return { kind: 'text', text, problem: null };
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown, text };
  } catch (error) {
    return { kind: 'text', text, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function readStream(
  reader: PieceReader,
  { caps, started, stopAfter }: ReadOptions,
): Promise<StreamCapture> {
  const recorder = recordStream(caps);
  let end: StreamEnd | null = null;
  let isFirst = true;
  while (end === null) {
    const patience = isFirst
      ? ({ ms: caps.firstByteMs, why: 'first-byte' } as const)
      : ({ ms: caps.idleMs, why: 'idle' } as const);
    const next = await reader.next(patience);
    if (next.kind === 'failed') end = next.why;
    else if (next.kind === 'end') end = 'closed';
    else {
      isFirst = false;
      const frames = recorder.push(next.piece, performance.now() - started);
      if (stopAfter !== undefined && frames.some(stopAfter)) end = 'stopped';
      else end = recorder.full;
    }
  }
  if (end !== 'closed' && end !== 'broken') reader.stop();
  return recorder.finish(end);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.length;
  }
  return all;
}
