/**
 * Ends an exchange whose request is still being sent. Closing at once would reset the connection, and the client would
 * lose the answer that tells it why.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headerOf } from './node-request.ts';

/** Units: bytes that are read and thrown away so that the connection can be used again. */
const CHEAP_REST = 4_194_304;

/** Units: bytes and milliseconds after which a client that goes on sending is cut off. */
const MOST_BYTES = 67_108_864;
const MOST_TIME = 3_000;

/**
 * Returns whether the rest of a request is small enough to read it and keep the connection. A request without a body need not be
 * complete: a response may be there while Node still reads the head.
 */
export function isCheapRest(request: IncomingMessage): boolean {
  if (request.complete) return true;
  const length = headerOf(request, 'content-length');
  return length === null ? headerOf(request, 'transfer-encoding') === null : Number(length) <= CHEAP_REST;
}

/**
 * Closes our half of the connection behind what has been written, then reads and forgets the rest of the request,
 * within limits, until the client closes its half.
 */
export function endAfterRest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  let rest = 0;
  const timer = setTimeout(() => socket.destroy(), MOST_TIME);
  socket.once('close', () => {
    clearTimeout(timer);
  });
  request.on('data', (chunk: Uint8Array) => {
    rest += chunk.length;
    if (rest > MOST_BYTES) socket.destroy();
  });
  request.once('end', () => response.end());
  request.resume();
  socket.end();
}
