/**
 * The cost of one read and one create over HTTP, in processor time of the server, compared with a bare server and the
 * peers.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import type { LoadRequest } from '../support/connection.ts';
import { cpuPerRequest, warmUp } from '../support/load.ts';
import { measurePair, speedRow, type Pair } from '../support/pair.ts';
import { peersMissing } from '../support/peers.ts';
import {
  bareServer,
  mockServer,
  mockoonServer,
  ports,
  prismServer,
  scalarServer,
} from '../support/servers.ts';
import type { Bench, Missing, Row } from '../support/table.ts';
import { startServer, type ServerStart } from '../support/server-process.ts';
import { inTemporaryFolder } from '../../temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const unit = 'µs of processor time';
const headers = { authorization: 'Bearer rt_live_dev' };
const createBody = JSON.stringify({
  name: 'Billing helper',
  description: 'Answers questions about invoices, and explains what a customer was charged for and why.',
  icon: '🧾',
  maxTurns: 6,
  config: {
    model: 'mock-1',
    temperature: 0.2,
    systemPrompt: 'Be short and kind. Quote the number of each invoice.',
    limits: { cost: 2, turns: 6 },
  },
});

/** Rounds against the bare server, which is close, and against a peer, which is much slower. */
const closeRounds = 9;
const farRounds = 3;

/** Measures the reads and creates of the mock against every other server, two at a time and in turns. */
export const benchHttp: Bench = () =>
  inTemporaryFolder(async (folder) => {
    const document = join(folder, 'openapi.json');
    const bundled = await bundle({ ref: join(root, 'spec/openapi.yaml'), config: await createConfig() });
    writeFileSync(document, JSON.stringify(bundled.bundle.parsed));
    const sizes = await responseSizes();
    const bare = bareServer(sizes.read, sizes.create);
    const { read, create } = await measureAgainst(bare, ports.bare, closeRounds);
    const rows: (Row | Missing)[] = [
      speedRow('read one agent, response validated', 'bare node:http', read, 0.8, unit),
      speedRow('create an agent, checked and journaled', 'bare node:http', create, 0.5, unit),
    ];
    const peers: [string, ServerStart | null, number, number, number][] = [
      ['Prism', prismServer(), ports.prism, 25, 12],
      ['Mockoon', mockoonServer(document), ports.mockoon, 35, 12],
      ['Scalar mock server', scalarServer(document), ports.scalar, 18, 8],
    ];
    for (const [name, start, port, readGoal, createGoal] of peers) {
      if (start === null) {
        rows.push({ what: 'read and create an agent', against: name, missing: peersMissing });
        continue;
      }
      try {
        const peer = await measureAgainst(start, port, farRounds);
        rows.push(speedRow('read one agent', name, peer.read, readGoal, unit));
        rows.push(speedRow('create an agent', name, peer.create, createGoal, unit));
      } catch (error) {
        rows.push({ what: 'read and create an agent', against: name, missing: String(error) });
      }
    }
    return rows;
  });

async function responseSizes(): Promise<{ readonly read: number; readonly create: number }> {
  const server = await startServer(mockServer());
  try {
    const [read, create] = [readLoad(ports.mock), createLoad(ports.mock)];
    const responses = [await fetch(read.url, read), await fetch(create.url, create)];
    const [readBytes = 0, createBytes = 0] = await Promise.all(
      responses.map(async (response) => (await response.arrayBuffer()).byteLength),
    );
    return { read: readBytes, create: createBytes };
  } finally {
    await server.stop();
  }
}

async function measureAgainst(
  start: ServerStart,
  port: number,
  rounds: number,
): Promise<{ readonly read: Pair; readonly create: Pair }> {
  const mock = await startServer(mockServer());
  try {
    const peer = await startServer(start);
    try {
      const measure = async (load: (port: number) => LoadRequest): Promise<Pair> => {
        await warmUp(load(ports.mock));
        await warmUp(load(port));
        return measurePair(
          rounds,
          () => cpuPerRequest(mock, load(ports.mock)),
          () => cpuPerRequest(peer, load(port)),
        );
      };
      return { read: await measure(readLoad), create: await measure(createLoad) };
    } finally {
      await peer.stop();
    }
  } finally {
    await mock.stop();
  }
}

function readLoad(port: number): LoadRequest {
  const url = `http://127.0.0.1:${port}/v1/agents/agent_research`;
  return { url, method: 'GET', headers, body: null, status: 200 };
}

function createLoad(port: number): LoadRequest {
  return {
    url: `http://127.0.0.1:${port}/v1/agents`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: createBody,
    status: 201,
  };
}
