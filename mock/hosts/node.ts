/**
 * Serves the mock on a port with `node:http`. Converts requests, sends responses and keeps count of what is on its way;
 * decides nothing about the content.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FramePump } from '../../generated/runtime/adapters/frame-pump.ts';
import type { HttpResponse } from '../../generated/runtime/http.ts';
import type { Exposure } from '../http/access.ts';
import { isLoopbackAddress } from '../http/addresses.ts';
import { errorResponse, internalError } from '../http/error-responses.ts';
import type { Serve } from '../http/pipeline.ts';
import { writeError } from '../http/respond.ts';
import { NodeRequest } from './node/node-request.ts';
import { rejectMalformed, rejectTunnel } from './node/reject-malformed.ts';
import { openStream, writeWhole, type StreamedResponse, type WholeResponse } from './node/write-response.ts';

/** Where to listen; port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** A mock that takes the address it is served at as its base address. */
export interface ServedMock {
  readonly handle: Serve;
  useAddress(url: string): void;
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

/** Units: milliseconds that calls on their way are given when the server closes, and between two looks at them. */
const GRACE = 1_000;
const SWEEP = 20;

/**
 * Listens.
 *
 * Errors: rejects with the error of `node:net`, such as one with code EADDRINUSE.
 */
export async function listen(mock: Serve | ServedMock, { host, port }: ListenOptions): Promise<NodeServer> {
  const serve = typeof mock === 'function' ? mock : mock.handle;
  const exposure: Exposure = isLoopbackAddress(host) ? 'loopback' : 'network';
  const traffic: Traffic = { listening: new Set(), streams: new Set(), givenUp: new Set() };
  // A missing Host is refused with the error object by the mock, not with an empty response by Node.
  const settings = { keepAliveTimeout: KEEP_ALIVE, requireHostHeader: false };
  const server = createServer(settings, (incoming, outgoing) => {
    void exchange(serve, exposure, traffic, incoming, outgoing);
  });
  // A client may close its half once it has sent its request, and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server
    .on('clientError', rejectMalformed)
    .on('connect', rejectTunnel)
    .on('checkExpectation', rejectExpectation);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${nameOf(host)}:${bound}`;
  if (typeof mock !== 'function') mock.useAddress(url);
  return { url, port: bound, close: () => close(server, traffic) };
}

/** Refuses an `Expect` other than `100-continue`, which Node takes care of. */
function rejectExpectation(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const error = errorResponse(417, 'request-refused', 'The mock meets no expectation but 100-continue');
  writeWhole(writeError(null, error) as WholeResponse, incoming, outgoing);
}

/** What is on its way, so that it can be ended. */
interface Traffic {
  /** Requests whose handlers want to know whether the client is still there. */
  readonly listening: Set<NodeRequest>;
  readonly streams: Set<FramePump>;
  /** Connections that have their answer and still send their request. */
  readonly givenUp: Set<Socket>;
}

async function exchange(
  serve: Serve,
  exposure: Exposure,
  traffic: Traffic,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = new NodeRequest(incoming, outgoing, traffic.listening);
  try {
    // Also waits where the response is there at once: a response that ends before its request costs Node more.
    const response = await serve(request, exposure);
    if (isStreamed(response)) await sendStream(response, traffic, outgoing);
    else sendWhole(response as WholeResponse, traffic, incoming, outgoing);
  } catch {
    if (outgoing.headersSent) outgoing.destroy();
    else writeWhole(writeError(null, internalError()) as WholeResponse, incoming, outgoing);
  }
}

async function sendStream(
  response: StreamedResponse,
  traffic: Traffic,
  outgoing: ServerResponse,
): Promise<void> {
  const stream = openStream(response, outgoing);
  traffic.streams.add(stream);
  await stream.run();
  traffic.streams.delete(stream);
}

function sendWhole(
  response: WholeResponse,
  traffic: Traffic,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (writeWhole(response, incoming, outgoing) === 'kept') return;
  const { socket } = incoming;
  traffic.givenUp.add(socket);
  socket.once('close', () => traffic.givenUp.delete(socket));
}

function isStreamed(response: HttpResponse): response is StreamedResponse {
  return response.body.kind === 'frames';
}

function nameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Connections turn idle one by one as their answers end; those that do not are cut when the grace is over. */
async function close(server: Server, { listening, streams, givenUp }: Traffic): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  for (const request of listening) request.abort();
  for (const stream of streams) stream.stop();
  for (const socket of givenUp) socket.destroy();
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, SWEEP);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, GRACE);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
