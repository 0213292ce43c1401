/** Writes responses to Node: whole ones in one go, streams through a pump. */
import type { HttpResponse, ResponseBody } from '../http.ts';
import { FramePump, type FrameSink } from './frame-pump.ts';
import { headerOf, type NodeIncoming, type NodeOutgoing, type NodeSocket } from './node-request.ts';

/** Why: Node's types may not be installed. Every host of `node:http` has it. */
declare const Buffer: {
  byteLength(text: string): number;
  from(text: string): { toString(encoding: 'latin1'): string };
};

/** A request with its response, as Node passes them. */
export interface Exchange {
  readonly incoming: NodeIncoming;
  readonly outgoing: NodeOutgoing;
}

/** What a server has to end when it closes. */
export interface OpenResponses {
  readonly streams: Set<FramePump>;
  /** Connections whose response has been sent and whose request is still being received. */
  readonly draining: Set<NodeSocket>;
}

/**
 * Sends a response; resolves when all of it is sent or the client has disconnected.
 *
 * Shape: `open` is `null` where the server belongs to somebody else, whose middleware may have replaced the methods of the
 * response: nothing is written past them, and connections are left alone.
 * Errors: rejects for a header that HTTP can't carry; the source of a stream is closed then.
 */
export async function send(
  response: HttpResponse,
  { incoming, outgoing }: Exchange,
  open: OpenResponses | null,
): Promise<void> {
  const { status, headers, body } = response;
  if (body.kind !== 'frames') {
    sendWhole(response, body, { incoming, outgoing }, open);
    return;
  }
  const pump = new FramePump(sinkOf(outgoing, open !== null), body.frames);
  open?.streams.add(pump);
  try {
    outgoing.writeHead(status, mutableHeaders(headers));
    outgoing.flushHeaders();
    await pump.run();
  } finally {
    open?.streams.delete(pump);
    await pump.release();
  }
}

function sendWhole(
  response: HttpResponse,
  body: Exclude<ResponseBody, { readonly kind: 'frames' }>,
  { incoming, outgoing }: Exchange,
  open: OpenResponses | null,
): void {
  // Writing to a response whose connection is gone is an error that nobody could catch.
  if (outgoing.destroyed) return;
  const content = contentOf(body);
  const headers = mutableHeaders(response.headers);
  if (needsLength(response)) headers['content-length'] = String(content.length);
  if (open === null || isShortRest(incoming)) {
    outgoing.writeHead(response.status, headers);
    outgoing.end(content, 'latin1');
    return;
  }
  headers['connection'] = 'close';
  outgoing.writeHead(response.status, headers);
  outgoing.flushHeaders();
  if (content.length > 0) outgoing.write(content, 'latin1');
  open.draining.add(incoming.socket);
  incoming.socket.once('close', () => open.draining.delete(incoming.socket));
  endAfterRest(incoming, outgoing);
}

/** Returns a text as a string with one character per byte. */
function contentOf(body: Exclude<ResponseBody, { readonly kind: 'frames' }>): string | Uint8Array {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return body.isReused === true ? cachedBytes(body) : bytesOf(body.text);
    case 'bytes':
      return body.bytes;
  }
}

const encodedBytes = new WeakMap<ResponseBody, string>();

function cachedBytes(body: Extract<ResponseBody, { readonly kind: 'text' }>): string {
  const cached = encodedBytes.get(body);
  if (cached !== undefined) return cached;
  const bytes = bytesOf(body.text);
  encodedBytes.set(body, bytes);
  return bytes;
}

/** Why: Node sends a text in latin1 in one piece with the head, and faster than one that it has to encode. */
function bytesOf(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** A status without content has no length; the response to HEAD has the length of the body that it leaves out. */
function needsLength({ status, headers }: HttpResponse): boolean {
  return status !== 204 && status !== 304 && headers['content-length'] === undefined;
}

/** Units: bytes that are read and dropped so that the connection can be used again. */
const SHORT_REST = 4_194_304;

/** Units: bytes and milliseconds after which a client that goes on sending is disconnected. */
const LONGEST_REST = 67_108_864;
const LONGEST_WAIT = 3_000;

/** A request without a body need not be complete: its response may be ready while Node still reads the head. */
function isShortRest(incoming: NodeIncoming): boolean {
  if (incoming.complete === true) return true;
  const length = headerOf(incoming, 'content-length');
  return length === null ? headerOf(incoming, 'transfer-encoding') === null : Number(length) <= SHORT_REST;
}

/**
 * Closes our half of the connection behind the response, then reads and drops the rest of the request until the client
 * closes its half. Why: closing at once would reset the connection, and the client would lose the response.
 */
function endAfterRest(incoming: NodeIncoming, outgoing: NodeOutgoing): void {
  const { socket } = incoming;
  let rest = 0;
  const timer = setTimeout(() => socket.destroy(), LONGEST_WAIT);
  socket.once('close', () => clearTimeout(timer));
  incoming.on('data', (chunk) => {
    rest += chunk.length;
    if (rest > LONGEST_REST) socket.destroy();
  });
  incoming.once('end', () => outgoing.end());
  incoming.resume();
  socket.end();
}

/**
 * Why `isDirect`: Node writes a chunk to the socket in four pieces. Written here it is one, which dominates the cost of a
 * stream of small events. Node still writes the head and the end, and everything where its framing is another one.
 */
function sinkOf(outgoing: NodeOutgoing, isDirect: boolean): FrameSink {
  return {
    get destroyed() {
      return outgoing.destroyed;
    },
    write: (text) => (isDirect ? writeChunk(outgoing, text) : outgoing.write(text, 'utf8')),
    drained: () => drained(isDirect && outgoing.socket !== null ? [outgoing, outgoing.socket] : [outgoing]),
    end: () => void outgoing.end(),
    breakOff: () => breakOff(outgoing),
    onClose(listener) {
      // A client that closes its half of the connection has left: nothing else tells that it has gone.
      const socket = isDirect ? outgoing.socket : null;
      outgoing.once('close', listener);
      socket?.once('end', listener);
      return () => {
        outgoing.off('close', listener);
        socket?.off('end', listener);
      };
    },
  };
}

function writeChunk(outgoing: NodeOutgoing, text: string): boolean {
  const { socket } = outgoing;
  return socket !== null && outgoing.chunkedEncoding === true
    ? socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
    : outgoing.write(text, 'utf8');
}

/** Resolves when the client has received what was written, or has disconnected. */
function drained(sources: readonly Pick<NodeSocket, 'once' | 'off'>[]): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      for (const source of sources) {
        source.off('drain', finish);
        source.off('close', finish);
      }
      resolve();
    };
    for (const source of sources) {
      source.once('drain', finish);
      source.once('close', finish);
    }
  });
}

/** Sends a bare 500, or breaks the connection behind what has been written where a response has begun. */
export function breakOff(outgoing: NodeOutgoing): void {
  if (outgoing.destroyed) return;
  if (!outgoing.headersSent) {
    outgoing.writeHead(500, {});
    outgoing.end();
  } else if (outgoing.socket?.destroySoon !== undefined) outgoing.socket.destroySoon();
  else outgoing.destroy();
}

/** Copies headers into what Node and frameworks take. */
export function mutableHeaders(headers: HttpResponse['headers']): Record<string, string | string[]> {
  return { ...headers } as Record<string, string | string[]>;
}
