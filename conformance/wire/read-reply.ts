/**
 * Reads the body of a reply into what is recorded of it; a stream frame by frame, within its caps.
 */
import { isJsonMediaType, mediaTypeOf } from '../../generated/runtime/media-type.ts';
import type { RecordedBody, Reply, StreamCapture, StreamEnd, StreamFrame } from '../exchange.ts';
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

/** Reads a reply to its end or to a cap. Errors: rejects when the connection breaks outside a stream. */
export async function readReply(response: Response, options: ReadOptions): Promise<Reply> {
  const headers = Object.fromEntries(response.headers);
  const mediaType = mediaTypeOf(headers['content-type'] ?? null);
  const body =
    mediaType === 'text/event-stream'
      ? { kind: 'stream' as const, stream: await readStream(response, options) }
      : await readWhole(response, mediaType, options);
  return { status: response.status, headers, body };
}

async function readWhole(
  response: Response,
  mediaType: string | null,
  { caps, stop }: ReadOptions,
): Promise<RecordedBody> {
  const late = setTimeout(
    () => stop.abort(new Error(`The body did not end within ${caps.totalMs} ms.`)),
    caps.totalMs,
  );
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length === 0) return { kind: 'none' };
    const isText = mediaType !== null && (isJsonMediaType(mediaType) || mediaType.startsWith('text/'));
    if (!isText || bytes.length > MOST_BYTES) return { kind: 'bytes', length: bytes.length };
    const text = new TextDecoder().decode(bytes);
    if (!isJsonMediaType(mediaType)) return { kind: 'text', text, problem: null };
    try {
      return { kind: 'json', value: JSON.parse(text) as unknown, text };
    } catch (error) {
      return { kind: 'text', text, problem: error instanceof Error ? error.message : String(error) };
    }
  } finally {
    clearTimeout(late);
  }
}

async function readStream(
  response: Response,
  { caps, started, stop, stopAfter, signal }: ReadOptions,
): Promise<StreamCapture> {
  const recorder = recordStream(caps);
  if (response.body === null) return recorder.finish('closed');
  const reader = response.body.getReader();
  const since = (): number => performance.now() - started;
  let end: StreamEnd | null = null;
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number, why: StreamEnd): Promise<StreamEnd> =>
    new Promise((resolve) => {
      timer = setTimeout(() => resolve(why), Math.max(0, ms));
    });
  const gone = new Promise<StreamEnd>((resolve) => {
    if (signal?.aborted === true) resolve('stopped');
    signal?.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  while (end === null) {
    const left = caps.totalMs - since();
    const patience = caps.idleMs < left ? wait(caps.idleMs, 'idle') : wait(left, 'total');
    const read = reader.read().catch((): StreamEnd => 'broken');
    const next = await Promise.race([read, patience, gone]);
    clearTimeout(timer);
    if (typeof next === 'string') end = next;
    else if (next.done) end = 'closed';
    else {
      const frames = recorder.push(next.value, since());
      if (stopAfter !== undefined && frames.some(stopAfter)) end = 'stopped';
      else end = recorder.full;
    }
  }
  if (end !== 'closed' && end !== 'broken') stop.abort(new Error('The reading was stopped.'));
  return recorder.finish(end);
}
