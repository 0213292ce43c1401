/** HTTP servers of tests, on free ports of 127.0.0.1. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, onTestFinished } from 'vitest';

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Starts a server that the caller closes. */
export async function startServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** Starts a server that ends with the test. */
export async function serve(listener: RequestListener): Promise<LocalServer> {
  const server = await startServer(listener);
  onTestFinished(server.close);
  return server;
}

/** Starts a server that ends after all tests of the file. */
export async function useServer(listener: RequestListener): Promise<LocalServer> {
  const server = await startServer(listener);
  afterAll(server.close);
  return server;
}
