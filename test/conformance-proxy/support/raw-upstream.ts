/** An upstream that writes bytes to sockets, for responses that no HTTP server would send. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A listening server and everything it has received. */
export interface RawUpstream {
  readonly url: URL;
  received(): string;
  /** All connections that have been opened. */
  readonly connections: readonly Socket[];
  close(): Promise<void>;
}

/** Gets what a connection has received so far, and returns what to write, or `null` for nothing yet. */
export type RawAnswer = (received: string, socket: Socket) => string | null;

/** Listens on a free port. Shape: a response clears what was received, so that the next request starts empty. */
export async function startRawUpstream(answer: RawAnswer): Promise<RawUpstream> {
  let all = '';
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    let received = '';
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('data', (text: string) => {
      all += text;
      received += text;
      const written = answer(received, socket);
      if (written === null) return;
      received = '';
      socket.write(written, 'latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    received: () => all,
    connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of connections) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
