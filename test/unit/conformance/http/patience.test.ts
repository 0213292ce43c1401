/** Timeouts get shorter for a service whose streams become idle. */
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { expect, it } from 'vitest';
import { createSecrets } from '../../../../conformance/http/secrets.ts';
import { createWire } from '../../../../conformance/http/wire.ts';

it('the client waits less after two idle streams', async () => {
  const oneEvent = new TextEncoder().encode('data: {}\n\n');
  const silent = () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(oneEvent) });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  const wire = createWire({
    contract,
    ...{ baseUrl: 'http://service.test', fetch: silent, level: 'stateless', secrets: createSecrets({}) },
    budget: { requests: 10, perSecond: null, seconds: 60 },
    caps: { firstByteMs: 5_000, idleMs: 4_000, totalMs: 60_000, events: 10, bytes: 1_000 },
  });
  const plan = { operation: null, method: 'GET', path: '/events', headers: [], body: null, profile: null };
  const times = await Promise.all([wire.send(plan), wire.send(plan)]);
  const third = await wire.send(plan);
  expect(times.every(({ durationMs }) => durationMs > 3_990)).toBe(true);
  expect(third.durationMs).toBeLessThan(3_990);
});
