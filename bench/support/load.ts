/**
 * Load on a server: so many connections that are kept open, each with one request on its way, for a bounded time.
 */
import { openConnection, writeRequest } from './connection.ts';
import type { LoadRequest } from './connection.ts';
import type { ServerProcess } from './server-process.ts';

const connections = 32;

/** Units: milliseconds of a round, and of the time before the first one. */
const roundMs = 600;
const warmUpMs = 1500;

/** Sends requests until the server is warm. */
export async function warmUp(load: LoadRequest): Promise<void> {
  await send(load, warmUpMs);
}

/**
 * Measures the processor time that a server takes for one request.
 *
 * Units: microseconds. Errors: throws when a reply has another status than the one expected.
 */
export async function cpuPerRequest(server: ServerProcess, load: LoadRequest): Promise<number> {
  const before = server.cpuSeconds();
  const count = await send(load, roundMs);
  return ((server.cpuSeconds() - before) * 1e6) / count;
}

/** Sends requests for a time and returns how many were answered. */
async function send(load: LoadRequest, durationMs: number): Promise<number> {
  const request = writeRequest(load);
  const expected = `HTTP/1.1 ${load.status} `;
  const port = Number(new URL(load.url).port);
  const until = performance.now() + durationMs;
  const loop = async (): Promise<number> => {
    const connection = await openConnection(port);
    let count = 0;
    for (; performance.now() < until; count++) {
      const head = await connection.send(request);
      if (!head.startsWith(expected))
        throw new Error(
          `${load.method} ${load.url} answered ${head.slice(9, 12)} instead of ${load.status}.`,
        );
    }
    connection.close();
    return count;
  };
  const counts = await Promise.all(Array.from({ length: connections }, loop));
  return counts.reduce((sum, count) => sum + count, 0);
}
