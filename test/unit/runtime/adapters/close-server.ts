/** Closes a Node server and all its connections. */

/** The methods of every Node server; `closeAllConnections` is missing from HTTP/2. */
interface Closable {
  close(done: () => void): unknown;
  closeAllConnections?(): void;
}

export function closeServer(server: Closable): Promise<void> {
  server.closeAllConnections?.();
  return new Promise((resolve) => server.close(() => resolve()));
}
