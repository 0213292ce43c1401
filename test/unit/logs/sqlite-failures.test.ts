/** A mock with files that are damaged, foreign, too new or in use, and with a full disk. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Mock } from '../../../mock/index.ts';
import { SqliteCommitLog } from '../../../mock/logs/sqlite/commit-log.ts';
import { openFile } from '../../../mock/logs/sqlite/database.ts';
import { temporaryFile } from './sqlite-support.ts';
import {
  change,
  createAgent,
  errorOf,
  headers,
  listAgents,
  listWorlds,
  openMock,
  writeWorlds,
} from './stored-mock.ts';

const othersCommits = "world = (SELECT id FROM worlds WHERE name = 'other')";

test.each([
  [
    'a changed commit',
    `UPDATE commits SET body = CAST(replace(body, 'Kept', 'Lost') AS BLOB) WHERE ${othersCommits}`,
  ],
  ['a missing commit', `DELETE FROM commits WHERE ${othersCommits} AND version = 2`],
  ['exchanged commits', `UPDATE commits SET world = 3 - world`],
  ['a changed state', `UPDATE parts SET body = CAST(body || ' ' AS BLOB) WHERE state = 2`],
  ['a missing part of a state', `DELETE FROM parts WHERE state = 2`],
])('a world with %s does not keep the others from working', async (damage, sql) => {
  const file = temporaryFile();
  await writeWorlds(file);
  if (damage === 'a missing commit') {
    const { mock } = await openMock(file);
    await createAgent(mock, 'Later', '/w/other');
    await mock.close();
  }
  if (damage === 'exchanged commits') change(file, "UPDATE worlds SET name = 'x' WHERE name = 'default'");
  change(file, sql);
  const { mock, reports } = await openMock(file);
  if (damage !== 'exchanged commits') expect(await listAgents(mock)).toEqual(['Kept']);
  for (const method of ['GET', 'POST', 'GET']) {
    const response = await mock.fetch('/w/other/v1/agents', { method, headers });
    expect(response.status).toBe(500);
    expect(response.headers.get('backlot-outside-contract')).toBe('world-unreadable');
    expect(await errorOf(response)).toContain(`${file}: world other can't be read: version `);
  }
  expect(reports).toEqual([expect.stringMatching(/^Opening world other failed: .*`backlot data export`/)]);
  const { worlds, unreadable } = await listWorlds(mock);
  expect(worlds).not.toContain('other');
  expect(unreadable.find(({ id }) => id === 'other')?.problem).toContain(
    "world other can't be read: version ",
  );
  expect((await mock.fetch('/_mock/worlds/other', { method: 'DELETE' })).status).toBe(204);
  expect((await listWorlds(mock)).unreadable.map(({ id }) => id)).not.toContain('other');
  expect((await mock.fetch('/w/other/v1/agents', { headers })).status).toBe(404);
  await mock.createWorld({ id: 'other', fixture: 'empty' });
  expect(await listAgents(mock, '/w/other')).toEqual([]);
});

test('a mock whose default world is damaged does not start', async () => {
  const file = temporaryFile();
  await writeWorlds(file);
  change(file, 'UPDATE commits SET crc = 1 WHERE world = 1');
  await expect(openMock(file)).rejects.toThrow(/world default can't be read: version 2: its checksum/);
});

test('a file of a newer format, of another program, or without a database is rejected unchanged', async () => {
  const newer = temporaryFile();
  await writeWorlds(newer);
  change(newer, 'PRAGMA user_version = 3');
  const foreign = temporaryFile();
  change(foreign, 'CREATE TABLE recipes (name TEXT)');
  const text = temporaryFile();
  writeFileSync(text, 'These are my notes. '.repeat(100));
  for (const [file, problem] of [
    [newer, 'has format 3, this version of Backlot reads up to 2. Use a newer version'],
    [foreign, 'is not a database of Backlot. Use another folder.'],
    [text, 'the file is damaged, or not a SQLite database. Restore a copy'],
  ] as const) {
    const before = readFileSync(file);
    await expect(openMock(file)).rejects.toThrow(problem);
    await expect(openMock(file)).rejects.toThrow(file);
    expect(readFileSync(file).equals(before)).toBe(true);
  }
});

test('a file that is open cannot be opened again until it is closed', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await expect(openMock(file)).rejects.toThrow(
    `${file} is in use by this process (${process.pid}). Stop it, or use another folder.`,
  );
  await createAgent(mock, 'Kept');
  await mock.close();
  expect(await listAgents((await openMock(file)).mock)).toEqual(['Kept']);
});

test('a mock with a full disk rejects writes, serves reads, and continues when there is space', async () => {
  const file = temporaryFile();
  const database = openFile({ file, durability: 'process', create: true });
  const { mock } = await openMock(file, {
    open: (host) => Promise.resolve(new SqliteCommitLog(file, database, host)),
  });
  await createAgent(mock, 'Before');
  database.exec('PRAGMA max_page_count = 1');
  const long = 'x'.repeat(20_000);
  const rejected = await Promise.all([1, 2, 3].map(() => createAgent(mock, `Rejected ${long}`)));
  for (const response of rejected) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await errorOf(response)).toContain(`${file}: the disk is full. Free some space.`);
  }
  expect(await listAgents(mock)).toEqual(['Before']);
  database.exec('PRAGMA max_page_count = 1000000');
  expect((await createAgent(mock, 'After')).status).toBe(201);
  await mock.close();
  expect((await listAgents((await openMock(file)).mock)).toSorted()).toEqual(['After', 'Before']);
});

test('settings of worlds, faults, scenarios and feature gates survive a restart', async () => {
  const file = temporaryFile();
  const call = (mock: Mock, path: string, method = 'GET', body?: unknown) =>
    mock.fetch(`/w/other/_mock/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const first = await openMock(file);
  await first.mock.createWorld({
    id: 'other',
    pace: 'fast',
    scenario: 'approval',
    clock: { mode: 'frozen' },
  });
  await call(first.mock, 'faults', 'POST', { operationId: 'listAgents', status: 503 });
  const paths = ['world', 'faults', 'feature-gates', 'clock', 'scenarios'];
  const read = async (mock: Mock) => Promise.all(paths.map(async (path) => (await call(mock, path)).json()));
  const before = await read(first.mock);
  expect(JSON.stringify(before)).toContain('"scenario":"approval"');
  expect(JSON.stringify(before)).toContain('"operationId":"listAgents"');
  await first.mock.close();
  const { mock } = await openMock(file);
  expect(await read(mock)).toEqual(before);
  expect((await mock.fetch('/w/other/v1/agents', { headers })).status).toBe(503);
});
