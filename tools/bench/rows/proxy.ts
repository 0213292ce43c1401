/**
 * The latency of the proxy, as the median of round trips, compared with a proxy without checks. The upstream replays
 * recorded responses of the mock, so that a round trip contains little else.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadRequest } from '../support/connection.ts';
import { costRow, measurePair } from '../support/pair.ts';
import { bareProxy, cannedServer, mockServer, ourProxy, ports } from '../support/servers.ts';
import { makeRoundTrips } from '../support/load.ts';
import type { Bench, Row } from '../support/table.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { inTemporaryFolder } from '../../temporary-folder.ts';

const rounds = 15;

/** Units: milliseconds. */
const warmUpMs = 3000;
const roundMs = 400;

const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
const run = { messages: [{ role: 'user', content: 'Hello' }] };
const createBody = JSON.stringify({ name: 'Billing helper', description: 'Answers questions.', maxTurns: 6 });

/** A request of each kind; `path` is relative to the server. */
const kinds = {
  read: { path: '/v1/agents/agent_research', method: 'GET', headers, body: null, status: 200 },
  create: { path: '/v1/agents', method: 'POST', headers, body: createBody, status: 201 },
  stream: {
    path: '/v1/agents/agent_research/execute',
    method: 'POST',
    headers: { ...headers, prefer: 'scenario=everything' },
    body: JSON.stringify(run),
    status: 200,
  },
} as const;

/** Measures a read, a small create and a stream through both proxies, in turns. */
export const benchProxy: Bench = () =>
  inTemporaryFolder(async (folder) => {
    const servers: ServerProcess[] = [];
    try {
      const file = join(folder, 'canned.json');
      writeFileSync(file, JSON.stringify(await recordMock()));
      servers.push(await startServer(cannedServer(file)));
      servers.push(await startServer(bareProxy()));
      const ours = await startServer(ourProxy());
      servers.push(ours);
      const rows = [
        await compare('pass one agent that is read, checked', kinds.read, 1.5),
        await compare('pass an agent that is created, checked', kinds.create, 1.5),
        await compare('pass a stream of some 100 events, each checked', kinds.stream, 1.5),
      ];
      await assertChecked();
      return rows;
    } finally {
      for (const server of servers.toReversed()) await server.stop();
    }
  });

async function compare(what: string, kind: (typeof kinds)[keyof typeof kinds], goal: number): Promise<Row> {
  const [ours, theirs] = [loadFor(kind, ports.proxy), loadFor(kind, ports.bareProxy)];
  for (const load of [ours, theirs]) await makeRoundTrips(load, warmUpMs);
  const measure = async (load: LoadRequest): Promise<number> => (await makeRoundTrips(load, roundMs)).median;
  const pair = await measurePair(
    rounds,
    () => measure(ours),
    () => measure(theirs),
  );
  return costRow(what, 'bare proxy', pair, goal, 'µs a round trip');
}

function loadFor({ path, ...rest }: (typeof kinds)[keyof typeof kinds], port: number): LoadRequest {
  return { url: `http://127.0.0.1:${port}${path}`, ...rest };
}

/** Records the responses of the mock for the upstream. */
async function recordMock(): Promise<object> {
  const server = await startServer(mockServer());
  try {
    const texts: string[] = [];
    for (const { path, status, ...init } of Object.values(kinds)) {
      const response = await fetch(`http://127.0.0.1:${ports.mock}${path}`, init);
      if (response.status !== status)
        throw new Error(`The mock returned ${response.status} instead of ${status}.`);
      texts.push(await response.text());
    }
    const [read, create, stream = ''] = texts;
    const executionId = /"executionId":"([^"]+)"/.exec(stream)?.[1] ?? '';
    const frames = stream.split(/(?<=\n\n)/);
    return { read, create, executionId, frames };
  } finally {
    await server.stop();
  }
}

/** Why: the measurement is only valid if the proxy still checks and reports no violation. */
async function assertChecked(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${ports.proxy}/_proxy/violations`);
  const { violations, unchecked } = (await response.json()) as {
    readonly violations: readonly { readonly message: string }[];
    readonly unchecked: object;
  };
  const [first] = violations;
  if (first !== undefined) throw new Error(`The proxy found fault with the mock: ${first.message}`);
  if (Object.keys(unchecked).length > 0) throw new Error(`Not checked: ${JSON.stringify(unchecked)}`);
}
