/**
 * The cost of a commit to a log outside of the process, against the log in memory: updates of an agent, one after the
 * other in one world, and in 100 worlds concurrently.
 */
import { join } from 'node:path';
import { updateAgent } from '../../../mock/agent-platform/domain/agents/agent.ts';
import { createMock, type World } from '../../../mock/index.ts';
import type { WorldLog } from '../../../mock/kernel/ports.ts';
import { sqliteLog } from '../../../mock/logs/sqlite/sqlite-log.ts';
import { costRow, cpuPerRun, measurePair } from '../support/pair.ts';
import type { Bench } from '../support/table.ts';
import { inTemporaryFolder } from '../../temporary-folder.ts';

const worldCount = 100;
const rounds = 21;
const unit = 'µs of processor time';

/** The worlds of a mock with one log, and how to close it. */
interface Mocked {
  readonly worlds: readonly World[];
  readonly close: () => Promise<void>;
}

/** Measures the SQLite log. */
export const benchLogs: Bench = () =>
  inTemporaryFolder(async (folder) => {
    const sqlite = await open(sqliteLog({ file: join(folder, 'backlot.db') }));
    const memory = await open();
    try {
      const single = await measurePair(
        rounds,
        () => commitInTurn(sqlite),
        () => commitInTurn(memory),
      );
      const many = await measurePair(
        rounds,
        () => commitAtOnce(sqlite),
        () => commitAtOnce(memory),
      );
      return [
        costRow('a commit to the SQLite log', 'the log in memory', single, 4, unit),
        costRow('a commit of 100 worlds at once', 'the log in memory', many, 2, unit),
      ];
    } finally {
      await sqlite.close();
      await memory.close();
    }
  });

async function open(log?: WorldLog): Promise<Mocked> {
  const mock = await createMock(log === undefined ? {} : { log });
  const worlds: World[] = [];
  for (let number = 0; number < worldCount; number++) {
    const created = await mock.worlds.create();
    if (!created.ok) throw new Error(created.error.code);
    worlds.push(created.value);
  }
  return { worlds, close: () => mock.close() };
}

let edits = 0;

async function commit(world: World): Promise<void> {
  const name = `Customer support ${(edits += 1)}`;
  const updated = await world.dispatch((tx) => updateAgent(tx, 'org_studio', 'agent_support', { name }));
  if (!updated.ok) throw new Error(updated.error.code);
}

function commitInTurn({ worlds: [world] }: Mocked): Promise<number> {
  if (world === undefined) throw new Error('There is no world.');
  return cpuPerRun(1000, () => commit(world));
}

async function commitAtOnce({ worlds }: Mocked): Promise<number> {
  return (await cpuPerRun(20, () => Promise.all(worlds.map(commit)))) / worlds.length;
}
