import { expect, test } from 'vitest';
import { createMemoryCommitLog } from '../../../mock/adapters/memory-commit-log.ts';
import { testCommitLog } from './commit-log-suite.ts';
import { openTestWorlds, appendNews } from './support.ts';

testCommitLog('a commit log in memory', createMemoryCommitLog);

test('an in-memory commit log keeps nothing of a replaced world', async () => {
  const log = createMemoryCommitLog();
  const { world } = await openTestWorlds({ log });
  for (const event of [1, 2, 3]) await appendNews(world, event);
  await world.reset();
  await appendNews(world, 4);
  expect((await log.read('default', 0)).map(({ commit }) => commit.kind)).toEqual(['state', 'changes']);
});

test('an in-memory commit log replaces the commits before a checkpoint with its state', async () => {
  const log = createMemoryCommitLog();
  const { world } = await openTestWorlds({ log });
  for (const event of [1, 2, 3]) await appendNews(world, event);
  await log.checkpoint('default', { ...world.snapshot(), version: 3 });
  expect((await log.read('default', 0)).map(({ version, commit }) => [version, commit.kind])).toEqual([
    [3, 'state'],
    [4, 'changes'],
  ]);
});
