/** Requirements for every commit log. Run this suite for each implementation. */
import { describe, expect, test } from 'vitest';
import type { Commit, CommitLog } from '../../../mock/kernel/ports.ts';
import type { ChangeSet } from '../../../mock/kernel/transaction/changes.ts';
import { blankState } from './support.ts';

const state = blankState();
export const begun: Commit = { kind: 'state', state };

export function changed(counter: number): Commit {
  return changing({ counters: [['visits', counter]] });
}

/** Returns a commit that stores a text. */
export function noted(text: string): Commit {
  return changing({ settings: [['text', text]] });
}

function changing(parts: Partial<ChangeSet>): Commit {
  const nothing = {
    puts: [],
    deletes: [],
    dropped: [],
    topics: [],
    entries: [],
    timers: [],
    cancelled: [],
    counters: [],
    settings: [],
  };
  return {
    kind: 'changes',
    changes: {
      ...nothing,
      at: state.origin.createdAt,
      random: null,
      clock: null,
      ...parts,
    },
  };
}

async function versions(log: CommitLog, world: string, from: number): Promise<readonly number[]> {
  return (await log.read(world, from)).map(({ version }) => version);
}

/** Tests a commit log; `open` returns an empty one each time. */
export function testCommitLog(name: string, open: () => CommitLog | Promise<CommitLog>): void {
  describe(name, () => {
    test('accepts the commit that follows the newest and rejects every other', async () => {
      const log = await open();
      expect(await log.append('a', 1, begun)).toBe('conflict');
      expect(await log.append('a', 0, begun)).toBe('ok');
      expect(await log.append('a', 0, begun)).toBe('conflict');
      expect(await log.append('a', 1, changed(1))).toBe('ok');
      expect(await log.append('a', 3, changed(2))).toBe('conflict');
      expect(await versions(log, 'a', 0)).toEqual([1, 2]);
    });

    test('accepts one of several that are appended at once', async () => {
      const log = await open();
      const outcomes = await Promise.all([1, 2, 3].map(async () => log.append('a', 0, begun)));
      expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'ok']);
    });

    test('returns the commits after a version, unchanged', async () => {
      const log = await open();
      for (const [version, commit] of [begun, changed(1), changed(2)].entries())
        await log.append('a', version, commit);
      expect(await log.read('a', 1)).toEqual([
        { version: 2, commit: changed(1) },
        { version: 3, commit: changed(2) },
      ]);
      expect(await log.read('a', 3)).toEqual([]);
      expect(await log.read('b', 0)).toEqual([]);
    });

    test('notifies watchers of their world until they unsubscribe', async () => {
      const log = await open();
      const seen: number[] = [];
      const stop = log.watch('a', (version) => seen.push(version));
      await log.append('a', 0, begun);
      await log.append('b', 0, begun);
      await log.append('a', 0, begun);
      await log.append('a', 1, changed(1));
      stop();
      stop();
      await log.append('a', 2, changed(2));
      expect(seen).toEqual([1, 2]);
    });

    test('returns all that a reader lacks after a checkpoint', async () => {
      const log = await open();
      for (const [version, commit] of [begun, changed(1), changed(2)].entries())
        await log.append('a', version, commit);
      await log.checkpoint('a', { ...state, version: 2 });
      const [first, ...rest] = await log.read('a', 0);
      expect(first?.commit.kind).toBe('state');
      expect(rest.at(-1)).toEqual({ version: 3, commit: changed(2) });
      expect(await versions(log, 'a', 2)).toEqual([3]);
      expect(await log.append('a', 3, changed(3))).toBe('ok');
    });

    test('lists its worlds in the order of their creation, without those that were dropped', async () => {
      const log = await open();
      for (const world of ['b', 'a', 'c']) await log.append(world, 0, begun);
      expect(await log.list()).toEqual(['b', 'a', 'c']);
      await log.drop('a');
      expect(await log.list()).toEqual(['b', 'c']);
      expect(await log.append('a', 0, begun)).toBe('ok');
      expect(await versions(log, 'a', 0)).toEqual([1]);
    });

    test('accepts nothing for a world that was dropped', async () => {
      const log = await open();
      await log.append('a', 0, begun);
      await log.drop('a');
      expect(await log.append('a', 1, changed(1))).not.toBe('ok');
      expect(await log.read('a', 0)).toEqual([]);
    });

    test('returns the newest version, and 0 for a world that does not exist', async () => {
      const log = await open();
      expect(await log.newest('a')).toBe(0);
      await log.append('a', 0, begun);
      await log.append('a', 1, changed(1));
      expect(await log.newest('a')).toBe(2);
      await log.drop('a');
      expect(await log.newest('a')).toBe(0);
    });

    test('drops the commits before one that replaces the world', async () => {
      const log = await open();
      await log.append('a', 0, begun);
      await log.append('a', 1, changed(1));
      await log.append('a', 2, { kind: 'state', state: { ...state, version: 3, random: 7 }, cause: 'reset' });
      await log.append('a', 3, changed(2));
      const [first, ...rest] = (await log.read('a', 0)).slice(-2);
      expect(first).toMatchObject({ version: 3, commit: { kind: 'state', cause: 'reset' } });
      expect(first?.commit.kind === 'state' && first.commit.state.random).toBe(7);
      expect(rest).toEqual([{ version: 4, commit: changed(2) }]);
    });

    test('keeps snapshots of a world until it is dropped', async () => {
      const log = await open();
      await log.append('a', 0, begun);
      const snapshot = { id: 'one', name: null, createdAt: state.origin.createdAt, state };
      expect(await log.snapshots('a')).toEqual([]);
      expect(await log.snapshot('a', 'one')).toBeUndefined();
      expect(await log.keepSnapshot('a', snapshot)).toBe('ok');
      expect(await log.keepSnapshot('a', { ...snapshot, name: 'again' })).toBe('conflict');
      expect(await log.keepSnapshot('a', { ...snapshot, id: 'two', name: 'second' })).toBe('ok');
      expect(await log.snapshots('a')).toMatchObject([
        { id: 'one', name: null, createdAt: state.origin.createdAt },
        { id: 'two', name: 'second' },
      ]);
      expect((await log.snapshot('a', 'two'))?.state).toEqual(state);
      expect(await log.snapshots('b')).toEqual([]);
      await log.drop('a');
      expect(await log.snapshots('a')).toEqual([]);
    });

    test('can be closed more than once', async () => {
      const log = await open();
      await log.append('a', 0, begun);
      await log.close();
      await log.close();
    });
  });
}
