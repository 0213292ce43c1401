/**
 * The cost of a page and a read in a world with a million records, compared with a world with a thousand. Each world
 * has a separate process and is called in process, where nothing hides a difference, and a read also over HTTP; both
 * are called for the same number of different records.
 */
import { startChild, type Child } from '../support/child.ts';
import { openConnection, writeRequest } from '../support/connection.ts';
import { costRow, measurePair } from '../support/pair.ts';
import type { Bench } from '../support/table.ts';

/** The measured calls. */
export type SizedCall = 'list' | 'poll' | 'read';

/** The methods of a sized mock. */
export type SizeMethods = {
  /** Creates the given numbers of agents and product events. */
  fill(count: number): Promise<void>;
  /** Returns the cost of one call. Units: microseconds of processor time. */
  measure(call: SizedCall): Promise<number>;
  listen(given: null): Promise<{ readonly port: number; readonly agentIds: readonly string[] }>;
  /** Units: microseconds of processor time since the start. */
  cpu(given: null): number;
};

const [few, many] = [1000, 1_000_000];
const rounds = 9;
const goal = 1.5;
const turnsOverHttp = 4;

const calls: readonly (readonly [call: SizedCall, what: string])[] = [
  ['list', 'list page'],
  ['poll', 'poll page'],
  ['read', 'record read'],
];

/** Measures a page of agents, a page of product events and one agent. */
export const benchSize: Bench = async () => {
  const small = startChild<SizeMethods>('sized-mock.ts');
  const big = startChild<SizeMethods>('sized-mock.ts', ['--max-old-space-size=8192']);
  try {
    await small.call('fill', few);
    await big.call('fill', many);
    const rows = [];
    for (const [call, what] of calls) {
      await warmUp(small, call);
      await warmUp(big, call);
      const pair = await measurePair(
        rounds,
        () => big.call('measure', call),
        () => small.call('measure', call),
      );
      rows.push(
        costRow(`${what} at 1,000,000 records, in process`, 'at 1,000', pair, goal, 'µs of processor time'),
      );
    }
    const read = await measurePair(rounds, await overHttp(big), await overHttp(small));
    rows.push(
      costRow('record read at 1,000,000 records, over HTTP', 'at 1,000', read, goal, 'µs of processor time'),
    );
    return rows;
  } finally {
    await small.stop();
    await big.stop();
  }
};

async function warmUp(child: Child<SizeMethods>, call: SizedCall): Promise<void> {
  for (let round = 0; round < 3; round++) await child.call('measure', call);
}

/** Prepares sequential reads over one connection. */
async function overHttp(child: Child<SizeMethods>): Promise<() => Promise<number>> {
  const { port, agentIds } = await child.call('listen', null);
  const headers = { authorization: 'Bearer rt_live_dev' };
  const requests = agentIds.map((id) =>
    writeRequest({
      url: `http://127.0.0.1:${port}/v1/agents/${id}`,
      method: 'GET',
      headers,
      body: null,
      status: 200,
    }),
  );
  const measure = async (): Promise<number> => {
    const connection = await openConnection(port);
    const before = await child.call('cpu', null);
    for (let turn = 0; turn < turnsOverHttp; turn++)
      for (const request of requests) await connection.send(request);
    const after = await child.call('cpu', null);
    connection.close();
    return (after - before) / (turnsOverHttp * requests.length);
  };
  await measure();
  return measure;
}
