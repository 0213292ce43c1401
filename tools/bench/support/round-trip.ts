/**
 * Round trips: one connection that is kept open, one request after the other.
 */
import { openConnection, writeRequest } from './connection.ts';
import type { LoadRequest } from './connection.ts';
import { median } from './pair.ts';

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
      throw new Error(`${load.method} ${load.url} answered ${head.slice(9, 12)} instead of ${load.status}.`);
  }
  connection.close();
  return { median: median(times), count: times.length };
}
