/** Polls that wait for the next product event, by the clock of their world. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useMock } from '../support/mock-client.ts';
import { itemsOf, type JsonBody } from '../support/api-response.ts';

const service = useMock({ fixture: 'empty' });

interface Poll {
  readonly page: Promise<JsonBody>;
  readonly isOver: () => boolean;
  readonly abort: () => void;
}

/** Starts a poll; its promise is rejected when it is aborted. */
function poll(query: string): Poll {
  const controller = new AbortController();
  let isOver = false;
  const page = service.mock
    .fetch(`/v1/events?${query}`, {
      headers: { authorization: 'Bearer rt_live_dev' },
      signal: controller.signal,
    })
    .then(async (response) => (await response.json()) as JsonBody)
    .finally(() => {
      isOver = true;
    });
  page.catch(() => undefined);
  return { page, isOver: () => isOver, abort: () => controller.abort() };
}

/** Lets all pending work finish that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until the given number of polls are waiting. */
async function untilWaiting(readers: number): Promise<void> {
  await settle();
  await service.until(() => service.waiting().readers === readers);
  expect(service.waiting().readers).toBe(readers);
}

const emitTask = (taskId: string) =>
  service.post('/_mock/product-events', { name: 'svc.task.completed', data: { taskId, summary: 'Done.' } });
const tasksOf = (page: JsonBody) =>
  itemsOf(page['events']).map((event) => (event['data'] as JsonBody)['taskId']);

describe('a poll that waits', () => {
  // @fact F-4.7-005
  it('returns the event, and leaves no waiting reader behind', async () => {
    const waiting = poll('after=0&waitMs=30000');
    await untilWaiting(1);
    await emitTask('task_1');
    const page = await waiting.page;
    expect(tasksOf(page)).toEqual(['task_1']);
    expect(page).toMatchObject({ cursor: '1', hasMore: false, nextPollMs: 0 });
    await untilWaiting(0);
    expect(service.waiting()).toEqual({ readers: 0, sleepers: 0 });
  });

  // @fact F-4.7-028 F-8-013
  it('ends after its timeout, with the newest cursor', async () => {
    const waiting = poll('after=0&waitMs=50000&name=svc.task.failed');
    await untilWaiting(1);
    await emitTask('task_1');
    await untilWaiting(1);
    await service.advance('PT49.999S');
    await settle();
    expect(waiting.isOver()).toBe(false);
    await service.advance('PT0.001S');
    expect(await waiting.page).toEqual({
      events: [],
      cursor: '1',
      hasMore: false,
      nextPollMs: 0,
      truncated: false,
    });
    await untilWaiting(0);
    expect(service.waiting()).toEqual({ readers: 0, sleepers: 0 });
  });

  it('stops waiting when its client disconnects', async () => {
    const polls = Array.from({ length: 20 }, () => poll('after=0&waitMs=50000'));
    await untilWaiting(20);
    for (const { abort } of polls) abort();
    await Promise.allSettled(polls.map(({ page }) => page));
    await untilWaiting(0);
    expect(service.waiting()).toEqual({ readers: 0, sleepers: 0 });
  });

  it('ends when its world is deleted', async () => {
    await service.post('/_mock/worlds', { id: 'other', fixture: 'empty' });
    const response = service.get('/w/other/v1/events?after=0&waitMs=50000');
    await settle();
    await service.delete('/_mock/worlds/other');
    expect(await response).toMatchObject({ status: 200, body: { events: [] } });
  });

  it('continues to wait when its world is restored', async () => {
    const waiting = poll('after=0&waitMs=50000');
    await untilWaiting(1);
    await service.post('/_mock/reset');
    await untilWaiting(1);
    await emitTask('task_1');
    expect(tasksOf(await waiting.page)).toEqual(['task_1']);
  });

  it('ends with a gap when a reset removes the events after its cursor', async () => {
    await emitTask('task_1');
    const waiting = poll('after=1&waitMs=50000');
    await untilWaiting(1);
    await service.post('/_mock/reset');
    expect(await waiting.page).toMatchObject({ events: [], cursor: '0', truncated: true });
  });
});

// @fact F-4.7-005 F-4.7-006 F-4.7-024
it('clients that poll with waits receive every event once, in any order of calls and events', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('emit' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(5000, 20_000, 50_000),
      async (steps, maxEvents, waitMs) => {
        await service.post('/_mock/reset');
        const emitted: string[] = [];
        const received: unknown[] = [];
        let cursor = '0';
        const client = { isDone: false };
        const polling = (async () => {
          while (!client.isDone || received.length < emitted.length) {
            const wait = client.isDone ? 0 : waitMs;
            const page = await poll(`after=${cursor}&maxEvents=${maxEvents}&waitMs=${wait}`).page;
            expect(BigInt(String(page['cursor']))).toBeGreaterThanOrEqual(BigInt(cursor));
            expect(itemsOf(page['events']).length).toBeLessThanOrEqual(maxEvents);
            received.push(...tasksOf(page));
            cursor = String(page['cursor']);
          }
        })();
        for (const one of steps) {
          if (one.kind === 'pass') await service.advance(`PT${one.seconds}S`);
          else
            for (let number = 0; number < one.count; number += 1) {
              emitted.push(`task_${emitted.length}`);
              await emitTask(emitted.at(-1) ?? '');
            }
          await settle();
        }
        await service.until(() => service.waiting().readers > 0);
        client.isDone = true;
        await service.advance('PT60S');
        await polling;
        expect(received).toEqual(emitted);
      },
    ),
    { numRuns: 25 },
  );
});
