/**
 * Writes pieces of text to a response whose head has been sent.
 *
 * Why: of a chunk Node makes four writes to the socket. Framed here it is one, which is what a stream of small events
 * is paid in. Node still writes the head and the end, and everything where its framing is not the plain one.
 */
import type { ServerResponse } from 'node:http';

/** Writes a piece; the next one should wait for `drained` when it answers `full`. */
export function writeChunk(response: ServerResponse, text: string): 'taken' | 'full' {
  const { socket } = response;
  const isTaken =
    socket !== null && response.chunkedEncoding
      ? socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
      : response.write(text);
  return isTaken ? 'taken' : 'full';
}

/** Resolves when the reader has taken what was written, or has gone. */
export function drained(response: ServerResponse): Promise<void> {
  const { socket } = response;
  const sources = socket === null ? [response] : [response, socket];
  return new Promise((resolve) => {
    const go = (): void => {
      for (const source of sources) source.off('drain', go).off('close', go);
      resolve();
    };
    for (const source of sources) source.on('drain', go).on('close', go);
  });
}
