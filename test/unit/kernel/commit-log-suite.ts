/**
 * What every commit log has to do. Run it for each implementation.
 */
import { describe, expect, test } from 'vitest';
import type { Commit, CommitLog } from '../../../mock/kernel/ports.ts';
import { blankState } from './support.ts';

const state = blankState();
const begun: Commit = { kind: 'state', state };

function changed(counter: number): Commit {
  const nothing = {
    puts: [],
    deletes: [],
    dropped: [],
    topics: [],
    entries: [],
    timers: [],
    cancelled: [],
    settings: [],
  };
  return {
    kind: 'changes',
    changes: {
      ...nothing,
      at: state.origin.createdAt,
      counters: [['visits', counter]],
      random: null,
      clock: null,
    },
  };
}

async function versions(log: CommitLog, world: string, from: number): Promise<readonly number[]> {
  return (await log.read(world, from)).map(({ version }) => version);
}

/** Checks a commit log; `open` gives an empty one each time. */
export function testCommitLog(name: string, open: () => CommitLog | Promise<CommitLog>): void {
  describe(name, () => {
    test('takes the commit that follows the newest and refuses every other', async () => {
      const log = await open();
      expect(await log.append('a', 1, begun)).toBe('conflict');
      expect(await log.append('a', 0, begun)).toBe('ok');
      expect(await log.append('a', 0, begun)).toBe('conflict');
      expect(await log.append('a', 1, changed(1))).toBe('ok');
      expect(await log.append('a', 3, changed(2))).toBe('conflict');
      expect(await versions(log, 'a', 0)).toEqual([1, 2]);
    });

    test('takes one of several that are appended at once', async () => {
      const log = await open();
      const outcomes = await Promise.all([1, 2, 3].map(async () => log.append('a', 0, begun)));
      expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'ok']);
    });

    test('gives the commits behind a version, as they were handed over', async () => {
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

    test('tells watchers of their world until they stop', async () => {
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

    test('lets a state stand for what came before a checkpoint', async () => {
      const log = await open();
      for (const [version, commit] of [begun, changed(1), changed(2)].entries())
        await log.append('a', version, commit);
      await log.checkpoint('a', { ...state, version: 2 });
      expect((await log.read('a', 0)).map(({ version, commit }) => [version, commit.kind])).toEqual([
        [2, 'state'],
        [3, 'changes'],
      ]);
      expect(await versions(log, 'a', 2)).toEqual([3]);
      expect(await log.append('a', 3, changed(3))).toBe('ok');
    });

    test('lists its worlds and forgets those that are dropped', async () => {
      const log = await open();
      await log.append('a', 0, begun);
      await log.append('b', 0, begun);
      expect((await log.list()).toSorted()).toEqual(['a', 'b']);
      await log.drop('a');
      expect(await log.list()).toEqual(['b']);
      expect(await log.append('a', 0, begun)).toBe('ok');
    });
  });
}
