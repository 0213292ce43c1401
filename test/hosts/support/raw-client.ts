/** A client that writes bytes to a socket, for what `fetch` would never send. */
import { connect, type Socket } from 'node:net';
import { until } from './until.ts';

/** An open connection and everything received on it. */
export interface RawClient {
  readonly socket: Socket;
  send(text: string): void;
  received(): string;
  readonly isClosed: boolean;
  /** Waits until the received data contains a text the given number of times. */
  wait(text: string, times?: number): Promise<string>;
}

/** Connects. */
export async function connectRaw(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => (received += text));
  socket.on('close', () => (isClosed = true));
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const client: RawClient = {
    socket,
    send: (text) => void socket.write(text),
    received: () => received,
    get isClosed() {
      return isClosed;
    },
    async wait(text, times = 1) {
      await until(() => received.split(text).length > times);
      return received;
    },
  };
  return client;
}
