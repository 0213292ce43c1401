/**
 * How long a server takes from its spawn to its first answer.
 */
import { startServer } from '../support/server-process.ts';
import type { ServerStart } from '../support/server-process.ts';
import { bareServer, mockServer, prismServer } from '../support/servers.ts';
import type { Bench } from '../support/row.ts';

const rounds = 5;

/** Measures the start of the mock against a bare server and Prism, in turns. */
export const benchStart: Bench = async () => {
  const starts = { mock: mockServer(), bare: bareServer(500, 500), prism: prismServer() };
  const times = { mock: [] as number[], bare: [] as number[], prism: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ['mock', 'bare', 'prism'] as const) times[name].push(await timeStart(starts[name]));
  }
  const [mock, bare, prism] = [median(times.mock), median(times.bare), median(times.prism)];
  const figures = (theirs: number) => `${mock.toFixed(0)} against ${theirs.toFixed(0)} ms`;
  const what = 'spawn to first answer';
  return [
    { what, against: 'bare node:http', ratio: mock / bare, goal: { atMost: 2 }, figures: figures(bare) },
    { what, against: 'Prism', ratio: mock / prism, goal: { atMost: 0.25 }, figures: figures(prism) },
  ];
};

async function timeStart(start: ServerStart): Promise<number> {
  const server = await startServer(start);
  await server.stop();
  return server.startedIn;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
