/**
 * Load on a server: so many connections that are kept open, each with one request on its way, for a bounded time.
 */
import { Agent, request } from 'node:http';
import type { ServerProcess } from './server-process.ts';

/** What every request is. */
export interface LoadRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
}

const connections = 32;
const warmUpMs = 1000;
const roundMs = 1500;

/**
 * Measures the processor time that a server takes for one request.
 *
 * Units: microseconds. Errors: throws when a reply has another status than the one expected.
 */
export async function cpuPerRequest(server: ServerProcess, load: LoadRequest): Promise<number> {
  await send(load, warmUpMs);
  const before = server.cpuSeconds();
  const count = await send(load, roundMs);
  return ((server.cpuSeconds() - before) * 1e6) / count;
}

/** Sends requests for a time and returns how many were answered. */
async function send(load: LoadRequest, durationMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + durationMs;
  let count = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      await sendOne(agent, load);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return count;
}

function sendOne(agent: Agent, { url, method, headers, body, status }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers }, (reply) => {
      reply.resume();
      reply.once('end', () => {
        if (reply.statusCode === status) resolve();
        else reject(new Error(`${method} ${url} answered ${reply.statusCode} instead of ${status}.`));
      });
    });
    call.once('error', reject);
    call.end(body);
  });
}
