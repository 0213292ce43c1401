/** Serves the mock on a port with `node:http`; the shipped adapter does the work. */
import type { AddressInfo } from 'node:net';
import { attachService } from '../../templates/runtime/adapters/node.ts';
import type { HttpResponse } from '../../templates/runtime/http.ts';
import { titleOf } from '../../templates/runtime/server/errors.ts';
import type { Exposure } from '../http/access/access.ts';
import { isLoopbackAddress } from '../http/addresses.ts';
import { errorResponse, internalError, writeError } from '../http/error-responses.ts';
import type { Serve } from '../http/pipeline.ts';

/** The host and port to listen on; port 0 picks a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** A mock whose base URL is the URL that it is served at. */
export interface ServedMock {
  readonly handle: Serve;
  useAddress(url: string): void;
}

/** A listening server. */
export interface NodeServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Ends open streams, finishes open requests, and resolves when every connection is closed. */
  close(): Promise<void>;
}

/** Why: an `import` of the module would also load undici, for unused exports, a fifth of the startup time. */
const { createServer } = process.getBuiltinModule('node:http');

/**
 * Units: milliseconds. Longer than common clients keep a connection, so that they never reuse one that is being closed.
 */
const KEEP_ALIVE = 65_000;

/** Starts a server. Errors: rejects with the error of `node:net`, such as one with code EADDRINUSE. */
export async function listen(mock: Serve | ServedMock, { host, port }: ListenOptions): Promise<NodeServer> {
  const serve = typeof mock === 'function' ? mock : mock.handle;
  const exposure: Exposure = isLoopbackAddress(host) ? 'loopback' : 'network';
  // The mock rejects a missing Host with an error body, Node without one.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE, requireHostHeader: false });
  const service = attachService(server, (request) => serve(request, exposure), {
    onError: () => undefined,
    errorResponse: connectionError,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  if (typeof mock !== 'function') mock.useAddress(url);
  return { url, port: bound, close: () => service.close() };
}

function connectionError(status: number, message: string): HttpResponse {
  const error =
    status === 500
      ? internalError()
      : errorResponse(status, 'request-refused', `${titleOf(status)}: ${message}`);
  return writeError(null, error);
}
