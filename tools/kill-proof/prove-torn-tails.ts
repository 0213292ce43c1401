/**
 * Opens copies of a log whose last writes are torn, as after a system failure: truncated at a byte, or with other
 * content from there.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '../../mock/index.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';

/** Units: bytes of the write-ahead log: its header, and one page with its header. Source: sqlite.org/fileformat.html 4.1 */
const WAL_HEADER = 32;
const FRAME = 24 + 4096;

const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

export interface TornReport {
  readonly cuts: number;
  readonly problems: readonly string[];
}

/** Tears the tail at every byte of the last frames, or at every `step`th one. */
export async function proveTornTails(folder: string, step = 1): Promise<TornReport> {
  const original = join(folder, 'original');
  const agents = 6;
  const lengths = await writeAgents(original, agents);
  const wal = readFileSync(`${join(original, 'copy.db')}-wal`);
  const problems: string[] = [];
  let cuts = 0;
  for (let length = lengths.at(-3) ?? 0; length <= wal.length; length += step) {
    for (const fill of [null, 0, 0xff]) {
      const stored = lengths.filter((end) => end <= length).length;
      const torn = fill === null ? wal.subarray(0, length) : Buffer.from(wal).fill(fill, length);
      const names = await readAgents(join(original, 'copy.db'), join(folder, 'torn'), torn);
      cuts += 1;
      // A tail that is already what the fill would write is not torn.
      const isLost = names.length < stored || names.some((name, place) => name !== `Agent ${place}`);
      if (isLost) problems.push(`${fill ?? 'cut'} at ${length}: ${names.length} agents, ${stored} stored`);
    }
  }
  return { cuts, problems };
}

/** Writes agents, each in a transaction, and copies the files before they are closed. Returns the length after each. */
async function writeAgents(folder: string, count: number): Promise<readonly number[]> {
  mkdirSync(folder);
  const file = join(folder, 'backlot.db');
  const mock = await createMock({ fixture: 'empty', log: sqliteLog({ file }) });
  const lengths: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const body = JSON.stringify({ name: `Agent ${number}` });
    await mock.fetch('/v1/agents', { method: 'POST', headers, body });
    lengths.push(readFileSync(`${file}-wal`).length);
  }
  for (const end of ['', '-wal']) copyFileSync(file + end, join(folder, `copy.db${end}`));
  await mock.close();
  if (lengths.some((length) => (length - WAL_HEADER) % FRAME !== 0))
    throw new Error('The frames have another size.');
  return lengths;
}

/** Opens a copy with another write-ahead log and returns the names of its agents in the order of their creation. */
async function readAgents(original: string, folder: string, wal: Uint8Array): Promise<readonly string[]> {
  mkdirSync(folder);
  try {
    const file = join(folder, 'backlot.db');
    copyFileSync(original, file);
    writeFileSync(`${file}-wal`, wal);
    const mock = await createMock({ log: sqliteLog({ file }) });
    const response = await mock.fetch('/v1/agents?limit=100', { headers });
    const { data } = (await response.json()) as { readonly data: readonly { readonly name: string }[] };
    await mock.close();
    return data.map(({ name }) => name).toSorted();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
