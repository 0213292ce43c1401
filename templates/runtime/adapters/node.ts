/**
 * Serves through `node:http`, `node:https` and the compatible half of `node:http2`. Converts and does nothing else.
 * Names only what it uses of Node's objects, so that it compiles where Node's types are not installed.
 */
import type { HttpResponse, HttpRequest, RequestHeaders } from '../http.ts';
import type { ServeRequest } from '../server/service.ts';
import { joinChunks } from './fetch.ts';
import { FramePump, type FrameSink } from './frame-pump.ts';

/** What is used of an `IncomingMessage`. */
export interface NodeIncoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
}

/** What is used of a `ServerResponse`. */
export interface NodeOutgoing {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly socket: { destroySoon?(): void } | null;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  flushHeaders(): void;
  write(text: string): boolean;
  end(content?: string | Uint8Array): unknown;
  destroy(): unknown;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** What an adapter tells of itself. */
export interface AdapterOptions {
  /** Is told of a response that can't be sent, such as one with a line break in a header. */
  readonly onError: (error: unknown) => void;
}

/** Takes what `createServer` hands out. */
export type NodeListener = (incoming: NodeIncoming, outgoing: NodeOutgoing) => void;

/** Makes a listener for `createServer`. */
export function nodeListener(serve: ServeRequest, { onError }: AdapterOptions): NodeListener {
  return (incoming, outgoing) => {
    void exchange(serve, new NodeRequest(incoming, outgoing), outgoing, onError);
  };
}

/** Answers one request; resolves when all of it is sent or nobody reads it any more. */
export async function exchange(
  serve: ServeRequest,
  request: HttpRequest,
  outgoing: NodeOutgoing,
  onError: AdapterOptions['onError'],
): Promise<void> {
  try {
    await send(await serve(request), outgoing);
  } catch (error) {
    if (!request.signal.aborted) onError(error);
    breakOff(outgoing);
  }
}

const NO_BODY = new Uint8Array(0);

/** A request of Node as the neutral one. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  readonly signal: AbortSignal;
  readonly #incoming: NodeIncoming;

  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing) {
    const target = pathOf(incoming.url ?? '/');
    const mark = target.indexOf('?');
    this.method = incoming.method ?? 'GET';
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    this.headers = new NodeHeaders(incoming.headers);
    this.signal = goneSignal(outgoing);
    this.#incoming = incoming;
  }

  get remoteAddress(): string | null {
    return this.#incoming.socket.remoteAddress ?? null;
  }

  /** Reads on and forgets when the body is too long: a connection that is not read out would be reset. */
  readBody(limit: number): Promise<Uint8Array | null> {
    const { headers } = this.#incoming;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      return Promise.resolve(NO_BODY);
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      this.#incoming.on('data', (chunk: Uint8Array) => {
        length += chunk.length;
        if (length <= limit) chunks.push(chunk);
        else {
          chunks.length = 0;
          resolve(null);
        }
      });
      this.#incoming.on('end', () => resolve(joinChunks(chunks, length)));
      this.#incoming.on('error', reject);
      this.#incoming.on('close', () =>
        reject(new Error('The client went away before its body was complete.')),
      );
    });
  }
}

function goneSignal(outgoing: NodeOutgoing): AbortSignal {
  const gone = new AbortController();
  if (outgoing.destroyed) gone.abort();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Takes scheme and host off a target in absolute form, as a proxy sends it. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.slice(/^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0);
  return path.startsWith('/') ? path : `/${path}`;
}

class NodeHeaders implements RequestHeaders {
  readonly #fields: NodeIncoming['headers'];

  constructor(fields: NodeIncoming['headers']) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#fields[name];
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  *entries(): Generator<readonly [name: string, value: string]> {
    for (const name of Object.keys(this.#fields)) yield [name, this.get(name) ?? ''];
  }
}

async function send({ status, headers, body }: HttpResponse, outgoing: NodeOutgoing): Promise<void> {
  if (body.kind === 'frames') {
    await sendFrames(status, headers, body.frames, outgoing);
    return;
  }
  // Writing to a response whose connection is gone is an error that nobody could catch.
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, mutableHeaders(headers));
  if (body.kind === 'none') outgoing.end();
  else outgoing.end(body.kind === 'text' ? body.text : body.bytes);
}

async function sendFrames(
  status: number,
  headers: HttpResponse['headers'],
  frames: AsyncIterable<string>,
  outgoing: NodeOutgoing,
): Promise<void> {
  const pump = new FramePump(sinkOf(outgoing), frames);
  try {
    outgoing.writeHead(status, mutableHeaders(headers));
    outgoing.flushHeaders();
    await pump.run();
  } finally {
    await pump.release();
  }
}

function sinkOf(outgoing: NodeOutgoing): FrameSink {
  return {
    get destroyed() {
      return outgoing.destroyed;
    },
    write: (text) => outgoing.write(text),
    drained: () => drained(outgoing),
    end: () => void outgoing.end(),
    // A source that fails has reported that itself; here it only breaks the connection.
    breakOff: () => breakOff(outgoing),
    onClose(listener) {
      outgoing.once('close', listener);
      return () => void outgoing.off('close', listener);
    },
  };
}

/** Resolves when the reader has taken what was written, or has gone. */
function drained(outgoing: NodeOutgoing): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      outgoing.off('drain', finish);
      outgoing.off('close', finish);
      resolve();
    };
    outgoing.once('drain', finish);
    outgoing.once('close', finish);
  });
}

/** Answers a bare 500, or breaks the connection where an answer has begun, behind what has been written. */
function breakOff(outgoing: NodeOutgoing): void {
  if (outgoing.destroyed) return;
  if (!outgoing.headersSent) {
    outgoing.writeHead(500, {});
    outgoing.end();
  } else if (outgoing.socket?.destroySoon !== undefined) outgoing.socket.destroySoon();
  else outgoing.destroy();
}

/** Copies headers into what Node and frameworks take. */
export function mutableHeaders(headers: HttpResponse['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}
