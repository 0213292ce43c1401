/**
 * What the history of a world leaves behind: the file of a SQLite log, the memory of Redis and that of the mock after
 * 100,000 updates of an agent, against the same after 10,000.
 */
import { join } from 'node:path';
import { createClient } from 'redis';
import { updateAgent } from '../../../mock/agent-platform/domain/agents/agent.ts';
import { createMock, type Mock } from '../../../mock/index.ts';
import { sqliteLog } from '../../../mock/logs/sqlite/sqlite-log.ts';
import { costRow, pairCosts } from '../support/pair.ts';
import { hasRedis, openShared, withRedis } from '../support/redis.ts';
import type { Bench, TableRow } from '../support/table.ts';
import { folderBytes, inTemporaryFolder } from '../support/temporary-folder.ts';

const few = 10_000;
const many = 100_000;
const against = 'after 10,000';
const unit = 'MB';

/** Measures both logs. */
export const benchGrowth: Bench = async () => [...(await growSqlite()), ...(await growRedis())];

function growSqlite(): Promise<readonly TableRow[]> {
  return inTemporaryFolder(async (folder) => {
    const mock = await createMock({ log: sqliteLog({ file: join(folder, 'backlot.db') }) });
    const size = () => folderBytes(folder) / 1e6;
    try {
      return await grow(mock, 'SQLite', 'the files', size);
    } finally {
      await mock.close();
    }
  });
}

function growRedis(): Promise<readonly TableRow[]> {
  return inTemporaryFolder((folder) => {
    if (!hasRedis())
      return Promise.resolve([
        { what: '100,000 commits to Redis', against, missing: 'install redis-server' },
      ]);
    return withRedis(folder, async (url) => {
      const [mock, reader] = [await openShared(url), await openShared(url)];
      const client = createClient({ url });
      await client.connect();
      const size = async (): Promise<number> => {
        const [, bytes] = /used_memory:(\d+)/.exec(await client.info('memory')) ?? [];
        return Number(bytes) / 1e6;
      };
      try {
        return await grow(mock, 'Redis', 'its memory', size);
      } finally {
        client.destroy();
        await Promise.all([mock.close(), reader.close()]);
      }
    });
  });
}

/** Commits one after the other, and compares what there is after few and after many. */
async function grow(
  mock: Mock,
  log: string,
  what: string,
  size: () => number | Promise<number>,
): Promise<readonly TableRow[]> {
  const rss = (): number => process.memoryUsage().rss / 1e6;
  await commit(mock, few);
  const before = [await size(), rss()] as const;
  await commit(mock, many - few);
  const after = [await size(), rss()] as const;
  return [
    costRow(`100,000 commits to ${log}: ${what}`, against, pairCosts(after[0], before[0]), 1.5, unit),
    costRow(`100,000 commits to ${log}: the mock`, against, pairCosts(after[1], before[1]), 1.5, unit),
  ];
}

async function commit(mock: Mock, count: number): Promise<void> {
  const world = mock.worlds.find('default');
  if (world === undefined) throw new Error('There is no world.');
  for (let number = 0; number < count; number += 1) {
    const name = `Support ${world.version}`;
    const updated = await world.dispatch((tx) => updateAgent(tx, 'org_studio', 'agent_support', { name }));
    if (!updated.ok) throw new Error(updated.error.code);
  }
}
