import { describe, expect, test } from 'vitest';
import { createMemoryCommitLog } from '../../../mock/adapters/memory-commit-log.ts';
import { LogUnavailableError } from '../../../mock/kernel/ports.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { hours, milliseconds, minutes, seconds } from '../../../mock/kernel/time/time.ts';
import type { World } from '../../../mock/kernel/world/world.ts';
import { newsOf, notes, nowhere, openTestWorlds, start, appendNews } from './support.ts';
import type { WorldRequest } from '../../../mock/worlds/world-states.ts';
import type { Worlds } from '../../../mock/worlds/worlds.ts';

async function create(worlds: Worlds, request: WorldRequest): Promise<World> {
  const created = await worlds.create(request);
  if (!created.ok) throw new Error(created.error.code);
  return created.value;
}

const noteIds = (world: World): readonly string[] =>
  world.query((view) => view.scan(notes).map(({ id }) => id));

async function addNote(world: World): Promise<string> {
  const added = await world.dispatch((tx) =>
    ok(tx.put(notes, { id: tx.nextId('note'), author: 'ann', rank: 1 }).id),
  );
  return added.ok ? added.value : '';
}

describe('worlds', () => {
  test('that expire while the log is not available are deleted later', async () => {
    const log = createMemoryCommitLog();
    let isAway = true;
    const drop = (id: string) => (isAway ? Promise.reject(new LogUnavailableError('away')) : log.drop(id));
    const { worlds, host, reports } = await openTestWorlds({ log: { ...log, drop } });
    await create(worlds, { id: 'brief', expiresAfter: minutes(1) });
    for (const state of [true, false]) {
      isAway = state;
      host.pass(minutes(1));
      await new Promise(setImmediate);
      expect(await log.list()).toEqual(isAway ? ['default', 'brief'] : ['default']);
    }
    expect(reports).toEqual([]);
  });

  test('that begin within a tenth of a second share the records of their fixture', async () => {
    const { worlds, host } = await openTestWorlds();
    const records = (world: World) => world.query((view) => view.scan(notes));
    host.pass(milliseconds(20));
    const first = await create(worlds, { fixture: 'two', seed: 3 });
    host.pass(milliseconds(70));
    const second = await create(worlds, { fixture: 'two', seed: 3 });
    await addNote(second);
    host.pass(milliseconds(10));
    const third = await create(worlds, { fixture: 'two', seed: 3 });
    expect([first, second, third].map(({ origin }) => origin.createdAt - start)).toEqual([0, 0, 100]);
    expect(records(second)[0]).toBe(records(first)[0]);
    expect(noteIds(second)).toHaveLength(3);
    expect(noteIds(first)).toHaveLength(2);
    expect(records(third)).toEqual(records(first));
    expect(records(third)[0]).not.toBe(records(first)[0]);
  });

  test.each([
    [{ id: 'default' }, { code: 'WORLD_ID_TAKEN', id: 'default' }],
    [{ id: 'a/b' }, { code: 'WORLD_ID_INVALID', id: 'a/b' }],
    [{ id: '' }, { code: 'WORLD_ID_INVALID', id: '' }],
    [{ from: 'ghost' }, { code: 'WORLD_NOT_FOUND', id: 'ghost' }],
    [{ fixture: 'ghost' }, { code: 'FIXTURE_UNKNOWN', fixture: 'ghost', known: ['empty', 'two'] }],
    [{ from: 'default', fixture: 'two' }, { code: 'FIXTURE_AND_FORK' }],
  ])('are not created for %j', async (request, error) => {
    const { worlds } = await openTestWorlds();
    expect(await worlds.create(request)).toEqual({ ok: false, error });
    expect(worlds.list()).toHaveLength(1);
  });

  test('are created once if requested twice at the same time', async () => {
    const { worlds } = await openTestWorlds();
    const results = await Promise.all([worlds.create({ id: 'a' }), worlds.create({ id: 'a' })]);
    expect(results.map((result) => result.ok)).toEqual([true, false]);
  });

  test('get a generated id if none is given', async () => {
    const { worlds } = await openTestWorlds();
    await create(worlds, { id: 'world-2' });
    expect([(await create(worlds, {})).id, (await create(worlds, {})).id]).toEqual(['world-1', 'world-3']);
  });

  test('that are already in the log are opened unchanged', async () => {
    const log = createMemoryCommitLog();
    const before = await openTestWorlds({ log });
    await addNote(await create(before.worlds, { id: 'a', seed: 5 }));
    await appendNews(before.world, 1);
    await before.worlds.close();
    const after = await openTestWorlds({ log });
    expect((await after.worlds.openEach()).worlds.map(({ id }) => id)).toEqual(['default', 'a']);
    expect(newsOf(after.world)).toEqual([1]);
    expect(after.worlds.find('a')?.dump()).toEqual(before.worlds.find('a')?.dump());
  });
});

