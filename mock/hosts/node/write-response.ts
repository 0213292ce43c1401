/** Writes responses to `node:http`: whole ones in one go, streams through a pump. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { FramePump } from '../../../generated/runtime/adapters/frame-pump.ts';
import type { HttpResponse, ResponseBody } from '../../../generated/runtime/http.ts';
import { CachedBody } from '../../http/memoize-projection.ts';
import { createChunkSink } from './chunk-sink.ts';
import { endAfterRest, isCheapRest } from './drain.ts';

/** A response that is sent piece by piece. */
export type StreamedResponse = HttpResponse & {
  readonly body: Extract<ResponseBody, { readonly kind: 'frames' }>;
};

/** A response that is there as a whole. */
export type WholeResponse = HttpResponse & {
  readonly body: Exclude<ResponseBody, { readonly kind: 'frames' }>;
};

/**
 * Sends the head of a stream at once and answers what sends the rest.
 *
 * Errors: throws for a header that HTTP can't carry; the source has been let go of then.
 */
export function openStream(response: StreamedResponse, outgoing: ServerResponse): FramePump {
  const pump = new FramePump(createChunkSink(outgoing), response.body.frames);
  try {
    outgoing.writeHead(response.status, response.headers as OutgoingHttpHeaders).flushHeaders();
    return pump;
  } catch (error) {
    void pump.release();
    throw error;
  }
}

/**
 * Sends a response; answers whether its connection must be given up because most of the request is still to come.
 *
 * Errors: throws for a header that HTTP can't carry; nothing has been sent then.
 */
export function writeWhole(
  response: WholeResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): 'kept' | 'given-up' {
  // Writing to a response whose connection is gone is an error that nobody could catch.
  if (outgoing.destroyed) return 'kept';
  const content = contentOf(response.body);
  const fields: OutgoingHttpHeaders = { ...(response.headers as OutgoingHttpHeaders) };
  if (needsLength(response)) fields['content-length'] = content.length;
  if (isCheapRest(incoming)) {
    outgoing.writeHead(response.status, fields).end(content, 'latin1');
    return 'kept';
  }
  fields['connection'] = 'close';
  outgoing.writeHead(response.status, fields).flushHeaders();
  if (content.length > 0) outgoing.write(content, 'latin1');
  endAfterRest(incoming, outgoing);
  return 'given-up';
}

/** A text that is sent as its bytes in latin1. */
function contentOf(body: WholeResponse['body']): string | Uint8Array {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return body instanceof CachedBody ? cachedBytes(body) : bytesOf(body.text);
    case 'bytes':
      return body.bytes;
  }
}

const encodedBytes = new WeakMap<CachedBody, string>();

function cachedBytes(cached: CachedBody): string {
  const known = encodedBytes.get(cached);
  if (known !== undefined) return known;
  const bytes = bytesOf(cached.text);
  encodedBytes.set(cached, bytes);
  return bytes;
}

/**
 * Returns the bytes of a text in UTF-8 as a text with a character for each. Why: Node sends such a text in one piece with the
 * head, and writes it faster than one that it has to encode on the way.
 */
function bytesOf(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** A status without content has no length; the answer to HEAD brings the length of what it leaves out. */
function needsLength({ status, headers }: HttpResponse): boolean {
  return status !== 204 && status !== 304 && headers['content-length'] === undefined;
}
