/**
 * Reads copied bodies: takes their coding off, and turns them into what checks look at.
 */
import { isJsonMediaType, mediaTypeOf } from '../../generated/runtime/media-type.ts';
import type { RecordedBody } from '../engine/exchange.ts';
import { readText } from '../http/read-response.ts';
import { decodeBody, type Decoded } from './decode-body.ts';
import type { CopiedBody, CopiedHead, CopiedRequest } from './job.ts';
import type { RequestToCheck } from './check-request.ts';
import { valueOf } from './raw-headers.ts';

/** A body that was read. Shape: `problem` is why it is not checked, `null` where it is. */
export interface ReadCopy<Body> {
  readonly body: Body;
  readonly problem: string | null;
}

/** Why a body is not checked, as it is counted. */
const reasons = {
  request: 'request bodies over 1 MiB',
  response: 'reply bodies over 1 MiB',
  unfinished: 'request bodies that were not complete when the reply was',
  coding: 'bodies in a content coding that is not known',
  broken: 'bodies that are not in the content coding they name',
} as const;

/** What is told of a stream whose coding is not known, or not what it says. */
export const codingReasons = { unknown: reasons.coding, broken: reasons.broken } as const;

/** Reads the body of a request. */
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

/** Reads the body of a response. Shape: what can't be read is bytes, so that only the head of the response is judged. */
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
  const text = new TextDecoder().decode(decoded.bytes);
  const isJson = mediaType !== null && isJsonMediaType(mediaType);
  return { body: readText(text, decoded.bytes.length, isJson), problem: null };
}

function problemOf({ kind }: Exclude<Decoded, { kind: 'bytes' }>, tooLong: string): string {
  return { unknown: reasons.coding, 'too-long': tooLong, broken: reasons.broken }[kind];
}
