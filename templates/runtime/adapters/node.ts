/**
 * Serves through Node: `attachService` on a server of `node:http` or `node:https`, `nodeListener` wherever a listener is
 * taken, such as the compatible half of `node:http2`. Converts and does nothing else.
 */
import type { HttpResponse, HttpRequest } from '../http.ts';
import { problemResponse, titleOf } from '../server/errors.ts';
import type { ServeRequest } from '../server/service.ts';
import type { FramePump } from './frame-pump.ts';
import { NodeRequest, type NodeIncoming, type NodeOutgoing, type NodeSocket } from './node-request.ts';
import { breakOff, send, type Exchange, type OpenResponses } from './node-response.ts';

export type { NodeIncoming, NodeOutgoing, NodeSocket } from './node-request.ts';

/** How an adapter reports. */
export interface AdapterOptions {
  /** Receives the error of a response that can't be sent, such as one with a line break in a header. */
  readonly onError: (error: unknown) => void;
}

/** Takes what `createServer` passes to its listener. */
export type NodeListener = (incoming: NodeIncoming, outgoing: NodeOutgoing) => void;

/** Creates a listener for `createServer`. */
export function nodeListener(serve: ServeRequest, { onError }: AdapterOptions): NodeListener {
  return (incoming, outgoing) => {
    void exchange(serve, new NodeRequest(incoming, outgoing), { incoming, outgoing }, onError);
  };
}

/** Serves one request; resolves when the whole response is sent or the client has disconnected. */
export async function exchange(
  serve: ServeRequest,
  request: HttpRequest,
  nodes: Exchange,
  onError: AdapterOptions['onError'],
): Promise<void> {
  try {
    await send(await serve(request), nodes, null);
  } catch (error) {
    if (!request.signal.aborted) onError(error);
    breakOff(nodes.outgoing);
  }
}

/** What is used of a server of `node:http` or `node:https`. */
export interface NodeServer {
  on(event: 'request' | 'checkExpectation', listener: NodeListener): unknown;
  on(event: 'clientError', listener: (error: ClientError, socket: RawSocket) => void): unknown;
  on(event: 'connect', listener: (request: unknown, socket: RawSocket) => void): unknown;
  close(callback: () => void): unknown;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

interface ClientError extends Error {
  readonly code?: string;
}

interface RawSocket {
  readonly writable: boolean;
  on(event: 'error', listener: () => void): unknown;
  end(text: string): unknown;
  destroy(): unknown;
}

/** How a service is attached to a server. */
export interface AttachOptions extends AdapterOptions {
  /** Writes the errors that no handler sees: malformed requests, CONNECT, `Expect`; problem details when absent. */
  readonly errorResponse?: (status: number, message: string) => HttpResponse;
  /** Units: milliseconds that open requests get to finish on `close`; 1,000 when absent. */
  readonly closeTimeout?: number;
}

/** A service that listens to a server. */
export interface AttachedService {
  /**
   * Stops listening and ends streams, fires the signals of open requests, finishes their responses, and resolves when
   * every connection is closed.
   */
  close(): Promise<void>;
}

/**
 * Attaches a service to a server.
 *
 * Shape: the server may listen before or after; also handles malformed requests and requests whose body is not read.
 */
export function attachService(
  server: NodeServer,
  serve: ServeRequest,
  options: AttachOptions,
): AttachedService {
  return new NodeService(server, serve, options);
}

/** Units: milliseconds between two looks for idle connections while a server closes, and that it waits for others. */
const SWEEP = 20;
const CLOSE_TIMEOUT = 1_000;

class NodeService implements AttachedService, OpenResponses {
  readonly streams = new Set<FramePump>();
  readonly draining = new Set<NodeSocket>();
  /** Requests whose handlers watch whether the client is still connected. */
  readonly #waiting = new Set<NodeRequest>();
  readonly #server: NodeServer;
  readonly #serve: ServeRequest;
  readonly #options: AttachOptions;

  constructor(server: NodeServer, serve: ServeRequest, options: AttachOptions) {
    this.#server = server;
    this.#serve = serve;
    this.#options = options;
    // A client may close its half once it has sent its request, and still wait for the response.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on('request', (incoming, outgoing) => void this.#exchange({ incoming, outgoing }));
    server.on('clientError', (error, socket) => this.#rejectMalformed(error, socket));
    server.on('connect', (_request, socket) => {
      socket.on('error', () => socket.destroy());
      this.#writeRaw(socket, 501, 'This server opens no tunnels.');
    });
    server.on('checkExpectation', (incoming, outgoing) => {
      const response = this.#errorResponse(417, 'The only supported expectation is 100-continue.');
      void send(response, { incoming, outgoing }, this);
    });
  }

  async #exchange(nodes: Exchange): Promise<void> {
    const request = new NodeRequest(nodes.incoming, nodes.outgoing, this.#waiting);
    try {
      // Also waits for a response that is ready: one that ends before its request costs Node more.
      await send(await this.#serve(request), nodes, this);
    } catch (error) {
      if (!request.signal.aborted) this.#options.onError(error);
      if (nodes.outgoing.headersSent) nodes.outgoing.destroy();
      else await send(this.#errorResponse(500, 'The service failed.'), nodes, this);
    }
  }

  #errorResponse(status: number, message: string): HttpResponse {
    return this.#options.errorResponse?.(status, message) ?? problemResponse(status, message);
  }

  /** A connection that is already broken is only closed. */
  #rejectMalformed({ code = '' }: ClientError, socket: RawSocket): void {
    if (!socket.writable || code === 'ECONNRESET') socket.destroy();
    else this.#writeRaw(socket, clientErrors[code] ?? 400, 'Malformed HTTP request.');
  }

  /** Node has no response object for what is not a request. */
  #writeRaw(socket: RawSocket, status: number, message: string): void {
    const { headers, body } = this.#errorResponse(status, message);
    const text = body.kind === 'text' ? body.text : '';
    const fields = {
      ...headers,
      connection: 'close',
      'content-length': new TextEncoder().encode(text).length,
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${titleOf(status)}\r\n${lines.join('')}\r\n${text}`);
  }

  /** Connections become idle one by one as their responses end; those that do not are closed after the timeout. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const request of this.#waiting) request.abort();
    for (const stream of this.streams) stream.stop();
    for (const socket of this.draining) socket.destroy();
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP);
    const cut = setTimeout(
      () => this.#server.closeAllConnections(),
      this.#options.closeTimeout ?? CLOSE_TIMEOUT,
    );
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

/** The statuses of malformed requests by the code of Node's error; 400 for the others. */
const clientErrors: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
