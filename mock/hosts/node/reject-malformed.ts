/** Writes error responses by hand where Node gives no response object: to what is no HTTP request, and to CONNECT. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Sends the error object and closes the connection; a connection that is already broken is only closed. */
export function rejectMalformed(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  sendError(socket, STATUSES[error.code ?? ''] ?? 400, 'this is no HTTP request the mock can read');
}

/** Refuses a request for a tunnel: the mock is no proxy. */
export function rejectTunnel(_request: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  sendError(socket, 501, 'the mock opens no tunnels');
}

function sendError(socket: Duplex, status: number, what: string): void {
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ error: `${reason}: ${what}` });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'connection: close',
    'content-type: application/json',
    'backlot-outside-contract: request-refused',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
