/**
 * Ends an exchange whose request is still being sent. Closing at once would reset the connection, and the client would
 * lose the answer that tells it why.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Units: bytes that are read and thrown away so that the connection can be used again. */
const CHEAP_REST = 4_194_304;

/** Units: bytes and milliseconds after which a client that goes on sending is cut off. */
const MOST_BYTES = 67_108_864;
const MOST_TIME = 3_000;

/** Says whether the rest of a request is small enough to read it and keep the connection. */
export function isCheapRest(request: IncomingMessage): boolean {
  return request.complete || Number(request.headers['content-length'] ?? Infinity) <= CHEAP_REST;
}

/** Reads and forgets the rest of a request, within limits, then ends the response; its bytes have been written before. */
export function endAfterRest(request: IncomingMessage, response: ServerResponse): void {
  let rest = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', count);
    response.end();
  };
  const count = (chunk: Uint8Array): void => {
    rest += chunk.length;
    if (rest > MOST_BYTES) finish();
  };
  const timer = setTimeout(finish, MOST_TIME);
  request.on('data', count);
  request.once('end', finish);
  request.once('close', finish);
  request.resume();
}
