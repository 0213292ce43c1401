import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { milliseconds } from '../../../mock/kernel/time/time.ts';
import { testCommitLog } from '../kernel/commit-log-suite.ts';
import { newsOf, notes, nowhere, openTestWorlds, appendNews } from '../kernel/support.ts';
import { openSqliteLog, temporaryFile } from './sqlite-support.ts';

testCommitLog('a commit log in a SQLite file', openSqliteLog);

test('worlds, their snapshots and timers continue after a restart', async () => {
  const file = temporaryFile();
  const before = await openTestWorlds({ log: await openSqliteLog({ file }) });
  await appendNews(before.world, 1);
  await before.world.keepSnapshot('early');
  await appendNews(before.world, 2);
  await before.world.run((tx) => {
    tx.startTimer({ key: 'k', after: milliseconds(50), target: nowhere, trigger: 'appendNews', payload: 3 });
  });
  await before.worlds.create({ id: 'fork', from: 'default' });
  await before.worlds.create({ id: 'two', fixture: 'two', seed: 7, clock: { mode: 'frozen' } });
  await before.worlds.create({ id: 'deleted' });
  await before.worlds.delete('deleted');
  const dumps = before.worlds.list().map((world) => world.dump());
  await before.worlds.close();

  const after = await openTestWorlds({ log: await openSqliteLog({ file }) });
  const { worlds } = await after.worlds.openEach();
  expect(worlds.map(({ id }) => id)).toEqual(['default', 'fork', 'two']);
  expect(worlds.map((world) => world.dump())).toEqual(dumps);
  await after.world.advance(milliseconds(50));
  expect(newsOf(after.world)).toEqual([1, 2, 3]);
  const [snapshot] = await after.world.listSnapshots();
  expect(snapshot).toMatchObject({ id: 'snapshot_1', name: 'early' });
  await after.world.restore((await after.world.findSnapshot('snapshot_1'))!.state);
  expect(newsOf(after.world)).toEqual([1]);
});

test('a checkpoint replaces the commits before it', async () => {
  const file = temporaryFile();
  const log = await openSqliteLog({ file });
  const { world, worlds } = await openTestWorlds({ log });
  for (let number = 0; number < 300; number += 1)
    await world.run((tx) =>
      tx.put(notes, { id: `note_${number % 3}`, author: String(number).repeat(1000), rank: 1 }),
    );
  const { version } = world;
  while ((await log.read('default', 0))[0]?.version === 1) await nextTurn();
  const commits = await log.read('default', 0);
  expect(commits[0]?.commit.kind).toBe('state');
  expect(commits.length).toBeLessThan(100);
  const dump = world.dump();
  await worlds.close();
  const again = await openTestWorlds({ log: await openSqliteLog({ file }) });
  expect(again.world.version).toBe(version);
  expect(again.world.dump()).toEqual(dump);
});
