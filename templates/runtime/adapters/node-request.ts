/**
 * Converts a request of Node. The signal and the body are created on first use: most requests need neither.
 * Declares the parts of Node's types that it uses, so that it compiles without `@types/node`.
 */
import type { HttpRequest, RequestHeaders } from '../http.ts';
import { joinChunks } from './fetch.ts';

type Listener = () => void;

/** The properties of a socket that are used. */
export interface NodeSocket {
  readonly remoteAddress?: string | undefined;
  readonly readableEnded?: boolean;
  once(event: string, listener: Listener): unknown;
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
  write(text: string, encoding: 'latin1'): boolean;
  cork?(): void;
  uncork?(): void;
  end(): unknown;
  destroy(): unknown;
  destroySoon?(): void;
}

/** The properties of an `IncomingMessage` that are used. */
export interface NodeIncoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion?: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Alternating names and values; absent in requests that some frameworks inject. */
  readonly rawHeaders?: readonly string[];
  readonly complete?: boolean;
  readonly readableEnded?: boolean;
  readonly destroyed?: boolean;
  readonly socket: NodeSocket;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end' | 'close', listener: Listener): unknown;
  once(event: 'end', listener: Listener): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The properties of a `ServerResponse` that are used. */
export interface NodeOutgoing {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly chunkedEncoding?: boolean;
  readonly socket: NodeSocket | null;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  flushHeaders(): void;
  write(content: string | Uint8Array, encoding: 'latin1' | 'utf8'): boolean;
  end(): unknown;
  end(content: string | Uint8Array, encoding: 'latin1'): unknown;
  destroy(): unknown;
  once(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

const NO_BODY = new Uint8Array(0);

/** A Node request as an HttpRequest. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  readonly #waiting: Set<NodeRequest> | null;
  #gone: AbortController | null = null;

  /**
   * Creates a request; `waiting` is the set of requests whose signal is in use. With a set, a client that closes its
   * half of the connection fires the signal: it may have disconnected, or may only have finished sending. The response
   * is sent in both cases.
   */
  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing, waiting: Set<NodeRequest> | null = null) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#waiting = waiting;
    const url = incoming.url ?? '/';
    const target = pathOf(url);
    const mark = target.indexOf('?');
    this.method = incoming.method ?? 'GET';
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    this.headers = new NodeHeaders(incoming, authorityOf(url));
  }

  get remoteAddress(): string | null {
    return this.#incoming.socket.remoteAddress ?? null;
  }

  get signal(): AbortSignal {
    return (this.#gone ?? this.#listen()).signal;
  }

  /** Fires the signal, unless the response has been sent completely. */
  readonly abort = (): void => {
    this.#waiting?.delete(this);
    if (!this.#outgoing.writableFinished) this.#gone?.abort();
  };

  #listen(): AbortController {
    const controller = new AbortController();
    const socket = this.#waiting === null ? null : this.#incoming.socket;
    this.#gone = controller;
    this.#waiting?.add(this);
    if (this.#outgoing.destroyed || socket?.readableEnded === true) this.abort();
    else {
      socket?.once('end', this.abort);
      this.#outgoing.once('close', () => {
        socket?.off('end', this.abort);
        this.abort();
      });
    }
    return controller;
  }

  readBody(limit: number): Promise<Uint8Array | null> {
    const length = headerOf(this.#incoming, 'content-length');
    if (length === null && headerOf(this.#incoming, 'transfer-encoding') === null)
      return Promise.resolve(NO_BODY);
    return Number(length) > limit ? Promise.resolve(null) : this.#collect(limit);
  }

  readChunks(): AsyncGenerator<Uint8Array> {
    return new NodeChunks(this.#incoming).read();
  }

  /** Reads the body; discards the rest of one that is too long, since unread data would reset the connection. */
  #collect(limit: number): Promise<Uint8Array | null> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      incoming.on('data', (chunk) => {
        length += chunk.length;
        if (length <= limit) chunks.push(chunk);
        else {
          chunks.length = 0;
          resolve(null);
        }
      });
      incoming.on('end', () => resolve(joinChunks(chunks, length)));
      incoming.on('error', reject);
      incoming.on('close', () => {
        if (incoming.readableEnded !== true) reject(new Error(INCOMPLETE));
      });
    });
  }
}

