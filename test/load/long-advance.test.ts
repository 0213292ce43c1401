/**
 * A long advance of one world's clock, and the concurrent responses of other worlds: measured in turns of the event
 * loop, not in time.
 */
import { expect, it } from 'vitest';
import { useMock } from '../support/mock-client.ts';

const service = useMock({ pace: 'real' });

it('responds in other worlds while a world with many silent runs advances by an hour', async () => {
  const busy = '/w/busy';
  await service.post('/_mock/worlds', { id: 'busy', clock: { mode: 'frozen' } });
  const steps = [{ wait: 3_600_000 }, { say: 'Done' }];
  await service.put(`${busy}/_mock/scenarios/silent`, { name: 'silent', description: 'Silent', steps });
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
    .post(`${busy}/_mock/clock/advance`, { by: 'PT59M' })
    .finally(() => (advance.isOver = true));
  let answered = 0;
  let sameWorld: Promise<boolean> | null = null;
  while (!advance.isOver) {
    expect((await service.get('/v1/agents')).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    answered += 1;
    if (answered === 5) sameWorld = service.get(`${busy}/v1/agents`).then(() => advance.isOver);
  }
  expect((await advanced).status).toBe(200);
  // 40 runs emit a ping each 15 seconds: 9,400 timers.
  expect(answered).toBeGreaterThan(20);
  expect(await sameWorld).toBe(true);
});
