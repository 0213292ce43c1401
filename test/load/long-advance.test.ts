/** A long way of one world's clock, and what other worlds get meanwhile: counted in turns of the event loop, not in time. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startService } from '../contract/support/service.ts';
import type { Service } from '../contract/support/service.ts';

let service: Service;

beforeEach(async () => {
  service = await startService({ pace: 'real' });
});
afterEach(() => service.close());

it('answers other worlds while a world with many silent runs is put forward by an hour', async () => {
  const busy = '/w/busy';
  await service.call('POST', '/_mock/worlds', { body: { id: 'busy', clock: { mode: 'frozen' } } });
  const steps = [{ wait: 3_600_000 }, { say: 'Done' }];
  await service.call('PUT', `${busy}/_mock/scenarios/silent`, {
    body: { name: 'silent', description: 'Silent', steps },
  });
  for (let count = 0; count < 40; count += 1) {
    const response = await service.mock.fetch(`${busy}/v1/agents/agent_support/execute`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer rt_live_dev',
        'content-type': 'application/json',
        prefer: 'scenario=silent',
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
    });
    await response.body?.cancel();
  }
  const advance = { isOver: false };
  const advanced = service
    .call('POST', `${busy}/_mock/clock/advance`, { body: { by: 'PT59M' } })
    .finally(() => (advance.isOver = true));
  let answered = 0;
  let sameWorld: Promise<boolean> | null = null;
  while (!advance.isOver) {
    expect((await service.call('GET', '/v1/agents')).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    answered += 1;
    if (answered === 5) sameWorld = service.call('GET', `${busy}/v1/agents`).then(() => advance.isOver);
  }
  expect((await advanced).status).toBe(200);
  // 40 runs emit a ping each 15 seconds: 9,400 timers.
  expect(answered).toBeGreaterThan(20);
  expect(await sameWorld).toBe(true);
});
