import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { topicName, type Entry } from '../../../mock/kernel/store/topic.ts';
import { seconds, seq, type Seq } from '../../../mock/kernel/time/time.ts';
import type { World } from '../../../mock/kernel/world/world.ts';
import { news, openTestWorlds, settle, appendNews } from './support.ts';

type Batches = AsyncIterable<readonly Entry<number>[]>;

async function seqs(batches: Batches): Promise<number[]> {
  const read: number[] = [];
  for await (const batch of batches) read.push(...batch.map((entry) => entry.seq));
  return read;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, place) => from + place);

async function close(world: World, status: 'paused' | 'ended'): Promise<void> {
  await world.dispatch((tx) => {
    tx.close(news, status);
    return ok(null);
  });
}

describe('a reader', () => {
  test('receives every entry once and in order, regardless of how writes and reads interleave', async () => {
    const step = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom('read' as const, 'turn' as const));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.integer({ min: -1, max: 10 }),
        async (steps, after) => {
          const { world } = await openTestWorlds();
          const reader = world.follow(news, after < 0 ? null : seq(after));
          const read: number[] = [];
          const reading: Promise<unknown>[] = [];
          const readOne = async (): Promise<void> => {
            const result = await reader.next();
            if (result.done !== true) read.push(...result.value.map(({ seq: at }) => at));
          };
          let written = 0;
          for (const one of steps) {
            if (one === 'read') reading.push(readOne());
            else if (one === 'turn') await settle();
            else {
              reading.push(appendNews(world, ...range(0, one)));
              written += one;
            }
          }
          await settle();
          await close(world, 'ended');
          read.push(...(await seqs(reader)));
          await Promise.all(reading);
          expect(read).toEqual(range(after + 1, Math.max(written, after + 1)));
          expect(world.waiting.readers).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each(['paused', 'ended'] as const)('ends when the topic is %s and nothing is left', async (status) => {
    const { world } = await openTestWorlds();
    await appendNews(world, 1, 2);
    const live = seqs(world.follow(news, null));
    await close(world, status);
    expect(await live).toEqual([0, 1]);
    expect(await seqs(world.follow(news, seq(0)))).toEqual([1]);
    expect(await seqs(world.follow(news, seq(1)))).toEqual([]);
  });

  test('of one segment receives only that segment, whether past, current or future', async () => {
    const { world } = await openTestWorlds();
    const early = seqs(world.follow(news, null, { segment: 1 }));
    await appendNews(world, 1, 2);
    await close(world, 'paused');
    await appendNews(world, 3, 4, 5);
    const late = seqs(world.follow(news, null, { segment: 1 }));
    await close(world, 'paused');
    await appendNews(world, 6);
    const never = seqs(world.follow(news, null, { segment: 3 }));
    await close(world, 'ended');
    const from = (segment: number, after: Seq | null = null): Promise<number[]> =>
      seqs(world.follow(news, after, { segment }));
    expect(await Promise.all([early, late, never])).toEqual([[2, 3, 4], [2, 3, 4], []]);
    expect(await Promise.all([from(0), from(1), from(2), from(3)])).toEqual([[0, 1], [2, 3, 4], [5], []]);
    expect(await Promise.all([from(1, seq(3)), from(0, seq(3)), from(2, seq(0))])).toEqual([[4], [], [5]]);
  });

  test('of an empty segment ends immediately', async () => {
    const { world } = await openTestWorlds();
    await world.dispatch((tx) => {
      tx.close(news, 'paused');
      tx.open(news);
      tx.append(news, 1);
      tx.close(news, 'paused');
      return ok(null);
    });
    expect(await seqs(world.follow(news, null, { segment: 0 }))).toEqual([]);
    expect(await seqs(world.follow(news, null, { segment: 1 }))).toEqual([0]);
  });

  test('receives long topics in batches', async () => {
    const { world } = await openTestWorlds();
    await appendNews(world, ...range(0, 1000));
    await close(world, 'ended');
    const sizes: number[] = [];
    for await (const batch of world.follow(news, null)) sizes.push(batch.length);
    expect(sizes).toEqual([256, 256, 256, 232]);
  });

  test('starts at the oldest kept entry if the requested ones were trimmed', async () => {
    const { world } = await openTestWorlds();
    await appendNews(world, 1, 2, 3);
    await world.dispatch((tx) => {
      tx.trim(news, seq(2));
      return ok(null);
    });
    await close(world, 'ended');
    expect(await seqs(world.follow(news, null))).toEqual([2]);
  });

  test('waits for a topic that has not started, and ends when its topic is dropped', async () => {
    const { world } = await openTestWorlds();
    const live = seqs(world.follow(news, null));
    await appendNews(world, 1);
    await settle();
    await world.dispatch((tx) => {
      tx.dropTopic(news);
      return ok(null);
    });
    expect(await live).toEqual([0]);
  });

  test('ends when its world is restored or deleted', async () => {
    const { worlds } = await openTestWorlds();
    const created = await worlds.create({ id: 'other' });
    const world = worlds.find('other')!;
    expect(created.ok).toBe(true);
    const one = seqs(world.follow(news, null));
    await world.restore(world.snapshot());
    expect(await one).toEqual([]);
    const two = seqs(world.follow(news, null));
    await worlds.delete('other');
    expect(await two).toEqual([]);
    expect(world.waiting.readers).toBe(0);
  });

  test('is released when it stops during a wait', async () => {
    const { world } = await openTestWorlds();
    const reader = world.follow(news, null);
    const next = reader.next();
    expect(world.waiting.readers).toBe(1);
    await reader.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(world.waiting.readers).toBe(0);
  });

  test('never starts if it is aborted before', async () => {
    const { world } = await openTestWorlds();
    await appendNews(world, 1);
    expect(await seqs(world.follow(news, null, { signal: AbortSignal.abort() }))).toEqual([]);
  });

  test('is released when it is aborted, a thousand times', async () => {
    const { world } = await openTestWorlds();
    const controllers = range(0, 1000).map(() => new AbortController());
    const readers = controllers.map(({ signal }) => seqs(world.follow(news, null, { signal })));
    await appendNews(world, 1);
    await settle();
    expect(world.waiting.readers).toBe(1000);
    for (const controller of controllers) controller.abort();
    expect((await Promise.all(readers)).every((read) => read.length === 1)).toBe(true);
    expect(world.waiting.readers).toBe(0);
  });

  test('leaves no listener on a signal that outlives it', async () => {
    const { world } = await openTestWorlds();
    let listeners = 0;
    const signal = {
      aborted: false,
      addEventListener: () => void (listeners += 1),
      removeEventListener: () => void (listeners -= 1),
    };
    const live = seqs(world.follow(news, null, { signal }));
    for (const event of range(0, 20)) await appendNews(world, event);
    await settle();
    expect(listeners).toBe(1);
    await close(world, 'ended');
    await live;
    expect(listeners).toBe(0);
  });
});

describe('a poll', () => {
  test('returns the available entries immediately, up to its limit', async () => {
    const { world } = await openTestWorlds();
    await appendNews(world, 1, 2, 3);
    const read = await world.poll(news, seq(0), { limit: 1, wait: seconds(5) });
    expect(read.map(({ event }) => event)).toEqual([2]);
    expect(await world.poll(news, seq(2))).toEqual([]);
  });

  test('waits for the first entry', async () => {
    const { world } = await openTestWorlds();
    const polled = world.poll(news, null, { wait: seconds(5) });
    await appendNews(world, 7);
    expect((await polled).map(({ event }) => event)).toEqual([7]);
  });

  test('returns empty after its timeout in world time or in real time', async () => {
    const { world, host } = await openTestWorlds();
    const byWorld = world.poll(news, null, { wait: seconds(5) });
    await world.advance(seconds(5));
    expect(await byWorld).toEqual([]);
    const byHost = world.poll(news, null, { wait: seconds(5) });
    host.pass(seconds(5));
    expect(await byHost).toEqual([]);
    expect([world.waiting.readers, host.waiting]).toEqual([0, 0]);
  });

  test('returns empty when it is aborted, the topic closes or the world is deleted', async () => {
    const { world, host } = await openTestWorlds();
    const controller = new AbortController();
    const aborted = world.poll(news, null, { wait: seconds(5), signal: controller.signal });
    controller.abort();
    expect(await aborted).toEqual([]);
    const restored = world.poll(news, null, { wait: seconds(5) });
    await world.restore(world.snapshot());
    expect(await restored).toEqual([]);
    const ended = world.poll(news, null, { wait: seconds(5) });
    await close(world, 'ended');
    expect(await ended).toEqual([]);
    const orphaned = world.poll(topicName<number>('other'), null, { wait: seconds(5) });
    await world.close();
    expect(await orphaned).toEqual([]);
    expect([world.waiting.readers, host.waiting]).toEqual([0, 0]);
  });
});