/** The body of a request in pieces; paused until the next one is requested. */
class NodeChunks {
  readonly #incoming: NodeIncoming;
  readonly #chunks: Uint8Array[] = [];
  #state: 'open' | 'ended' | 'failed' | 'left' = 'open';
  #wake = (): void => undefined;

  constructor(incoming: NodeIncoming) {
    this.#incoming = incoming;
    incoming.on('data', (chunk) => {
      if (this.#state === 'left') return;
      this.#chunks.push(chunk);
      incoming.pause();
      this.#wake();
    });
    incoming.on('end', () => this.#end('ended'));
    incoming.on('error', () => this.#end('failed'));
    incoming.on('close', () => this.#end('failed'));
    if (incoming.destroyed === true) this.#state = 'failed';
  }

  #end(state: 'ended' | 'failed'): void {
    if (this.#state === 'open') this.#state = state;
    this.#wake();
  }

  async *read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) yield chunk;
        else if (this.#state === 'failed') throw new Error(INCOMPLETE);
        else if (this.#state === 'open') await this.#more();
        else return;
      }
    } finally {
      this.#state = 'left';
      // Unread data would reset the connection.
      this.#incoming.resume();
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#incoming.resume();
    });
  }
}

const INCOMPLETE = 'The client disconnected before its body was complete.';

class NodeHeaders implements RequestHeaders {
  readonly #incoming: NodeIncoming;
  readonly #authority: string | null;

  /** Shape: the `authority` of an absolute-form target replaces the Host field. Source: RFC 9112 section 3.2.2. */
  constructor(incoming: NodeIncoming, authority: string | null) {
    this.#incoming = incoming;
    this.#authority = authority;
  }

  get(name: string): string | null {
    return name === 'host' ? this.#host() : headerOf(this.#incoming, name);
  }

  /** Returns the Host field; empty if an HTTP/1.1 request lacks it, `null` only for HTTP/1.0. */
  #host(): string | null {
    const { httpVersion, headers } = this.#incoming;
    const host = headerOf(this.#incoming, 'host') ?? textOf(headers[':authority']);
    if (host === null) return httpVersion === '1.1' ? '' : this.#authority;
    return this.#authority ?? host;
  }

  *entries(): Generator<readonly [name: string, value: string]> {
    for (const name of Object.keys(this.#incoming.headers)) yield [name, this.get(name) ?? ''];
  }
}

/**
 * Returns a header field from the raw list.
 *
 * Why: Node creates `headers` on first use, which costs more than the few look-ups of a request. For fields that were
 * sent twice the value of Node is used, except for Host: Node returns the first one, this function joins them, so that
 * the request can be rejected.
 */
export function headerOf(incoming: NodeIncoming, name: string): string | null {
  const { rawHeaders } = incoming;
  if (rawHeaders === undefined) return textOf(incoming.headers[name]);
  let value: string | null = null;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const written = rawHeaders[place];
    if (written?.length !== name.length) continue;
    if (written !== name && written.toLowerCase() !== name) continue;
    if (value !== null && name === 'host') return `${value}, ${rawHeaders[place + 1] ?? ''}`;
    if (value !== null) return textOf(incoming.headers[name]);
    value = rawHeaders[place + 1] ?? null;
  }
  return value;
}

function textOf(value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : value.join(', ');
}

const schemeAndAuthority = /^https?:\/\/([^/?]*)/i;

/** Removes scheme and host from an absolute-form target, which proxies receive. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.slice(schemeAndAuthority.exec(target)?.[0].length ?? 0);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Returns the host of an absolute-form target; `null` for a path. */
function authorityOf(target: string): string | null {
  return target.startsWith('/') ? null : (schemeAndAuthority.exec(target)?.[1] ?? null);
}
