/** Decodes copied bodies and converts them to the bodies that checks read. */
import { isJsonMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { RecordedBody } from '../model/exchange.ts';
import { readText } from '../http/read-response.ts';
import type { CopiedBody, CopiedHead, CopiedRequest } from './job.ts';
import type { RequestToCheck } from './check-request.ts';
import { valueOf } from './raw-headers.ts';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzipSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { Transform } from 'node:stream';
import { MAX_BODY_LENGTH } from './copy-body.ts';

/** A body that was read. Shape: `problem` is the reason why it is not checked, `null` if it is. */
export interface ReadCopy<Body> {
  readonly body: Body;
  readonly problem: string | null;
}

/** The counted reasons why a body is not checked. */
const reasons = {
  request: 'request bodies over 1 MiB',
  response: 'response bodies over 1 MiB',
  unfinished: 'request bodies that were not complete when the response was',
  coding: 'bodies with an unknown content coding',
  broken: 'bodies that do not match their content coding',
} as const;

/** Reasons why a stream with an unknown or invalid content coding is not checked. */
export const codingReasons = { unknown: reasons.coding, broken: reasons.broken } as const;

export function readRequestBody({ body, headers }: CopiedRequest): ReadCopy<RequestToCheck['body']> {
  switch (body.kind) {
    case 'unread':
      return { body: body.length === 0 ? null : 'unread', problem: null };
    case 'too-long':
      return { body: 'unread', problem: reasons.request };
    case 'unfinished':
      return { body: 'unread', problem: reasons.unfinished };
    case 'whole': {
      if (body.bytes.length === 0) return { body: null, problem: null };
      const decoded = decodeBody(body.bytes, valueOf(headers, 'content-encoding'));
      if (decoded.kind === 'bytes') return { body: decoded.bytes, problem: null };
      return { body: 'unread', problem: problemOf(decoded, reasons.request) };
    }
  }
}

/** Reads the body of a response. Shape: an unreadable body has the kind `bytes`, so that only the head is checked. */
export function readResponseBody({
  headers,
  body,
}: CopiedHead & { readonly body: CopiedBody }): ReadCopy<RecordedBody> {
  if (body.kind !== 'whole') {
    const problem = body.kind === 'too-long' ? reasons.response : null;
    return { body: body.length === 0 ? { kind: 'none' } : { kind: 'bytes', length: body.length }, problem };
  }
  const decoded = decodeBody(body.bytes, valueOf(headers, 'content-encoding'));
  if (decoded.kind !== 'bytes')
    return {
      body: { kind: 'bytes', length: body.bytes.length },
      problem: problemOf(decoded, reasons.response),
    };
  if (decoded.bytes.length === 0) return { body: { kind: 'none' }, problem: null };
  const mediaType = mediaTypeOf(valueOf(headers, 'content-type'));
  const isJson = mediaType !== null && isJsonMediaType(mediaType);
  return { body: readText(decoded.bytes, isJson), problem: null };
}

function problemOf({ kind }: Exclude<Decoded, { kind: 'bytes' }>, tooLong: string): string {
  return { unknown: reasons.coding, 'too-long': tooLong, broken: reasons.broken }[kind];
}

/** A decoded body, or why it could not be decoded. */
export type Decoded =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown' | 'too-long' | 'broken' };

export interface StreamDecoder {
  /** Decodes a chunk; the result may be empty. Errors: rejects if the data does not match the coding. */
  read(chunk: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

const wholes: Readonly<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer>> =
  {
    gzip: gunzipSync,
    'x-gzip': gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
  };

const streams: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Decodes a whole body. Shape: `coding` is the value of `Content-Encoding`, `null` for none. */
export function decodeBody(bytes: Uint8Array, coding: string | null): Decoded {
  const name = nameOf(coding);
  if (name === null) return { kind: 'bytes', bytes };
  const decode = Object.hasOwn(wholes, name) ? wholes[name] : undefined;
  if (decode === undefined) return { kind: 'unknown' };
  try {
    return { kind: 'bytes', bytes: decode(bytes, { maxOutputLength: MAX_BODY_LENGTH }) };
  } catch (error) {
    const isLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: isLong ? 'too-long' : 'broken' };
  }
}

/** Creates a stream decoder; `null` for an unknown coding. */
export function openStreamDecoder(coding: string | null): StreamDecoder | null {
  const name = nameOf(coding);
  if (name === null) return { read: (chunk) => Promise.resolve(chunk), close: () => undefined };
  const open = Object.hasOwn(streams, name) ? streams[name] : undefined;
  return open === undefined ? null : decodeChunks(open());
}

function decodeChunks(transform: Transform): StreamDecoder {
  let output: Buffer[] = [];
  let broken: Error | null = null;
  let fail: (error: Error) => void = () => undefined;
  transform.on('data', (chunk: Buffer) => output.push(chunk));
  transform.on('error', (error) => {
    broken = error;
    fail(error);
  });
  return {
    read: (chunk) =>
      new Promise((resolve, reject) => {
        // Why: a transform that fails never calls the callback of the write that failed, nor of a later one.
        fail = reject;
        if (broken !== null) fail(broken);
        else
          transform.write(chunk, () => {
            resolve(Buffer.concat(output));
            output = [];
          });
      }),
    close: () => transform.destroy(),
  };
}

function nameOf(coding: string | null): string | null {
  const name = coding?.trim().toLowerCase() ?? '';
  return name === '' || name === 'identity' ? null : name;
}
