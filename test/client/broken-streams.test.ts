/**
 * Runs over TCP through a proxy that interrupts streams at every event, before it and in its middle: a
 * reader with the generated client gets each event once and in order.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  approveAgentExecution,
  createClient,
  executeAgent,
  followExecutionEvents,
  StreamBrokenError,
  type Client,
} from '../../generated/service/client.ts';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { startCuttingProxy, type Cut, type CuttingProxy, quickTiming } from './support/network.ts';
import { useServedMock } from '../support/served-mock.ts';

const served = useServedMock();

function clientOf(baseUrl: string, scenario: string): Client {
  const headers = { prefer: `scenario=${scenario}` };
  return createClient({
    baseUrl,
    auth: { apiKey: 'rt_live_dev' },
    headers,
    timeoutMs: null,
    timing: quickTiming,
  });
}

const run = {
  path: { id: 'agent_support' },
  body: { messages: [{ role: 'user' as const, content: 'Hello' }] },
};

async function collect(events: AsyncIterable<ExecutionStreamEvent>): Promise<ExecutionStreamEvent[]> {
  const found: ExecutionStreamEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

/** What must be the same in every run of a scenario. */
function shapeOf(events: readonly ExecutionStreamEvent[]): string[] {
  return events.map((event) => `${'seq' in event ? event.seq : '-'} ${event.type}`);
}

async function through<Result>(
  cutAt: (stream: number) => Cut,
  read: (proxy: CuttingProxy) => Promise<Result>,
): Promise<Result> {
  const proxy = await startCuttingProxy(served.url, cutAt);
  try {
    return await read(proxy);
  } finally {
    await proxy.close();
  }
}

describe.each(['tools', 'error', 'reasoning'])('a run of %s', (scenario) => {
  let complete: string[];
  beforeAll(async () => {
    complete = shapeOf(await collect(executeAgent(clientOf(served.url, scenario), run)));
  });

  it('is complete without a proxy', () => {
    expect(complete.map((line) => Number(line.split(' ')[0]))).toEqual(complete.map((_, seq) => seq));
    expect(complete.at(-1)).toMatch(/ execution_(complete|error)$/);
  });

  it('is read completely, wherever its first connection breaks', async () => {
    for (let cut = 1; cut < complete.length; cut += 0.5) {
      const events = await through(
        (stream) => (stream === 0 ? cut : null),
        async ({ url }) => collect(executeAgent(clientOf(url, scenario), run)),
      );
      expect({ cut, events: shapeOf(events) }).toEqual({ cut, events: complete });
    }
  });

  it('is read completely when every connection delivers one and a half events', async () => {
    await through(
      () => 1.5,
      async (proxy) => {
        expect(shapeOf(await collect(executeAgent(clientOf(proxy.url, scenario), run)))).toEqual(complete);
        expect(proxy.seen).toHaveLength(complete.length);
        expect(proxy.seen.slice(1).every((line) => /^GET .*\/events\?after=\d+$/.test(line))).toBe(true);
      },
    );
  });
});

it('a run that waits for an approval is read up to the pause, and from the approval onwards, wherever a connection breaks', async () => {
  for (let cut = 1; cut < 8; cut += 1) {
    await through(
      (stream) => (stream % 2 === 0 ? cut : null),
      async ({ url }) => {
        const client = clientOf(url, 'approval');
        const before = await collect(executeAgent(client, run));
        const pause = before.at(-1);
        if (pause?.type !== 'approval_start') throw new Error(`It ended with ${pause?.type}`);
        const { executionId, approvalId } = pause;
        const body = { executionId, approvalId, decision: 'approved' as const };
        const after = await collect(approveAgentExecution(client, { path: run.path, body }));
        const positions = [...before, ...after].map((event) => ('seq' in event ? event.seq : null));
        expect(positions).toEqual(positions.map((_, index) => index));
        expect(after.at(-1)?.type).toBe('execution_complete');
      },
    );
  }
});

describe('a stream that breaks off before its first event', () => {
  it('is restarted when it is requested with GET', async () => {
    const [first] = await collect(executeAgent(clientOf(served.url, 'tools'), run));
    if (first === undefined || !('executionId' in first)) throw new Error('The stream has no first event');
    const path = { id: 'agent_support', executionId: first.executionId };
    const events = await through(
      (stream) => (stream === 0 ? 0 : null),
      async ({ url }) => collect(followExecutionEvents(clientOf(url, 'tools'), { path })),
    );
    expect(events.at(-1)?.type).toBe('execution_complete');
  });

  it('is an error when it cannot be started twice', async () => {
    await through(
      () => 0,
      async (proxy) => {
        const reading = collect(executeAgent(clientOf(proxy.url, 'tools'), run));
        await expect(reading).rejects.toBeInstanceOf(StreamBrokenError);
        expect(proxy.seen).toHaveLength(1);
      },
    );
  });
});
