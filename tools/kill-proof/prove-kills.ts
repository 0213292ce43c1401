/** Kills a mock with a data folder at random moments under writes, and compares its state after each restart. */
import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { dumpProblem, Ledger } from './ledger.ts';
import { startStoredMock, type StoredMock } from './stored-mock.ts';
import { createRoundWorld, deleteRoundWorld, prepareCounters, reader, writeUntilGone } from './writers.ts';

/** Units: milliseconds and bytes. */
export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly problems: readonly string[];
  readonly starts: readonly number[];
  readonly fileBytes: number;
}

/** Units: milliseconds of writing before the process is killed, at most. */
const MAX_DURATION = 250;

/** The number of kills after which whole worlds are checked, which takes longer than everything else. */
const DUMP_EVERY = 20;

export async function proveKills(
  folder: string,
  kills: number,
  report: (kills: number, problems: readonly string[]) => void = () => undefined,
): Promise<KillReport> {
  const ledger = new Ledger();
  const problems: string[] = [];
  const starts: number[] = [];
  let mock = await startStoredMock(folder);
  for (let kill = 1; kill <= kills; kill += 1) {
    const world = `round-${kill}`;
    if (kill > 2) await deleteRoundWorld(mock.url, ledger, `round-${kill - 2}`);
    await prepareCounters(mock.url, ledger);
    await createRoundWorld(mock.url, ledger, world);
    await killWhileWriting(mock, ledger, world);
    mock = await startStoredMock(folder);
    starts.push(mock.startedIn);
    const lost = [...(await ledger.compare(reader(mock.url)))];
    if (kill % DUMP_EVERY === 1) lost.push(...(await dumpProblems(mock, ['', `/w/${world}`])));
    problems.push(...lost.map((problem) => `kill ${kill}: ${problem}`));
    report(kill, problems);
  }
  const code = await mock.stop();
  if (code !== 0) problems.push(`the mock ended with ${code}`);
  const fileBytes = statSync(join(folder, 'backlot.db')).size;
  return { kills, acknowledged: ledger.acknowledged, problems, starts, fileBytes };
}

async function killWhileWriting(mock: StoredMock, ledger: Ledger, world: string): Promise<void> {
  const writing = writeUntilGone(mock.url, ledger, world);
  await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, randomInt(MAX_DURATION)))]);
  await mock.kill();
  await writing;
}

async function dumpProblems(mock: StoredMock, worlds: readonly string[]): Promise<readonly string[]> {
  const read = reader(mock.url);
  const problems: string[] = [];
  for (const world of worlds) {
    const problem = dumpProblem(await read(`${world}/_mock/state`));
    if (problem !== null) problems.push(`the state of ${world || 'the default world'} is broken: ${problem}`);
  }
  return problems;
}
