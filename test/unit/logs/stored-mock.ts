/** Mocks whose worlds are in a file, and changes of it by other programs. */
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { createMock, type Mock, type WorldLog } from '../../../mock/index.ts';
import { sqliteLog } from '../../../mock/logs/sqlite/sqlite-log.ts';

export const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

export async function openMock(file: string, log: WorldLog = sqliteLog({ file })) {
  const reports: string[] = [];
  const mock = await createMock({
    fixture: 'empty',
    log,
    report: (message, error) => reports.push(`${message}: ${String(error)}`),
  });
  onTestFinished(() => mock.close());
  return { mock, reports };
}

export const createAgent = (mock: Mock, name: string, world = '') =>
  mock.fetch(`${world}/v1/agents`, { method: 'POST', headers, body: JSON.stringify({ name }) });
export const listAgents = async (mock: Mock, world = ''): Promise<readonly string[]> => {
  const response = await mock.fetch(`${world}/v1/agents`, { headers });
  const { data } = (await response.json()) as { readonly data: readonly { readonly name: string }[] };
  return data.map(({ name }) => name);
};
export const errorOf = async (response: Response) =>
  ((await response.json()) as { readonly error: string }).error;

/** Makes a file with the worlds `default` and `other`, each with an agent. */
export async function writeWorlds(file: string): Promise<void> {
  const { mock } = await openMock(file);
  await mock.createWorld({ id: 'other', from: 'default' });
  for (const world of ['', '/w/other']) await createAgent(mock, 'Kept', world);
  await mock.close();
}

/** Changes a file with another program. */
export function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

interface Listing {
  readonly worlds: readonly { readonly id: string }[];
  readonly unreadable?: readonly { readonly id: string; readonly problem: string }[];
}

/** Lists the ids of worlds, and the worlds that cannot be read. */
export async function listWorlds(mock: Mock) {
  const response = await mock.fetch('/_mock/worlds');
  const { worlds, unreadable = [] } = (await response.json()) as Listing;
  return { status: response.status, worlds: worlds.map(({ id }) => id), unreadable };
}

/** Replaces the newest commit of a world by another text with a valid checksum, as only an attacker would. */
export function replaceCommit(file: string, world: string, commit: unknown): void {
  const database = new DatabaseSync(file);
  const row = database
    .prepare(
      'SELECT id, world, version FROM commits WHERE world = (SELECT id FROM worlds WHERE name = ?) ORDER BY version DESC',
    )
    .get(world);
  const [id, key, version] = [row?.['id'], row?.['world'], row?.['version']].map(Number);
  const body = Buffer.from(JSON.stringify(commit));
  const crc = crc32(body, (Math.imul(key ?? 0, 0x9e3779b1) + (version ?? 0)) >>> 0);
  database.prepare('UPDATE commits SET body = ?, crc = ? WHERE id = ?').run(body, crc, id ?? 0);
  database.close();
}
