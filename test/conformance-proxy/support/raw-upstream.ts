/** An upstream that writes bytes to sockets, for what no server would ever answer. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that listens, and everything that came to it. */
export interface RawUpstream {
  readonly url: URL;
  received(): string;
  /** Connections that were ever opened. */
  readonly connections: readonly Socket[];
  close(): Promise<void>;
}

/** Is told of what came on a connection so far, and answers what to write, `null` for nothing yet. */
export type RawAnswer = (received: string, socket: Socket) => string | null;

/** Listens on a free port. Shape: what was answered is forgotten, so that the next request of a connection begins anew. */
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
