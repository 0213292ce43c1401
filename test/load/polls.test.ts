/** Many waiting polls on one process: one event completes them all, and nothing of them leaks. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { open, send, startTarget, type LoadTarget, type OpenAnswer } from './support/load-target.ts';

const polls = 5_000;
const failure = {
  name: 'svc.execution.failed',
  data: { executionId: 'exec_failed', agentId: 'agent_support', summary: 'It failed' },
};

/** Units: milliseconds; several times what two idle cores need. */
const timeout = 60_000;

let target: LoadTarget;

beforeEach(async () => {
  target = await startTarget();
});
afterEach(() => target.stop());

/** Lets the given number of polls wait for the same event, and counts those that received it. */
async function serve(count: number): Promise<number> {
  const { cursor } = JSON.parse(await send(`${target.url}/v1/events`)) as { cursor: string };
  const answers: Promise<OpenAnswer>[] = [];
  while (answers.length < count) {
    const more = Math.min(100, count - answers.length);
    const poll = () => open(`${target.url}/v1/events?after=${cursor}&waitMs=50000`);
    answers.push(...Array.from({ length: more }, poll));
    await target.waitUntil(({ readers }) => readers === answers.length);
  }
  await send(`${target.url}/_mock/product-events`, { method: 'POST', body: failure });
  const texts = await Promise.all(answers.map(async (response) => (await response).ended));
  return texts.filter((text) => text.includes(failure.name)).length;
}

test(
  `${polls} polls wait concurrently and are completed by one event, and their memory is released`,
  async () => {
    expect(await serve(200)).toBe(200);
    const before = await target.memoryAtRest();
    expect(await serve(polls)).toBe(polls);
    const after = await target.memoryAtRest();
    expect(after.heapUsed).toBeLessThan(before.heapUsed * 1.2);
    expect(after.external).toBeLessThan(before.external * 1.2);
  },
  timeout,
);
