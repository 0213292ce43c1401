/** Load on a server: keep-alive connections, each with one request in flight, for a limited time. */
import { type LoadRequest, openConnection, writeRequest } from './connection.ts';
import { median } from './pair.ts';
import type { ServerProcess } from './server-process.ts';

const connections = 32;

/** Units: milliseconds. */
const roundMs = 600;

/** Units: requests before the first round, and the milliseconds that a slow server is given for them. */
const warmUpCount = 40_000;
const warmUpMs = 8000;

/** Sends requests until the engine of the server has optimized its code, which takes long on a busy machine. */
export async function warmUp(load: LoadRequest): Promise<void> {
  await send(load, warmUpMs, warmUpCount);
}

/**
 * Measures the processor time that a server takes for one request.
 *
 * Units: microseconds. Errors: throws when a response has another status than the one expected.
 */
export async function cpuPerRequest(server: ServerProcess, load: LoadRequest): Promise<number> {
  const before = server.cpuSeconds();
  const count = await send(load, roundMs);
  return ((server.cpuSeconds() - before) * 1e6) / count;
}

/** Sends requests for a time, or until so many responses have arrived; returns their number. */
async function send(load: LoadRequest, durationMs: number, most = Infinity): Promise<number> {
  const request = writeRequest(load);
  const expected = `HTTP/1.1 ${load.status} `;
  const port = Number(new URL(load.url).port);
  const until = performance.now() + durationMs;
  const loop = async (): Promise<number> => {
    const connection = await openConnection(port);
    let count = 0;
    for (; performance.now() < until && count < most / connections; count++) {
      const head = await connection.send(request);
      if (!head.startsWith(expected))
        throw new Error(
          `${load.method} ${load.url} returned ${head.slice(9, 12)} instead of ${load.status}.`,
        );
    }
    connection.close();
    return count;
  };
  const stopSpinning = spin();
  const counts = await Promise.all(Array.from({ length: connections }, loop)).finally(stopSpinning);
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Keeps this process from sleeping until the returned function is called. Why: a server that responds to a sleeping client pays for waking it, and a client
 * sleeps more the slower the server is; the figures would compare the client and not the servers.
 */
export function spin(): () => void {
  let isOver = false;
  const turn = (): void => {
    if (!isOver) setImmediate(turn);
  };
  turn();
  return () => {
    isOver = true;
  };
}

/** Round trips of one kind. Units: `median` is microseconds of wall time. */
export interface RoundTrips {
  readonly median: number;
  readonly count: number;
}

/**
 * Makes round trips for a while, at least ten.
 *
 * Units: `durationMs` in all. Errors: throws when a response has another status than the one expected.
 */
export async function makeRoundTrips(load: LoadRequest, durationMs: number): Promise<RoundTrips> {
  const request = writeRequest(load);
  const expected = `HTTP/1.1 ${load.status} `;
  const connection = await openConnection(Number(new URL(load.url).port));
  const times: number[] = [];
  for (const until = performance.now() + durationMs; performance.now() < until || times.length < 10;) {
    const began = performance.now();
    const head = await connection.send(request);
    times.push((performance.now() - began) * 1000);
    if (!head.startsWith(expected))
      throw new Error(`${load.method} ${load.url} returned ${head.slice(9, 12)} instead of ${load.status}.`);
  }
  connection.close();
  return { median: median(times), count: times.length };
}
