/**
 * Takes the content coding off copied bodies, so that what is in them can be read. Bounded, since few bytes can stand for many.
 */
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
import { LONGEST_BODY } from './copy-body.ts';

/** A body without its coding, or why there is none. */
export type Decoded =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown' | 'too-long' | 'broken' };

/** Reads a coded stream piece by piece. */
export interface StreamDecoder {
  /** Takes a piece and answers what it stands for, which may be nothing yet. Errors: rejects where the coding is broken. */
  read(piece: Uint8Array): Promise<Uint8Array>;
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
    return { kind: 'bytes', bytes: decode(bytes, { maxOutputLength: LONGEST_BODY }) };
  } catch (error) {
    const isLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: isLong ? 'too-long' : 'broken' };
  }
}

/** Starts to decode a stream; `null` for a coding that is not known. */
export function openStreamDecoder(coding: string | null): StreamDecoder | null {
  const name = nameOf(coding);
  if (name === null) return { read: (piece) => Promise.resolve(piece), close: () => undefined };
  const open = Object.hasOwn(streams, name) ? streams[name] : undefined;
  return open === undefined ? null : decodePieces(open());
}

function decodePieces(transform: Transform): StreamDecoder {
  let made: Buffer[] = [];
  let broken: Error | null = null;
  let fail: (error: Error) => void = () => undefined;
  transform.on('data', (piece: Buffer) => made.push(piece));
  transform.on('error', (error) => {
    broken = error;
    fail(error);
  });
  return {
    read: (piece) =>
      new Promise((resolve, reject) => {
        // Why: a transform that breaks never answers the write that broke it, nor one after it.
        fail = reject;
        if (broken !== null) fail(broken);
        else
          transform.write(piece, () => {
            resolve(Buffer.concat(made));
            made = [];
          });
      }),
    close: () => transform.destroy(),
  };
}

function nameOf(coding: string | null): string | null {
  const name = coding?.trim().toLowerCase() ?? '';
  return name === '' || name === 'identity' ? null : name;
}
