import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../../conformance/config/config.ts';
import { createBudget } from '../../../../conformance/http/budget.ts';
import { createSecrets } from '../../../../conformance/http/secrets.ts';
import { createWire, type Fetch } from '../../../../conformance/http/wire.ts';

const plan = { operation: null, method: 'GET', path: '/v1/agents', headers: [], body: null, profile: null };

/** A service whose stream never ends. */
const endless: Fetch = (_, { signal }) => {
  if (signal?.aborted === true) return Promise.reject(signal.reason);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('data: {}\n\n'));
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
};

describe('a stopped run', () => {
  const moments: readonly [moment: string, stopSoon: (stop: () => void) => void][] = [
    ['before its request', queueMicrotask],
    ['while its stream is open', (stop) => setTimeout(stop, 20)],
  ];

  it.each(moments)('ends %s and passes nothing to a check', { timeout: 5_000 }, async (_, stopSoon) => {
    const stop = new AbortController();
    const seen: unknown[] = [];
    const wire = createWire({
      contract,
      baseUrl: 'http://service.test',
      fetch: endless,
      level: 'passive',
      budget: createBudget({ requests: 9, perSecond: null, seconds: 9 }, stop.signal),
      caps: defaultConfig.stream,
      secrets: createSecrets({}),
      onExchange: (exchange) => void seen.push(exchange),
    });
    const sent = wire.send(plan);
    stopSoon(() => stop.abort());
    await expect(sent).rejects.toThrow('The run was stopped.');
    await expect(wire.send(plan)).rejects.toThrow('The run was stopped.');
    expect(seen).toEqual([]);
  });
});
