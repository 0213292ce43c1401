import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualHostTimer } from '../../support/manual-host-timer.ts';
import { createMemoryCommitLog } from '../../../mock/adapters/memory-commit-log.ts';
import { WorldClosedError } from '../../../mock/kernel/world/engine.ts';
import type { CommitLog } from '../../../mock/kernel/ports.ts';
import { ok, err } from '../../../mock/kernel/transaction/result.ts';
import type { Timer } from '../../../mock/kernel/machine/trigger.ts';
import { after, milliseconds, seconds } from '../../../mock/kernel/time/time.ts';
import type { World } from '../../../mock/kernel/world/world.ts';
import { mood, news, newsOf, notes, nowhere, openTestWorlds, settle, start, appendNews } from './support.ts';

describe('a command', () => {
  test('sees the result of the previous one, even if many are sent concurrently', async () => {
    const { world } = await openTestWorlds();
    const seen = await Promise.all(
      Array.from({ length: 100 }, () => world.dispatch((tx) => ok(tx.nextNumber('visits')))),
    );
    expect(seen.map((result) => result.ok && result.value)).toEqual(
      Array.from({ length: 100 }, (_, place) => place),
    );
  });

  test('never conflicts with another command of its world', async () => {
    const memory = createMemoryCommitLog();
    const outcomes: string[] = [];
    const append: CommitLog['append'] = async (...call) => {
      await settle();
      const outcome = await memory.append(...call);
      outcomes.push(outcome);
      return outcome;
    };
    const { world } = await openTestWorlds({ log: { ...memory, append } });
    await Promise.all([1, 2, 3].map((event) => appendNews(world, event)));
    expect(newsOf(world)).toEqual([1, 2, 3]);
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  test('that returns an error writes nothing', async () => {
    const { world } = await openTestWorlds();
    const before = world.dump();
    const rejected = await world.dispatch((tx) => {
      tx.append(news, 1);
      tx.nextId('note');
      return err('no');
    });
    expect(rejected).toEqual({ ok: false, error: 'no' });
    expect(world.dump()).toEqual(before);
  });

  test('that throws writes nothing and does not block the next', async () => {
    const { world } = await openTestWorlds();
    const { version } = world;
    const thrown = world.dispatch((tx) => {
      tx.put(notes, { id: 'a', author: 'ann', rank: 0 });
      tx.startTimer({ key: 'k', due: start, target: nowhere, trigger: 'go' });
      throw new Error('bug');
    });
    const next = appendNews(world, 1);
    await expect(thrown).rejects.toThrow('bug');
    await next;
    expect(newsOf(world)).toEqual([1]);
    expect([world.query((view) => view.has(notes, 'a')), world.version]).toEqual([false, version + 1]);
  });

  test('that writes nothing commits nothing', async () => {
    const { world } = await openTestWorlds();
    const { version } = world;
    expect(await world.dispatch((tx) => ok(tx.setting(mood)))).toEqual(ok('calm'));
    expect(world.version).toBe(version);
  });

  test('that the log fails to append is lost and leaves the world unchanged', async () => {
    const memory = createMemoryCommitLog();
    let isFull = false;
    const log: CommitLog = {
      ...memory,
      append: (...call) => (isFull ? Promise.reject(new Error('disk full')) : memory.append(...call)),
    };
    const { world } = await openTestWorlds({ log });
    isFull = true;
    await expect(appendNews(world, 1)).rejects.toThrow('disk full');
    isFull = false;
    await appendNews(world, 2);
    expect(newsOf(world)).toEqual([2]);
  });
});

describe('two servers on one log', () => {
  test('never lose a command in spite of conflicts', async () => {
    const log = createMemoryCommitLog();
    const one = await openTestWorlds({ log });
    const two = await openTestWorlds({ log });
    const visit = () => [one, two].map(({ world }) => world.dispatch((tx) => ok(tx.nextNumber('visits'))));
    const results = await Promise.all(Array.from({ length: 50 }, visit).flat());
    const seen = results.map((result) => (result.ok ? result.value : -1)).sort((a, b) => a - b);
    expect(seen).toEqual(Array.from({ length: 100 }, (_, place) => place));
    await settle();
    expect(one.world.dump()).toEqual(two.world.dump());
    expect(one.world.version).toBe(two.world.version);
  });

  test("notify each other's readers", async () => {
    const log = createMemoryCommitLog();
    const one = await openTestWorlds({ log });
    const two = await openTestWorlds({ log });
    const next = two.world.follow(news, null).next();
    await appendNews(one.world, 5);
    expect((await next).value).toMatchObject([{ event: 5 }]);
  });

  test('see commits of the other while their own append is pending', async () => {
    const memory = createMemoryCommitLog();
    const other = await openTestWorlds({ log: memory });
    const append: CommitLog['append'] = async (...call) => {
      const outcome = await memory.append(...call);
      if (outcome === 'ok') await appendNews(other.world, 2);
      return outcome;
    };
    const { world } = await openTestWorlds({ log: { ...memory, append } });
    await appendNews(world, 1);
    await settle();
    expect(newsOf(world)).toEqual([1, 2]);
  });

  test('fire a timer once', async () => {
    const log = createMemoryCommitLog();
    const options = { log, start: { clock: { mode: 'real' } as const } };
    const one = await openTestWorlds(options);
    const two = await openTestWorlds(options);
    await one.world.dispatch((tx) =>
      ok(tx.startTimer({ key: 'k', after: seconds(1), target: nowhere, trigger: 'go', payload: 1 })),
    );
    await settle();
    one.host.pass(seconds(2));
    two.host.pass(seconds(2));
    await Promise.all([one.world.catchUp(), two.world.catchUp()]);
    await settle();
    expect([newsOf(one.world), newsOf(two.world)]).toEqual([[1], [1]]);
  });

  test('replay from a checkpoint that has replaced the older commits', async () => {
    const log = createMemoryCommitLog();
    const one = await openTestWorlds({ log });
    for (let event = 0; event < 300; event += 1) await appendNews(one.world, event);
    expect((await log.read('default', 0)).length).toBeLessThan(300);
    const two = await openTestWorlds({ log });
    expect(two.world.dump()).toEqual(one.world.dump());
    await appendNews(two.world, 300);
    await settle();
    expect(newsOf(one.world)).toHaveLength(301);
  });
});

test('a conflict reruns the command on the newest state', async () => {
  const memory = createMemoryCommitLog();
  const other = await openTestWorlds({ log: memory });
  let conflicts = 3;
  const log: CommitLog = {
    ...memory,
    async append(world, version, commit) {
      if (conflicts > 0 && commit.kind === 'changes') {
        conflicts -= 1;
        await appendNews(other.world, conflicts);
      }
      return memory.append(world, version, commit);
    },
  };
  const { world } = await openTestWorlds({ log });
  const runs: number[] = [];
  await world.dispatch((tx) => {
    runs.push(tx.entries(news).length);
    return ok(tx.append(news, 99));
  });
  expect(runs).toEqual([0, 1, 2, 3]);
  expect(newsOf(world)).toEqual([2, 1, 0, 99]);
});

test('a log that rejects without a newer commit is a bug, not an endless loop', async () => {
  const memory = createMemoryCommitLog();
  const log: CommitLog = {
    ...memory,
    append: (world, version, commit) =>
      version === 0 ? memory.append(world, version, commit) : Promise.resolve('conflict'),
  };
  const { world } = await openTestWorlds({ log });
  await expect(appendNews(world, 1)).rejects.toThrow('rejects version 2');
});

describe('timers', () => {
  const startAll =
    (spans: readonly number[]) =>
    (tx: Parameters<Parameters<Awaited<ReturnType<typeof openTestWorlds>>['world']['dispatch']>[0]>[0]) => {
      spans.forEach((span, place) =>
        tx.startTimer({
          key: `t${String(place).padStart(3, '0')}`,
          after: milliseconds(span),
          target: nowhere,
          trigger: 'go',
          payload: place,
        }),
      );
      return ok(null);
    };

  test('fire in the order of their instants and keys, each at its own instant, regardless of how the clock is advanced', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(100), { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
        async (spans, steps) => {
          const { world } = await openTestWorlds();
          await world.dispatch(startAll(spans));
          for (const step of steps) await world.advance(milliseconds(step));
          const passed = steps.reduce((sum, step) => sum + step);
          const due = spans.map((span, place) => ({ span, place })).filter(({ span }) => span <= passed);
          const expected = due
            .sort((a, b) => a.span - b.span || a.place - b.place)
            .map(({ span, place }) => ({ event: place, at: start + span }));
          expect(world.query((view) => view.entries(news))).toMatchObject(expected);
          expect(world.now).toBe(start + passed);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('that are started by a timer and already due fire in order with the others', async () => {
    const { world } = await openTestWorlds({
      fire(tx, { key, payload }) {
        const left = payload as number;
        tx.append(news, left);
        if (left > 0)
          tx.startTimer({ key, after: seconds(1), target: nowhere, trigger: 'go', payload: left - 1 });
      },
    });
    await world.dispatch((tx) => {
      tx.startTimer({ key: 'chain', after: seconds(1), target: nowhere, trigger: 'go', payload: 3 });
      return ok(
        tx.startTimer({
          key: 'other',
          after: milliseconds(2500),
          target: nowhere,
          trigger: 'go',
          payload: 0,
        }),
      );
    });
    await world.advance(seconds(10));
    const fired = world.query((view) => view.entries(news).map(({ at, event }) => [at - start, event]));
    expect(fired).toEqual([
      [1000, 3],
      [2000, 2],
      [2500, 0],
      [3000, 1],
      [4000, 0],
    ]);
  });

  test('fire before a command and before `catchUp` resolves if they are due', async () => {
    const { world, host } = await openTestWorlds({ start: { clock: { mode: 'real' } } });
    await world.dispatch(startAll([10, 20]));
    host.pass(milliseconds(10));
    await world.dispatch((tx, at) => ok(tx.append(news, at - start)));
    expect(newsOf(world)).toEqual([0, 10]);
    host.pass(milliseconds(50));
    await world.catchUp();
    expect(newsOf(world)).toEqual([0, 10, 1]);
  });

  test('fire first if they are due, even if the host has not called yet', async () => {
    const manual = createManualHostTimer(start);
    let late = milliseconds(0);
    const host = { ...manual, now: () => after(manual.now(), late) };
    const { world } = await openTestWorlds({ host, start: { clock: { mode: 'real' } } });
    await world.dispatch(startAll([10]));
    late = milliseconds(15);
    await appendNews(world, 99);
    expect(newsOf(world)).toEqual([0, 99]);
  });

  test('fire by themselves when the clock reaches them', async () => {
    const { world, host } = await openTestWorlds({ start: { clock: { mode: 'real' } } });
    const reader = world.follow(news, null);
    await world.dispatch(startAll([10, 20]));
    for (const expected of [0, 1]) {
      const next = reader.next();
      host.pass(milliseconds(10));
      expect((await next).value).toMatchObject([{ event: expected }]);
    }
    expect(host.waiting).toBe(0);
  });

  test('of a world without readers wait for the next call and fire before it, at their own instants', async () => {
    const { world, host } = await openTestWorlds({ start: { clock: { mode: 'real' } } });
    await world.dispatch(startAll([10, 20]));
    expect(host.waiting).toBe(0);
    host.pass(milliseconds(1000));
    expect(newsOf(world)).toEqual([]);
    await world.catchUp();
    expect(world.view.entries(news, { after: null, limit: 2 })).toMatchObject([{ event: 0 }, { event: 1 }]);
  });

  test('fire by themselves as long as the world is watched', async () => {
    const { world, host } = await openTestWorlds({ start: { clock: { mode: 'real' } } });
    await world.dispatch(startAll([10, 20]));
    const changes: string[] = [];
    const stop = world.watch(({ kind }) => changes.push(kind));
    host.pass(milliseconds(10));
    await Promise.resolve();
    expect(changes).toEqual(['changes']);
    stop();
    host.pass(milliseconds(10));
    expect([changes.length, host.waiting]).toEqual([1, 0]);
  });

  test('yield to other worlds when many fire at once', async () => {
    const host = createManualHostTimer(start);
    let turns = 0;
    const nextTurn = () => {
      turns += 1;
      return Promise.resolve();
    };
    const { world } = await openTestWorlds({ host: { ...host, nextTurn } });
    await world.dispatch(startAll(Array.from({ length: 1_000 }, (_, index) => index)));
    await world.advance(milliseconds(1_000));
    expect(newsOf(world)).toHaveLength(1_000);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  test('stop between two turns when their world is deleted', async () => {
    const { worlds } = await openTestWorlds();
    const { value: world } = (await worlds.create({ id: 'busy', clock: { mode: 'frozen' } })) as {
      value: World;
    };
    await world.dispatch(startAll(Array.from({ length: 1_000 }, (_, index) => index)));
    const advanced = world.advance(milliseconds(1_000));
    await worlds.delete('busy');
    await expect(advanced).rejects.toThrow('has been deleted');
    expect(newsOf(world).length).toBeLessThan(1_000);
  });

  test('do not fire if they were cancelled or restarted', async () => {
    const { world } = await openTestWorlds();
    await world.dispatch(startAll([10, 20]));
    await world.dispatch((tx) => {
      tx.cancelTimer('t000');
      return ok(
        tx.startTimer({
          key: 't001',
          after: milliseconds(50),
          target: nowhere,
          trigger: 'go',
          payload: 7,
        }),
      );
    });
    await world.advance(milliseconds(40));
    expect(newsOf(world)).toEqual([]);
    await world.advance(milliseconds(40));
    expect(newsOf(world)).toEqual([7]);
  });

  test('are reported and rolled back if they throw, and the others still fire', async () => {
    const { world, reports } = await openTestWorlds({
      fire(tx, { payload }: Timer) {
        tx.append(news, payload as number);
        if (payload === 0) throw new Error('broken timer');
      },
    });
    await world.dispatch(startAll([10, 20]));
    await world.advance(seconds(1));
    expect(newsOf(world)).toEqual([1]);
    expect(reports).toEqual([new Error('broken timer')]);
  });

  test('are a bug, not a hang, if they restart themselves endlessly', async () => {
    const { world } = await openTestWorlds({
      fire: (tx, { key }) => {
        tx.startTimer({ key, due: tx.at, target: nowhere, trigger: 'go' });
      },
    });
    await expect(world.dispatch(startAll([0])).then(() => world.catchUp())).rejects.toThrow(
      'restarts itself endlessly',
    );
  });
});

test('a closed world rejects commands but lets the running one finish', async () => {
  const { world, host } = await openTestWorlds({ start: { clock: { mode: 'real' } } });
  await world.dispatch((tx) =>
    ok(tx.startTimer({ key: 'k', after: seconds(1), target: nowhere, trigger: 'go', wait: true })),
  );
  await Promise.all([world.close(), expect(appendNews(world, 1)).rejects.toThrow(WorldClosedError)]);
  await expect(world.advance(seconds(1))).rejects.toThrow(WorldClosedError);
  expect(host.waiting).toBe(0);
});