test('a fork with its own seed or clock uses them from then on', async () => {
  const { worlds, world } = await openTestWorlds();
  const fork = await create(worlds, { from: 'default', seed: 9, clock: { mode: 'scaled', rate: 2 } });
  expect(fork.clock).toEqual({ mode: 'scaled', now: start, rate: 2 });
  expect(await addNote(fork)).not.toBe(await addNote(world));
  expect(fork.origin).toMatchObject({ seed: 9, fixture: 'empty' });
  expect(fork.dump().random).not.toBe(world.dump().random);
});

describe('two worlds of one seed, one fixture and a frozen clock', () => {
  test('have byte-identical dumps after the same commands', async () => {
    const run = async (id: string): Promise<string> => {
      const { worlds, host } = await openTestWorlds();
      const world = await create(worlds, {
        id,
        seed: 42,
        fixture: 'two',
        clock: { mode: 'frozen', now: start },
      });
      await addNote(world);
      await world.dispatch((tx) =>
        ok(
          tx.startTimer({
            key: 'k',
            after: hours(1),
            target: nowhere,
            trigger: 'go',
            payload: tx.random(),
          }),
        ),
      );
      await world.advance(hours(2));
      host.pass(seconds(3));
      await addNote(world);
      return JSON.stringify(world.dump());
    };
    expect(await run('one')).toBe(await run('two'));
  });

  test('differ if the seeds differ', async () => {
    const { worlds } = await openTestWorlds();
    const [one, two] = [
      await create(worlds, { seed: 1, fixture: 'two' }),
      await create(worlds, { seed: 2, fixture: 'two' }),
    ];
    expect(noteIds(one)).not.toEqual(noteIds(two));
  });
});

describe('restoring', () => {
  test('a snapshot brings back records, timers and a frozen clock', async () => {
    const { world } = await openTestWorlds();
    await world.dispatch((tx) =>
      ok(tx.startTimer({ key: 'k', after: hours(1), target: nowhere, trigger: 'go', payload: 8 })),
    );
    const snapshot = world.snapshot();
    const before = world.dump();
    await world.advance(hours(2));
    expect(newsOf(world)).toEqual([8]);
    await world.restore(snapshot);
    expect(world.dump()).toEqual(before);
    await world.advance(hours(1));
    expect(newsOf(world)).toEqual([8]);
    await world.restore(snapshot);
    expect(newsOf(world)).toEqual([]);
  });

  test('a snapshot of a scaled world continues from the instant at which it was taken', async () => {
    const { world, host } = await openTestWorlds({ start: { clock: { mode: 'scaled', rate: 10 } } });
    host.pass(seconds(1));
    const snapshot = world.snapshot();
    host.pass(seconds(50));
    await world.restore(snapshot);
    expect(world.now).toBe(start + 10_000);
    host.pass(seconds(1));
    expect(world.now).toBe(start + 20_000);
  });
});
