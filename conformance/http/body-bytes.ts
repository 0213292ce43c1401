/** The bytes of bodies: those of requests as the texts of plans, and digests. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { RecordedBody, RequestPlan } from '../model/exchange.ts';

/** Returns the bytes of a body; empty without one. */
export function encodeBody(body: string | null, encoding: RequestPlan['encoding']): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(body ?? '', encoding ?? 'utf8'));
}

/** Returns bytes as a text, if that is possible, otherwise as one character for each byte. */
export function decodeBody(bytes: Uint8Array): Pick<RequestPlan, 'body' | 'encoding'> {
  return isUtf8(bytes)
    ? { body: new TextDecoder().decode(bytes) }
    : { body: Buffer.from(bytes).toString('latin1'), encoding: 'latin1' };
}

/** Returns the SHA-256 digest of bytes, in hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns whether a body consists of these bytes; `null` if that is not known. */
export function hasContent(body: RecordedBody | undefined, bytes: Uint8Array): boolean | null {
  switch (body?.kind) {
    case 'json':
      return body.text === Buffer.from(bytes).toString();
    case 'text':
      return digestOf(bytes) === (body.sha256 ?? digestOf(Buffer.from(body.text)));
    case 'bytes':
      return body.sha256 === undefined ? body.length === bytes.length : digestOf(bytes) === body.sha256;
    default:
      return null;
  }
}
