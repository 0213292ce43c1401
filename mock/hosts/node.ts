/**
 * Serves the mock on a port with `node:http`. Converts requests and writes replies, byte by byte where that is faster,
 * and decides nothing about their content.
 */
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HttpReply, ReplyBody } from '../../generated/runtime/http.ts';
import type { Exposure } from '../http/access.ts';
import { isLoopbackAddress } from '../http/addresses.ts';
import type { Serve } from '../http/pipeline.ts';
import { endAfterRest, isCheapRest } from './node/drain.ts';
import { FramePump } from './node/frame-pump.ts';
import { NodeRequest } from './node/node-request.ts';

/** Where to listen; port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** A server that listens. */
export interface NodeServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Ends open streams, answers what is on its way, and resolves when every connection is closed. */
  close(): Promise<void>;
}

/** Units: milliseconds. Longer than usual clients keep a connection, so that they never use one that is being closed. */
const KEEP_ALIVE = 65_000;

/** Units: milliseconds that calls on their way are given when the server closes. */
const GRACE = 1_000;

/**
 * Listens.
 *
 * Errors: rejects with the error of `node:net`, such as one with code EADDRINUSE.
 */
export async function listen(serve: Serve, { host, port }: ListenOptions): Promise<NodeServer> {
  const exposure: Exposure = isLoopbackAddress(host) ? 'loopback' : 'network';
  const traffic: Traffic = { requests: new Set(), pumps: new Set() };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, (incoming, outgoing) => {
    void exchange(serve, exposure, traffic, incoming, outgoing);
  });
  server.on('clientError', refuseGarbage);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${nameOf(host)}:${bound}`, port: bound, close: () => close(server, traffic) };
}

/** What is on its way, so that it can be ended. */
interface Traffic {
  readonly requests: Set<NodeRequest>;
  readonly pumps: Set<FramePump>;
}

async function exchange(
  serve: Serve,
  exposure: Exposure,
  traffic: Traffic,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = new NodeRequest(incoming, outgoing);
  traffic.requests.add(request);
  // Without a listener a connection that breaks in the middle of a body would be an uncaught error.
  incoming.on('error', ignore);
  outgoing.on('error', ignore);
  try {
    const reply = await serve(request, exposure);
    await send(reply, traffic, incoming, outgoing);
  } catch {
    outgoing.destroy();
  } finally {
    traffic.requests.delete(request);
  }
}

function ignore(): void {}

async function send(
  { status, headers, body }: HttpReply,
  traffic: Traffic,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (body.kind === 'frames') {
    outgoing.writeHead(status, headers as OutgoingFields);
    outgoing.flushHeaders();
    return pump(new FramePump(outgoing, body.frames), traffic);
  }
  const content = contentOf(body);
  const fields: Record<string, unknown> = { ...headers, ...lengthField(status, headers, content) };
  if (isCheapRest(incoming)) {
    outgoing.writeHead(status, fields as OutgoingFields).end(content);
    return;
  }
  fields['connection'] = 'close';
  outgoing.writeHead(status, fields as OutgoingFields).write(content);
  endAfterRest(incoming, outgoing);
}

type OutgoingFields = Record<string, string | string[]>;

async function pump(frames: FramePump, traffic: Traffic): Promise<void> {
  traffic.pumps.add(frames);
  await frames.run();
  traffic.pumps.delete(frames);
}

function contentOf(body: Exclude<ReplyBody, { kind: 'frames' }>): string | Uint8Array {
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
function lengthField(
  status: number,
  headers: HttpReply['headers'],
  content: string | Uint8Array,
): Record<string, number> {
  if (status === 204 || status === 304 || headers['content-length'] !== undefined) return {};
  return { 'content-length': typeof content === 'string' ? Buffer.byteLength(content) : content.length };
}

function refuseGarbage(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = GARBAGE_STATUS[error.code ?? ''] ?? 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ error: `${reason}: this is no HTTP request the mock can read` });
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `backlot-outside-contract: request-refused\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
}

const GARBAGE_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function nameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Connections turn idle one by one as their answers end; those that do not are cut when the grace is over. */
async function close(server: Server, { requests, pumps }: Traffic): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const request of requests) request.abort();
  for (const frames of pumps) frames.stop();
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), GRACE);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
