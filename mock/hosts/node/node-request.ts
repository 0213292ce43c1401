/** A request of `node:http` as the neutral one. Makes nothing before it is asked for: most requests need no signal and no body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest, RequestHeaders } from '../../../generated/runtime/http.ts';

const NO_BODY = new Uint8Array(0);

/** One request. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #listening: Set<NodeRequest>;
  #gone: AbortController | null = null;

  /** Takes the set that it is in while somebody wants to know whether the client is still there. */
  constructor(incoming: IncomingMessage, outgoing: ServerResponse, listening: Set<NodeRequest>) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#listening = listening;
    const target = pathOf(incoming.url ?? '/');
    const mark = target.indexOf('?');
    this.method = incoming.method ?? 'GET';
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    this.headers = new NodeHeaders(incoming, authorityOf(incoming.url ?? '/'));
  }

  get remoteAddress(): string | null {
    return this.#incoming.socket.remoteAddress ?? null;
  }

  get signal(): AbortSignal {
    return (this.#gone ?? this.#listen()).signal;
  }

  /** Fires the signal, unless the whole answer has been sent. */
  abort(): void {
    this.#listening.delete(this);
    if (!this.#outgoing.writableFinished) this.#gone?.abort();
  }

  /**
   * A client that has closed its half may have gone, or only have no more to send: nothing tells the two apart. What waits is
   * interrupted then, and its response is sent all the same.
   */
  #listen(): AbortController {
    const gone = new AbortController();
    const { socket } = this.#incoming;
    const abort = (): void => this.abort();
    this.#gone = gone;
    this.#listening.add(this);
    if (this.#outgoing.destroyed || socket.readableEnded) abort();
    else {
      socket.once('end', abort);
      this.#outgoing.once('close', () => {
        socket.off('end', abort);
        abort();
      });
    }
    return gone;
  }

  readBody(limit: number): Promise<Uint8Array | null> {
    const length = this.headers.get('content-length');
    if (length === null && this.headers.get('transfer-encoding') === null) return Promise.resolve(NO_BODY);
    return Number(length) > limit ? Promise.resolve(null) : this.#collect(limit);
  }

  #collect(limit: number): Promise<Uint8Array | null> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      incoming.on('data', (chunk: Uint8Array) => {
        length += chunk.length;
        if (length <= limit) chunks.push(chunk);
        else {
          chunks.length = 0;
          incoming.pause();
          resolve(null);
        }
      });
      incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? NO_BODY) : Buffer.concat(chunks)));
      incoming.on('error', reject);
      incoming.on('close', () => {
        if (!incoming.readableEnded) reject(new Error('The client went away before its body was complete.'));
      });
    });
  }
}

class NodeHeaders implements RequestHeaders {
  readonly #incoming: IncomingMessage;
  readonly #authority: string | null;

  /** Takes the authority of a target in absolute form, which counts instead of the Host field. Source: RFC 9112 section 3.2.2. */
  constructor(incoming: IncomingMessage, authority: string | null) {
    this.#incoming = incoming;
    this.#authority = authority;
  }

  get(name: string): string | null {
    return name === 'host' ? this.#host() : headerOf(this.#incoming, name);
  }

  /** HTTP/1.1 requires a Host field: without one it is empty here, `null` only for HTTP/1.0. */
  #host(): string | null {
    const host = headerOf(this.#incoming, 'host');
    if (host === null) return this.#incoming.httpVersion === '1.0' ? this.#authority : '';
    return this.#authority ?? host;
  }

  *entries(): Generator<readonly [name: string, value: string]> {
    for (const name of Object.keys(this.#incoming.headers)) yield [name, this.get(name) ?? ''];
  }
}

/**
 * Looks a field up in the list as it came. Why: Node makes an object of the fields when it is first asked for it, which costs
 * more than the few look-ups of a request. What is to be done about a field that came twice is left to Node, except for
 * Host: Node takes the first of several, here they are joined, so that the request can be refused.
 */
export function headerOf(incoming: IncomingMessage, name: string): string | null {
  const { rawHeaders } = incoming;
  let found: string | null = null;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const written = rawHeaders[place];
    if (written?.length !== name.length) continue;
    if (written !== name && written.toLowerCase() !== name) continue;
    if (found !== null && name === 'host') return `${found}, ${rawHeaders[place + 1] ?? ''}`;
    if (found !== null) return joined(incoming.headers[name]);
    found = rawHeaders[place + 1] ?? null;
  }
  return found;
}

function joined(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

const schemeAndAuthority = /^https?:\/\/([^/?]*)/i;

/** Takes scheme and host off a target in absolute form, as a proxy sends it. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.slice(schemeAndAuthority.exec(target)?.[0].length ?? 0);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Returns the host of a target in absolute form, `null` for one that is only a path. */
function authorityOf(target: string): string | null {
  return target.startsWith('/') ? null : (schemeAndAuthority.exec(target)?.[1] ?? null);
}
