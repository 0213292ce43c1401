/** Many open streams on one process: all are served, and nothing of them leaks. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { open, send, startTarget, times, type LoadTarget } from './support/load-target.ts';

const streams = 2_000;
const body = { messages: [{ role: 'user', content: 'Hello' }] };

/** Units: milliseconds; several times what two idle cores need. */
const timeout = 60_000;

let target: LoadTarget;

beforeEach(async () => {
  target = await startTarget();
});
afterEach(() => target.stop());

/**
 * Runs agents in a separate world, and deletes the world: half of the readers stay to the end, half
 * disconnect before.
 */
async function round(
  count: number,
  id: string,
): Promise<{ readonly held: number; readonly completed: number }> {
  const base = `${target.url}/w/${id}`;
  await send(`${target.url}/_mock/worlds`, { method: 'POST', body: { id, clock: { mode: 'frozen' } } });
  const answers = await times(count, () =>
    open(`${base}/v1/agents/agent_support/execute`, {
      method: 'POST',
      body,
      prefer: 'scenario=patient, pace=real',
    }),
  );
  await send(`${base}/_mock/clock/advance`, { method: 'POST', body: { by: 'PT10S' } });
  const { readers } = await target.ask('waiting');
  const stay = answers.slice(count / 2);
  for (const response of answers.slice(0, count / 2)) response.leave();
  await send(`${base}/_mock/clock/advance`, { method: 'POST', body: { by: 'PT2M' } });
  const texts = await Promise.all(stay.map(({ ended }) => ended));
  await send(`${target.url}/_mock/worlds/${id}`, { method: 'DELETE' });
  return {
    held: readers,
    completed: texts.filter((text) => text.includes('event: execution_complete')).length,
  };
}

test(
  `${streams} streams are served concurrently, and their memory is released`,
  async () => {
    await round(200, 'first');
    const before = await target.memoryAtRest();
    expect(await round(streams, 'many')).toEqual({ held: streams, completed: streams / 2 });
    const after = await target.memoryAtRest();
    expect(after.heapUsed).toBeLessThan(before.heapUsed * 1.2);
    expect(after.external).toBeLessThan(before.external * 1.2);
  },
  timeout,
);
