/** Reads and records the body of a response; a stream frame by frame, within its caps. */
import { isUtf8 } from 'node:buffer';
import { isJsonMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type {
  RecordedBody,
  RecordedResponse,
  StreamCapture,
  CaptureEnd,
  StreamFrame,
} from '../model/exchange.ts';
import { readJson } from '../model/read-json.ts';
import { digestOf } from './body-bytes.ts';
import { joinChunks, readChunks, type ChunkReader } from './read-chunks.ts';
import { isStreamType, recordStream, type StreamCaps } from './record-stream.ts';

/** Options for reading a response. Units: `started` is a `performance.now()` value. */
export interface ReadOptions {
  readonly caps: StreamCaps;
  readonly started: number;
  /** Ends the connection. */
  readonly stop: AbortController;
  readonly stopAfter?: ((frame: StreamFrame) => boolean) | undefined;
  /** How long a body that is not a stream is read; what comes later is left out. Units: milliseconds. Default: to its end. */
  readonly bodyMs?: number | undefined;
  /** Aborts when the caller needs no more of the response. */
  readonly signal?: AbortSignal | undefined;
}

/** The maximum length of a body that is recorded as text. Units: bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads a response to its end or to a cap. Errors: rejects if the connection fails or is aborted outside of a stream.
 */
export async function readResponse(response: Response, options: ReadOptions): Promise<RecordedResponse> {
  const headers = readHeaders(response.headers);
  const mediaType = mediaTypeOf(headers['content-type'] ?? null);
  const reader = readChunks(response.body, options);
  const body =
    mediaType !== null && isStreamType(mediaType)
      ? { kind: 'stream' as const, stream: await readStream(reader, mediaType, options) }
      : await readWhole(reader, mediaType, options);
  return { status: response.status, headers, body };
}

/** Reads headers. Shape: values by lower-case name, without the values of cookies. */
function readHeaders(headers: Headers): RecordedResponse['headers'] {
  const cookies = headers.getSetCookie();
  const fields = Object.fromEntries(headers);
  return cookies.length === 0 ? fields : { ...fields, 'set-cookie': hideCookies(cookies) };
}

/**
 * Reads a body that is not a stream. Shape: stops at `MAX_BYTES` of text, and at the cap of streams for other bodies.
 */
async function readWhole(
  reader: ChunkReader,
  mediaType: string | null,
  { caps, bodyMs }: ReadOptions,
): Promise<RecordedBody> {
  const end = performance.now() + (bodyMs ?? 0);
  const isText = mediaType !== null && (isJsonMediaType(mediaType) || mediaType.startsWith('text/'));
  const most = isText ? MAX_BYTES : Math.max(MAX_BYTES, caps.bytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const left = Math.max(0, end - performance.now());
    const next = await reader.next(bodyMs === undefined ? null : { ms: left, reason: 'idle' });
    if (next.kind === 'failed' && next.reason === 'idle') break;
    if (next.kind === 'failed') throw next.error;
    if (next.kind === 'end') break;
    length += next.chunk.length;
    if (length > MAX_BYTES) chunks.length = 0;
    else chunks.push(next.chunk);
    if (length > most) {
      reader.stop();
      break;
    }
  }
  if (length === 0) return { kind: 'none' };
  if (length > MAX_BYTES)
    return {
      kind: 'bytes',
      length,
      ...(isText ? { problem: `It is longer than ${MAX_BYTES / 1024 / 1024} MiB.` } : {}),
    };
  const bytes = joinChunks(chunks, length);
  return isText
    ? readText(bytes, isJsonMediaType(mediaType))
    : { kind: 'bytes', length, sha256: digestOf(bytes) };
}

/** Creates the recording of a text. Why JSON must be UTF-8: RFC 8259 8.1; what is not is replaced in `text`. */
export function readText(bytes: Uint8Array, isJson: boolean): RecordedBody {
  const text = new TextDecoder().decode(bytes);
  if (!isJson) {
    const isWhole = isUtf8(bytes) && Buffer.byteLength(text) === bytes.length;
    return { kind: 'text', text, problem: null, ...(isWhole ? {} : { sha256: digestOf(bytes) }) };
  }
  if (text.includes('\uFFFD') && !isUtf8(bytes)) return { kind: 'text', text, problem: 'It is not UTF-8.' };
  const reading = readJson(text);
  if (reading.ok) return { kind: 'json', value: reading.value, text };
  const { problem, isTooDeep } = reading;
  return isTooDeep ? { kind: 'bytes', length: bytes.length, problem } : { kind: 'text', text, problem };
}

async function readStream(
  reader: ChunkReader,
  mediaType: string,
  { caps, started, stopAfter }: ReadOptions,
): Promise<StreamCapture> {
  const recorder = recordStream(caps, mediaType);
  let end: CaptureEnd | null = null;
  let isFirst = true;
  let lastEvent = performance.now();
  while (end === null) {
    const timeout = isFirst
      ? ({ ms: Math.min(caps.firstByteMs, caps.idleMs), reason: 'first-byte' } as const)
      : ({ ms: caps.idleMs, reason: 'idle' } as const);
    const next = await reader.next(timeout);
    const now = performance.now();
    if (next.kind === 'failed') end = next.reason;
    else if (next.kind === 'end') end = 'closed';
    else {
      const frames = recorder.push(next.chunk, now - started);
      if (isFirst || frames.length > 0) lastEvent = now;
      isFirst = false;
      if (stopAfter !== undefined && frames.some(stopAfter)) end = 'stopped';
      else end = recorder.full ?? (now - lastEvent >= caps.idleMs ? 'eventless' : null);
    }
  }
  if (end !== 'closed' && end !== 'broken') reader.stop();
  return recorder.finish(end);
}

/** Replaces the value of a cookie. */
const HIDDEN = '${cookie}';

/** Joins the `Set-Cookie` headers of a response in one line, with names and attributes but without values. */
export function hideCookies(fields: readonly string[]): string {
  return fields.map((field) => splitCookie(field).join('')).join(', ');
}

/**
 * Lists the cookie values that look like credentials. Why: a plain word such as `english` also occurs in other text,
 * where it must not be redacted.
 */
export function cookieSecrets(fields: readonly string[]): readonly string[] {
  return fields.map(valueOf).filter((value) => /^(?=.*\d).{8}|^\S{20}/s.test(value));
}

/**
 * Splits off the value of a cookie. Source: RFC 6265 5.2: after the first `=` and before the first `;`, or all without
 * `=`.
 */
function splitCookie(field: string): readonly string[] {
  const [pair = ''] = field.split(';', 1);
  const name = pair.includes('=') ? pair.slice(0, pair.indexOf('=') + 1) : '';
  return [name, valueOf(field) === '' ? '' : HIDDEN, field.slice(pair.length)];
}

function valueOf(field: string): string {
  const [pair = ''] = field.split(';', 1);
  return pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1');
}
