/**
 * The cost of one read and one create over HTTP, in processor time of the server, and the time of the start, compared
 * with a bare server.
 */
import type { LoadRequest } from '../support/connection.ts';
import { cpuPerRequest, warmUp } from '../support/load.ts';
import { costRow, measurePair, speedRow, type Pair } from '../support/pair.ts';
import { bareServer, mockServer, ports } from '../support/servers.ts';
import type { Bench } from '../support/table.ts';
import { startServer, type ServerStart } from '../support/server-process.ts';

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

const rounds = 9;

/** Measures the reads and creates of the mock against the bare server, in turns. */
export const benchHttp: Bench = async () => {
  const sizes = await responseSizes();
  const mock = await startServer(mockServer());
  try {
    const bare = await startServer(bareServer(sizes.read, sizes.create));
    try {
      const measure = async (load: (port: number) => LoadRequest): Promise<Pair> => {
        await warmUp(load(ports.mock));
        await warmUp(load(ports.bare));
        return measurePair(
          rounds,
          () => cpuPerRequest(mock, load(ports.mock)),
          () => cpuPerRequest(bare, load(ports.bare)),
        );
      };
      const [read, create] = [await measure(readLoad), await measure(createLoad)];
      return [
        speedRow('read one agent, response validated', 'bare node:http', read, 0.8, unit),
        speedRow('create an agent, checked and journaled', 'bare node:http', create, 0.5, unit),
      ];
    } finally {
      await bare.stop();
    }
  } finally {
    await mock.stop();
  }
};

/** Measures the time from the spawn of the mock to its first response, in turns with the bare server. */
export const benchStart: Bench = async () => {
  const mock = (): Promise<number> => timeStart(mockServer());
  await mock();
  const pair = await measurePair(rounds, mock, () => timeStart(bareServer(500, 500)));
  return [costRow('spawn to first response', 'bare node:http', pair, 1.6, 'ms')];
};

/** Units: milliseconds. */
async function timeStart(start: ServerStart): Promise<number> {
  const server = await startServer(start);
  await server.stop();
  return server.startedIn;
}

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
