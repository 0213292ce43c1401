/**
 * A client with minimal cost: one keep-alive connection, and requests that are serialized in advance. A load generated
 * with `node:http` would take longer to send than the servers take to respond.
 */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface LoadRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
}

const headEnd = '\r\n\r\n';

/** Serializes a request once for all the times that it is sent. */
export function writeRequest({ url, method, headers, body }: LoadRequest): Buffer {
  const { host, pathname, search } = new URL(url);
  const fields = { host, ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** One connection, with at most one request in flight. */
export class Connection {
  readonly #socket: Socket;
  #received = '';
  #settle: { resolve(head: string): void; reject(error: Error): void } | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#take(text);
    });
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection.')));
  }

  /** Sends a request; resolves with the head of the response once its body has arrived. */
  send(request: Buffer): Promise<string> {
    this.#received = '';
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text;
    const end = this.#received.indexOf(headEnd);
    if (end === -1 || !isWhole(this.#received, end)) return;
    const settle = this.#settle;
    this.#settle = null;
    settle?.resolve(this.#received.slice(0, end));
  }
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return new Connection(socket);
}

function isWhole(received: string, headLength: number): boolean {
  const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1];
  return length === undefined
    ? received.endsWith('0\r\n\r\n')
    : received.length >= headLength + headEnd.length + Number(length);
}
