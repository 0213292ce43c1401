/** Writes responses to Node: complete ones in one call, streams with a FramePump. */
import type { HttpResponse, ResponseBody } from '../http.ts';
import { FramePump, type FrameSink } from './frame-pump.ts';
import { headerOf, type NodeIncoming, type NodeOutgoing, type NodeSocket } from './node-request.ts';

/** Why: Node's types may not be installed. Every host of `node:http` has it. */
declare const Buffer: {
  byteLength(text: string): number;
  from(text: string): { toString(encoding: 'latin1'): string };
};

/** Why: Node's types may not be installed. Every host of `node:http` has it. */
declare function setImmediate(call: () => void): unknown;

/** A request with its response, as Node passes them. */
export interface Exchange {
  readonly incoming: NodeIncoming;
  readonly outgoing: NodeOutgoing;
}

/** The open responses and connections that a server must end when it closes. */
export interface OpenResponses {
  readonly streams: Set<FramePump>;
  /** Connections whose response has been sent while the request is still being received. */
  readonly draining: Set<NodeSocket>;
}

/**
 * Sends a response; resolves when all of it is sent or the client has disconnected.
 *
 * Shape: `open` is `null` if another framework owns the server. Its middleware may have replaced methods of the
 * response, so nothing is written directly to the socket, and connections are not closed.
 * Errors: rejects for a header that is invalid in HTTP, and closes the source of a stream.
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
  const pump = new FramePump(new NodeFrameSink(outgoing, open !== null), body.frames);
  open?.streams.add(pump);
  try {
    if (open !== null) corkForTurn(outgoing.socket);
    outgoing.writeHead(status, mutableHeaders(headers));
    outgoing.flushHeaders();
    await pump.run();
  } finally {
    open?.streams.delete(pump);
    await pump.release();
  }
}

/** Sends what is written in this turn of the event loop at once: the head, the first frames, and the end of a short stream. */
function corkForTurn(socket: NodeSocket | null): void {
  if (socket?.cork === undefined) return;
  socket.cork();
  setImmediate(() => socket.uncork?.());
}

function sendWhole(
  response: HttpResponse,
  body: Exclude<ResponseBody, { readonly kind: 'frames' }>,
  { incoming, outgoing }: Exchange,
  open: OpenResponses | null,
): void {
  // Writing to a response without a connection would emit an error that nothing handles.
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

/** Returns the content of a body; text as a string with one character per byte. */
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

/** Why: Node sends a latin1 string in one chunk with the head, which is faster than encoding it. */
function bytesOf(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** Returns whether to add a length: 204 and 304 have none, and the response to HEAD already has one. */
function needsLength({ status, headers }: HttpResponse): boolean {
  return status !== 204 && status !== 304 && headers['content-length'] === undefined;
}

/** Units: bytes that are read and discarded so that the connection can be reused. */
const SHORT_REST = 4_194_304;

/** Units: bytes and milliseconds after which a client that continues to send is disconnected. */
const MAX_REST = 67_108_864;
const MAX_WAIT = 3_000;

/** Why: a request without a body may be incomplete, since its response may be ready while Node still reads the head. */
function isShortRest(incoming: NodeIncoming): boolean {
  if (incoming.complete === true) return true;
  const length = headerOf(incoming, 'content-length');
  return length === null ? headerOf(incoming, 'transfer-encoding') === null : Number(length) <= SHORT_REST;
}

/**
 * Closes the server's half of the connection after the response, then reads and discards the rest of the request until
 * the client closes its half. Why: closing immediately would reset the connection, and the client would lose the
 * response.
 */
function endAfterRest(incoming: NodeIncoming, outgoing: NodeOutgoing): void {
  const { socket } = incoming;
  let rest = 0;
  const timer = setTimeout(() => socket.destroy(), MAX_WAIT);
  socket.once('close', () => clearTimeout(timer));
  incoming.on('data', (chunk) => {
    rest += chunk.length;
    if (rest > MAX_REST) socket.destroy();
  });
  incoming.once('end', () => outgoing.end());
  incoming.resume();
  socket.end();
}

/**
 * A sink for frames. Why `isDirect`: Node writes a chunk to the socket in four writes, which dominates the cost of a
 * stream of small events; here it is one write. Node still writes the head and the end, and everything that is not
 * chunked.
 */
class NodeFrameSink implements FrameSink {
  readonly #outgoing: NodeOutgoing;
  readonly #isDirect: boolean;

  constructor(outgoing: NodeOutgoing, isDirect: boolean) {
    this.#outgoing = outgoing;
    this.#isDirect = isDirect;
  }

  get destroyed(): boolean {
    return this.#outgoing.destroyed;
  }

  write(text: string): boolean {
    return this.#isDirect ? writeChunk(this.#outgoing, text) : this.#outgoing.write(text, 'utf8');
  }

  drained(): Promise<void> {
    const outgoing = this.#outgoing;
    return drained(this.#isDirect && outgoing.socket !== null ? [outgoing, outgoing.socket] : [outgoing]);
  }

  end(): void {
    this.#outgoing.end();
  }

  breakOff(): void {
    breakOff(this.#outgoing);
  }

  /** A client that closes its half of the connection counts as disconnected; there is no other sign of it. */
  onClose(listener: () => void): () => void {
    const outgoing = this.#outgoing;
    const socket = this.#isDirect ? outgoing.socket : null;
    outgoing.once('close', listener);
    socket?.once('end', listener);
    return () => {
      outgoing.off('close', listener);
      socket?.off('end', listener);
    };
  }
}

function writeChunk(outgoing: NodeOutgoing, text: string): boolean {
  const { socket } = outgoing;
  if (socket === null || outgoing.chunkedEncoding !== true) return outgoing.write(text, 'utf8');
  const bytes = bytesOf(text);
  return socket.write(`${bytes.length.toString(16)}\r\n${bytes}\r\n`, 'latin1');
}

/** Resolves when the written data has been flushed, or the client has disconnected. */
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

/** Sends an empty 500; if the head has been sent, closes the connection after the written data. */
export function breakOff(outgoing: NodeOutgoing): void {
  if (outgoing.destroyed) return;
  if (!outgoing.headersSent) {
    outgoing.writeHead(500, {});
    outgoing.end();
  } else if (outgoing.socket?.destroySoon !== undefined) outgoing.socket.destroySoon();
  else outgoing.destroy();
}

/** Copies headers to the mutable object that Node and frameworks expect. */
export function mutableHeaders(headers: HttpResponse['headers']): Record<string, string | string[]> {
  return { ...headers } as Record<string, string | string[]>;
}
