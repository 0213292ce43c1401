/**
 * What one read and one create cost over HTTP, by the server's processor time, against a bare server and the peers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { cpuPerRequest } from '../support/load.ts';
import type { LoadRequest } from '../support/load.ts';
import { ports } from '../support/ports.ts';
import type { Bench, Missing, Row } from '../support/row.ts';
import { startServer } from '../support/server-process.ts';
import type { ServerStart } from '../support/server-process.ts';
import {
  bareServer,
  mockServer,
  mockoonServer,
  peersMissing,
  prismServer,
  scalarServer,
} from '../support/servers.ts';

const root = join(import.meta.dirname, '../..');
const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
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

interface Costs {
  readonly read: number;
  readonly create: number;
}

/** Measures the reads and creates of the mock against every other server, all in this run. */
export const benchHttp: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-bench-'));
  try {
    const document = join(folder, 'openapi.json');
    const bundled = await bundle({ ref: join(root, 'spec/openapi.yaml'), config: await createConfig({}) });
    writeFileSync(document, JSON.stringify(bundled.bundle.parsed));
    const sizes = await replySizes();
    const mock = await measure(mockServer(), ports.mock);
    const bare = await measure(bareServer(sizes.read, sizes.create), ports.bare);
    const peers: [string, ServerStart | null, number, number, number | null][] = [
      ['Prism', prismServer(), ports.prism, 25, 8],
      ['Mockoon', mockoonServer(document), ports.mockoon, 35, 8],
      ['Scalar mock server', scalarServer(document), ports.scalar, 12, 8],
    ];
    const rows: (Row | Missing)[] = [
      ratio('read one agent, reply checked', 'bare node:http', bare.read, mock.read, 0.85),
      ratio('create an agent, checked and journaled', 'bare node:http', bare.create, mock.create, 0.5),
    ];
    for (const [name, start, port, readGoal, createGoal] of peers) {
      if (start === null) {
        rows.push({ what: 'read and create an agent', against: name, missing: peersMissing });
        continue;
      }
      const peer = await measure(start, port);
      rows.push(ratio('read one agent', name, peer.read, mock.read, readGoal));
      rows.push(ratio('create an agent', name, peer.create, mock.create, createGoal));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function replySizes(): Promise<Costs> {
  const server = await startServer(mockServer());
  try {
    const read = await fetch(readLoad(ports.mock).url, { headers });
    const create = await fetch(createLoad(ports.mock).url, { method: 'POST', headers, body: createBody });
    return { read: (await read.arrayBuffer()).byteLength, create: (await create.arrayBuffer()).byteLength };
  } finally {
    await server.stop();
  }
}

async function measure(start: ServerStart, port: number): Promise<Costs> {
  const server = await startServer(start);
  try {
    return {
      read: await cpuPerRequest(server, readLoad(port)),
      create: await cpuPerRequest(server, createLoad(port)),
    };
  } finally {
    await server.stop();
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
    headers,
    body: createBody,
    status: 201,
  };
}

function ratio(what: string, against: string, theirs: number, ours: number, goal: number | null): Row {
  return {
    what,
    against,
    ratio: theirs / ours,
    goal: goal === null ? null : { atLeast: goal },
    figures: `${ours.toFixed(0)} against ${theirs.toFixed(0)} µs of processor time`,
  };
}
