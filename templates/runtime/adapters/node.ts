/**
 * Adapters for Node: `attachService` for a server of `node:http` or `node:https`, `nodeListener` for anything that
 * accepts a request listener, such as the compatibility API of `node:http2`. Only converts.
 */
import type { HttpResponse, HttpRequest } from '../http.ts';
import { problemResponse, titleOf } from '../server/errors.ts';
import type { ServeRequest } from '../server/service.ts';
import type { FramePump } from './frame-pump.ts';
import { NodeRequest, type NodeIncoming, type NodeOutgoing, type NodeSocket } from './node-request.ts';
import { breakOff, send, type Exchange, type OpenResponses } from './node-response.ts';

export type { NodeIncoming, NodeOutgoing, NodeSocket } from './node-request.ts';

/** The options of an adapter. */
export interface AdapterOptions {
  /** Receives the error of a response that can't be sent, such as one with a line break in a header. */
  readonly onError: (error: unknown) => void;
}

/** A request listener for `createServer`. */
export type NodeListener = (incoming: NodeIncoming, outgoing: NodeOutgoing) => void;

/** Creates a listener for `createServer`. */
export function nodeListener(serve: ServeRequest, { onError }: AdapterOptions): NodeListener {
  return (incoming, outgoing) => {
    void exchange(serve, new NodeRequest(incoming, outgoing), { incoming, outgoing }, onError);
  };
}

/** Serves one request; resolves when the response is sent completely or the client has disconnected. */
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

/** The methods of a `node:http` or `node:https` server that are used. */
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

/** The options of an attached service. */
export interface AttachOptions extends AdapterOptions {
  /** Writes errors that no handler sees: malformed requests, CONNECT, `Expect`; default: problem details. */
  readonly errorResponse?: (status: number, message: string) => HttpResponse;
  /** How long `close` waits for open requests to finish. Units: milliseconds; default 1,000. */
  readonly closeTimeout?: number;
}

/** A service that is attached to a server. */
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
 * Shape: the server may start to listen before or after. Also handles malformed requests and unread bodies.
 */
export function attachService(
  server: NodeServer,
  serve: ServeRequest,
  options: AttachOptions,
): AttachedService {
  return new NodeService(server, serve, options);
}

/** Units: milliseconds between checks for idle connections while a server closes, and until it closes the others. */
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
    // A client may close its half of the connection after its request, and still wait for the response.
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
      // Awaits a response even if it is available: one that ends before its request costs Node more.
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

  /** Responds to a malformed request; only closes a connection that is already broken. */
  #rejectMalformed({ code = '' }: ClientError, socket: RawSocket): void {
    if (!socket.writable || code === 'ECONNRESET') socket.destroy();
    else this.#writeRaw(socket, clientErrors[code] ?? 400, 'Malformed HTTP request.');
  }

  /** Why: Node has no response object for a malformed request or CONNECT. */
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

  /** Closes connections as they become idle, and the remaining ones after the timeout. */
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
