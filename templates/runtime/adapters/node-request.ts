/**
 * A request of Node as the neutral one. The signal and the body are created on first use: most requests need neither.
 * Names only what it uses of Node's objects, so that it compiles where Node's types are not installed.
 */
import type { HttpRequest, RequestHeaders } from '../http.ts';
import { joinChunks } from './fetch.ts';

type Listener = () => void;

/** What is used of a socket. */
export interface NodeSocket {
  readonly remoteAddress?: string | undefined;
  readonly readableEnded?: boolean;
  once(event: string, listener: Listener): unknown;
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
  write(text: string): boolean;
  end(): unknown;
  destroy(): unknown;
  destroySoon?(): void;
}

/** What is used of an `IncomingMessage`. */
export interface NodeIncoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion?: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn; frameworks that inject requests may leave it out. */
  readonly rawHeaders?: readonly string[];
  readonly complete?: boolean;
  readonly readableEnded?: boolean;
  readonly socket: NodeSocket;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end' | 'close', listener: Listener): unknown;
  once(event: 'end', listener: Listener): unknown;
  resume(): unknown;
}

/** What is used of a `ServerResponse`. */
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

/** One request. */
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
   * Takes the set that holds the requests whose signal is in use. With one, a client that closes its half of the
   * connection fires the signal: it may have gone, or only have nothing more to send. The response is sent all the same.
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

  /** Fires the signal, unless the whole response has been sent. */
  readonly abort = (): void => {
    this.#waiting?.delete(this);
    if (!this.#outgoing.writableFinished) this.#gone?.abort();
  };

  #listen(): AbortController {
    const gone = new AbortController();
    const socket = this.#waiting === null ? null : this.#incoming.socket;
    this.#gone = gone;
    this.#waiting?.add(this);
    if (this.#outgoing.destroyed || socket?.readableEnded === true) this.abort();
    else {
      socket?.once('end', this.abort);
      this.#outgoing.once('close', () => {
        socket?.off('end', this.abort);
        this.abort();
      });
    }
    return gone;
  }

  readBody(limit: number): Promise<Uint8Array | null> {
    const length = headerOf(this.#incoming, 'content-length');
    if (length === null && headerOf(this.#incoming, 'transfer-encoding') === null)
      return Promise.resolve(NO_BODY);
    return Number(length) > limit ? Promise.resolve(null) : this.#collect(limit);
  }

  /** Reads on and drops the rest when the body is too long: a connection that is not read out would be reset. */
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
        if (incoming.readableEnded !== true)
          reject(new Error('The client disconnected before its body was complete.'));
      });
    });
  }
}

class NodeHeaders implements RequestHeaders {
  readonly #incoming: NodeIncoming;
  readonly #authority: string | null;

  /** Takes the authority of a target in absolute form, which replaces the Host field. Source: RFC 9112 section 3.2.2. */
  constructor(incoming: NodeIncoming, authority: string | null) {
    this.#incoming = incoming;
    this.#authority = authority;
  }

  get(name: string): string | null {
    return name === 'host' ? this.#host() : headerOf(this.#incoming, name);
  }

  /** HTTP/1.1 requires a Host field: without one it is empty here, `null` only for HTTP/1.0. */
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
 * Finds a field in the list that was received.
 *
 * Why: Node creates the object of fields on first use, which costs more than the few look-ups of a request. Fields that
 * were sent twice are left to Node, except for Host: Node takes the first of several, here they are joined, so that the
 * request can be rejected.
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

/** Removes scheme and host from a target in absolute form, as a proxy sends it. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.slice(schemeAndAuthority.exec(target)?.[0].length ?? 0);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Returns the host of a target in absolute form, `null` for a path. */
function authorityOf(target: string): string | null {
  return target.startsWith('/') ? null : (schemeAndAuthority.exec(target)?.[1] ?? null);
}
