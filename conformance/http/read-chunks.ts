/**
 * Reads a body chunk by chunk with timeouts: a read that times out or is aborted ends the connection and releases the
 * body. Also works for bodies that ignore abort signals.
 */
import type { CaptureEnd } from '../model/exchange.ts';
import type { StreamCaps } from './record-stream.ts';

/** The result of a read. Shape: `error` is the error of the failure, or the abort reason of the signal. */
export type Chunk =
  | { readonly kind: 'chunk'; readonly chunk: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly reason: CaptureEnd; readonly error: unknown };

/** The timeout of one read, in addition to that of the whole body. Units: milliseconds. */
export interface ReadTimeout {
  readonly ms: number;
  readonly reason: 'first-byte' | 'idle';
}

/** Reads a body. */
export interface ChunkReader {
  /** Waits for the next chunk. A failed read has ended the connection. */
  next(timeout: ReadTimeout | null): Promise<Chunk>;
  /** Ends the reading and the connection. */
  stop(): void;
}

/** The limits of the reading. Units: `started` is a `performance.now()` value. */
export interface ReadBounds {
  readonly caps: Pick<StreamCaps, 'totalMs'>;
  readonly started: number;
  readonly stop: AbortController;
  readonly signal?: AbortSignal | undefined;
}

/** The maximum delay of a timer; a longer one would fire immediately. Units: milliseconds. */
const MAX_WAIT = 2 ** 31 - 1;

/** Creates the reader of a body; without a body it returns only the end. */
export function readChunks(
  body: ReadableStream<Uint8Array> | null,
  { caps, started, stop, signal }: ReadBounds,
): ChunkReader {
  if (body === null) return { next: () => Promise.resolve({ kind: 'end' }), stop: () => undefined };
  const reader = body.getReader();

  function end(reason: unknown): void {
    stop.abort(reason);
    void reader.cancel().catch(() => undefined);
  }

  async function next(timeout: ReadTimeout | null): Promise<Chunk> {
    const left = caps.totalMs - (performance.now() - started);
    const limit = timeout !== null && timeout.ms < left ? timeout : { ms: left, reason: 'total' as const };
    const result = await raceRead(read(reader), limit, signal);
    if (result.kind !== 'failed') return result;
    // Why: an abort also breaks the connection, and either of the two may be observed first.
    const failed: Chunk =
      signal?.aborted === true
        ? { kind: 'failed', reason: 'stopped', error: signal.reason }
        : { ...result, error: result.error ?? new Error(`The body did not end within ${caps.totalMs} ms.`) };
    if (failed.reason !== 'broken') end(failed.error);
    return failed;
  }

  return { next, stop: () => end(new Error('The reading was stopped.')) };
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Chunk> {
  try {
    const { done, value } = await reader.read();
    return done ? { kind: 'end' } : { kind: 'chunk', chunk: value };
  } catch (error) {
    return { kind: 'failed', reason: 'broken', error };
  }
}

/** Waits for a read, a timeout or a signal, and removes its timer and listener. */
function raceRead(
  reading: Promise<Chunk>,
  { ms, reason }: { readonly ms: number; readonly reason: CaptureEnd },
  signal: AbortSignal | undefined,
): Promise<Chunk> {
  return new Promise((resolve) => {
    const settle = (chunk: Chunk): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopped);
      resolve(chunk);
    };
    const stopped = (): void => settle({ kind: 'failed', reason: 'stopped', error: signal?.reason });
    const timer = setTimeout(
      () => settle({ kind: 'failed', reason, error: undefined }),
      Math.min(Math.max(0, ms), MAX_WAIT),
    );
    if (signal?.aborted === true) stopped();
    else signal?.addEventListener('abort', stopped, { once: true });
    void reading.then(settle);
  });
}

/** Joins chunks into a new buffer. Units: `length` is their total length, in bytes. */
export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
