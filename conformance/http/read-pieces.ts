/**
 * Reads a body piece by piece with patience: a read that takes too long, or that nobody waits for any more, ends the reading
 * and the connection, and lets go of the body. Works for bodies that don't listen to a signal too.
 */
import type { CaptureEnd } from '../engine/exchange.ts';
import type { StreamCaps } from './record-stream.ts';

/** What a read came to. Shape: `error` says in words why it failed, or is what somebody stopped it with. */
export type Piece =
  | { readonly kind: 'piece'; readonly piece: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly reason: CaptureEnd; readonly error: unknown };

/** How long one read may take, beside what is left for the whole. Units: milliseconds. */
export interface Patience {
  readonly ms: number;
  readonly reason: 'first-byte' | 'idle';
}

/** Reads a body. */
export interface PieceReader {
  /** Waits for the next piece. What failed once has ended the connection. */
  next(patience: Patience | null): Promise<Piece>;
  /** Ends the reading and the connection. */
  stop(): void;
}

/** What bounds the reading. Units: `started` is of `performance.now()`. */
export interface ReadBounds {
  readonly caps: Pick<StreamCaps, 'totalMs'>;
  readonly started: number;
  readonly stop: AbortController;
  readonly signal?: AbortSignal | undefined;
}

/** Longer waits would make a timer fire at once. Units: milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Starts to read a body; without one there is nothing but the end. */
export function readPieces(
  body: ReadableStream<Uint8Array> | null,
  { caps, started, stop, signal }: ReadBounds,
): PieceReader {
  if (body === null) return { next: () => Promise.resolve({ kind: 'end' }), stop: () => undefined };
  const reader = body.getReader();

  function end(reason: unknown): void {
    stop.abort(reason);
    void reader.cancel().catch(() => undefined);
  }

  async function next(patience: Patience | null): Promise<Piece> {
    const left = caps.totalMs - (performance.now() - started);
    const limit = patience !== null && patience.ms < left ? patience : { ms: left, reason: 'total' as const };
    const result = await raceRead(read(reader), limit, signal);
    if (result.kind !== 'failed') return result;
    // Why: the connection breaks because the reading is stopped, and which of the two is heard first is chance.
    const failed: Piece =
      signal?.aborted === true
        ? { kind: 'failed', reason: 'stopped', error: signal.reason }
        : { ...result, error: result.error ?? new Error(`The body did not end within ${caps.totalMs} ms.`) };
    if (failed.reason !== 'broken') end(failed.error);
    return failed;
  }

  return { next, stop: () => end(new Error('The reading was stopped.')) };
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Piece> {
  try {
    const { done, value } = await reader.read();
    return done ? { kind: 'end' } : { kind: 'piece', piece: value };
  } catch (error) {
    return { kind: 'failed', reason: 'broken', error };
  }
}

/** Waits for a read, a timeout or a signal, and removes its timer and listener. */
function raceRead(
  reading: Promise<Piece>,
  { ms, reason }: { readonly ms: number; readonly reason: CaptureEnd },
  signal: AbortSignal | undefined,
): Promise<Piece> {
  return new Promise((resolve) => {
    const settle = (piece: Piece): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopped);
      resolve(piece);
    };
    const stopped = (): void => settle({ kind: 'failed', reason: 'stopped', error: signal?.reason });
    const timer = setTimeout(
      () => settle({ kind: 'failed', reason, error: undefined }),
      Math.min(Math.max(0, ms), LONGEST_WAIT),
    );
    if (signal?.aborted === true) stopped();
    else signal?.addEventListener('abort', stopped, { once: true });
    void reading.then(settle);
  });
}
