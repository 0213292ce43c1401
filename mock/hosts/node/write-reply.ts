/** Writes replies to `node:http`: whole ones in one go, streams through a pump. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { HttpReply, ReplyBody } from '../../../generated/runtime/http.ts';
import { endAfterRest, isCheapRest } from './drain.ts';
import { FramePump } from './frame-pump.ts';

/** A reply that is sent piece by piece. */
export type StreamedReply = HttpReply & { readonly body: Extract<ReplyBody, { readonly kind: 'frames' }> };

/** A reply that is there as a whole. */
export type WholeReply = HttpReply & { readonly body: Exclude<ReplyBody, { readonly kind: 'frames' }> };

/**
 * Sends the head of a stream at once and answers what sends the rest.
 *
 * Errors: throws for a header that HTTP can't carry; the source has been let go of then.
 */
export function openStream(reply: StreamedReply, outgoing: ServerResponse): FramePump {
  const pump = new FramePump(outgoing, reply.body.frames);
  try {
    outgoing.writeHead(reply.status, reply.headers as OutgoingHttpHeaders).flushHeaders();
    return pump;
  } catch (error) {
    void pump.release();
    throw error;
  }
}

/**
 * Sends a reply; answers whether its connection must be given up because most of the request is still to come.
 *
 * Errors: throws for a header that HTTP can't carry; nothing has been sent then.
 */
export function writeWhole(
  reply: WholeReply,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): 'kept' | 'given-up' {
  // Writing to a response whose connection is gone is an error that nobody could catch.
  if (outgoing.destroyed) return 'kept';
  const content = contentOf(reply.body);
  const length = Buffer.byteLength(content);
  const fields: OutgoingHttpHeaders = { ...(reply.headers as OutgoingHttpHeaders) };
  if (needsLength(reply)) fields['content-length'] = length;
  if (isCheapRest(incoming)) {
    // Text as long as its bytes is ASCII, and Node writes that faster when it is told so.
    outgoing.writeHead(reply.status, fields).end(content, length === content.length ? 'latin1' : 'utf8');
    return 'kept';
  }
  fields['connection'] = 'close';
  outgoing.writeHead(reply.status, fields).flushHeaders();
  if (content.length > 0) outgoing.write(content);
  endAfterRest(incoming, outgoing);
  return 'given-up';
}

function contentOf(body: WholeReply['body']): string | Uint8Array {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return body.text;
    case 'bytes':
      return body.bytes;
  }
}

/** A status without content has no length; the answer to HEAD brings the length of what it leaves out. */
function needsLength({ status, headers }: HttpReply): boolean {
  return status !== 204 && status !== 304 && headers['content-length'] === undefined;
}
