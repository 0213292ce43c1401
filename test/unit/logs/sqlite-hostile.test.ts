/** A mock with a file that was changed by others, intentionally or by damage to the disk. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Mock } from '../../../mock/index.ts';
import { temporaryFile } from './sqlite-support.ts';
import {
  change,
  createAgent,
  errorOf,
  headers,
  listAgents,
  listWorlds,
  openMock,
  replaceCommit,
  writeWorlds,
} from './stored-mock.ts';

const at = 1_767_600_000_000;
const agent = { id: 'agent_1', name: 'Half of an agent' };
const topic = 'execution:x';
const head = { status: 'open', firstSeq: 0, nextSeq: 1, starts: [0] };

/** Checks that the world `other` cannot be read, that `default` works, and that `other` can be deleted. */
async function expectUnreadable(mock: Mock, problem: string | RegExp): Promise<void> {
  const { status, worlds, unreadable } = await listWorlds(mock);
  expect({ status, worlds }).toEqual({ status: 200, worlds: ['default'] });
  expect(unreadable).toEqual([{ id: 'other', problem: expect.stringMatching(problem) as string }]);
  const response = await mock.fetch('/w/other/v1/agents', { headers });
  expect(response.status).toBe(500);
  expect(response.headers.get('backlot-outside-contract')).toBe('world-unreadable');
  expect(await errorOf(response)).toMatch(problem);
  expect(await listAgents(mock)).toEqual(['Kept']);
  expect((await mock.fetch('/_mock/worlds/other', { method: 'DELETE' })).status).toBe(204);
  expect(await listWorlds(mock)).toEqual({ status: 200, worlds: ['default'], unreadable: [] });
}

test.each([
  [
    'an unknown kind of record',
    { at, puts: [{ kind: 'recipe', record: { id: 'r' } }] },
    /puts\.0\.kind recipe is not/,
  ],
  [
    'a record that is not complete',
    { at, puts: [{ kind: 'agent', record: agent }] },
    /puts\.0\.record\.\w+ is missing/,
  ],
  ['a record without a kind', { at, puts: [{}] }, /puts\.0\.record must be an object/],
  ['parts that are no lists', { at, puts: 7 }, /puts must be a list/],
  [
    'properties of a record that does not exist',
    { at, puts: [{ kind: 'agent', record: agent, kept: ['name'] }] },
    /lacks the agent/,
  ],
  [
    'a clock that runs backwards',
    { at, clock: { mode: 'scaled', now: at, since: at, rate: -1 } },
    /clock\.rate must be above 0/,
  ],
  [
    'a timer that fires nothing',
    { at, timers: [{ key: 'k', due: 1, target: { kind: 'agent', id: 'x' }, trigger: 'x' }] },
    /timers\.0\.target\.kind/,
  ],
  ['a counter below 0', { at, counters: [['agent', -1]] }, /counters\.agent must be a non-negative integer/],
  ['an unknown setting', { at, settings: [['x', 1]] }, /settings\.x is not a setting/],
  [
    'entries that are missing',
    { at, topics: [{ topic, head: { ...head, nextSeq: 9e15 } }] },
    /entries\.length must be 9000000000000000/,
  ],
  [
    'an entry without a topic',
    { at, entries: [{ topic, entry: { seq: 0, segment: 0, at, event: null } }] },
    /version 2/,
  ],
  [
    'a state in place of changes',
    { state: { origin: 7, clock: {}, random: 1, version: 2, base: null } },
    /origin must be an object/,
  ],
  ['nothing in it', null, /a commit is not an object/],
])('a commit with %s makes only its world unreadable', async (_, commit, problem) => {
  const file = temporaryFile();
  await writeWorlds(file);
  replaceCommit(file, 'other', commit);
  const { mock } = await openMock(file);
  await expectUnreadable(mock, problem);
});

test.each([
  [
    'text in place of bytes',
    'UPDATE commits SET body = CAST(body AS TEXT) WHERE world = 2',
    /version 2: its checksum/,
  ],
  [
    'a state of text',
    'UPDATE parts SET body = CAST(body AS TEXT) WHERE state = 2',
    /version 1: its checksum/,
  ],
  [
    'a checksum that no number holds',
    'UPDATE commits SET crc = 9007199254740993 WHERE world = 2',
    /version 2: its checksum/,
  ],
  [
    'a version that no number holds',
    'UPDATE worlds SET version = 9007199254740993 WHERE id = 2',
    /its row: it has values/,
  ],
  ['a state that is text', "UPDATE worlds SET state = 'x' WHERE id = 2", /its row: it has values/],
  ['a name of bytes', 'UPDATE worlds SET name = CAST(name AS BLOB) WHERE id = 2', /its row: it has values/],
  [
    'a key that no number holds',
    'UPDATE worlds SET id = 9007199254740993 WHERE id = 2',
    /its row: it has values/,
  ],
])('%s makes only its world unreadable', async (_, sql, problem) => {
  const file = temporaryFile();
  await writeWorlds(file);
  change(file, sql);
  const { mock } = await openMock(file);
  await expectUnreadable(mock, problem);
});

test('a world whose id is a path is listed and can be deleted', async () => {
  const file = temporaryFile();
  await writeWorlds(file);
  change(file, "UPDATE worlds SET name = '../package' WHERE name = 'other'");
  const { mock } = await openMock(file);
  expect((await listWorlds(mock)).unreadable).toEqual([
    { id: '../package', problem: expect.stringContaining('Its id is invalid') as string },
  ]);
  expect((await mock.fetch('/w/..%2Fpackage/v1/agents', { headers })).status).toBe(404);
  const address = `/_mock/worlds/${encodeURIComponent('../package')}`;
  expect((await mock.fetch(address, { method: 'DELETE' })).status).toBe(204);
  expect((await listWorlds(mock)).unreadable).toEqual([]);
});

test.each([
  [
    'a view',
    "DROP TABLE snapshots; CREATE VIEW snapshots AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS world, 'x' AS id, NULL AS name, 1 AS created_at, 1 AS state, 1 AS parts, 1 AS bytes FROM n",
    'view snapshots',
  ],
  ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON commits BEGIN DELETE FROM worlds; END', 'trigger t'],
  ['another table', 'CREATE TABLE recipes (name TEXT)', 'table recipes'],
  ['no table of snapshots', 'DROP TABLE snapshots', 'fewer tables'],
  ['another column', 'ALTER TABLE worlds ADD COLUMN note TEXT', 'table worlds'],
])('a file with %s is refused before it is read', async (_, sql, problem) => {
  const file = temporaryFile();
  await writeWorlds(file);
  change(file, sql);
  await expect(openMock(file)).rejects.toThrow(`${file} has ${problem}`);
});

test.each(['backlot.db', 'backlot.db-wal', 'backlot.db-journal'])(
  '%s as a link is rejected',
  async (name) => {
    const file = temporaryFile();
    const target = path.join(path.dirname(file), 'notes.txt');
    writeFileSync(target, 'mine');
    symlinkSync(target, path.join(path.dirname(file), name));
    await expect(openMock(file)).rejects.toThrow(
      `${name} is a symbolic link, not a file. Remove it, or use another folder.`,
    );
    expect(readFileSync(target, 'utf8')).toBe('mine');
  },
);

test('the file with the owner is never written through a link', async () => {
  const file = temporaryFile();
  const target = path.join(path.dirname(file), 'notes.txt');
  writeFileSync(target, 'mine');
  symlinkSync(target, `${file}.owner`);
  const { mock } = await openMock(file);
  expect(readFileSync(target, 'utf8')).toBe('mine');
  expect(lstatSync(`${file}.owner`).isFile()).toBe(true);
  await mock.close();
  expect(existsSync(`${file}.owner`)).toBe(false);
});

/** Makes a database with a write-ahead log of a mock that was killed: `Kept` is in the database, the others in the log. */
async function writeKilled(): Promise<string> {
  const file = temporaryFile();
  const killed = path.join(path.dirname(file), 'killed', 'backlot.db');
  const { mock } = await openMock(file);
  await createAgent(mock, 'Kept');
  await mock.close();
  const { mock: second } = await openMock(file);
  for (const name of ['First', 'Second', 'Third']) await createAgent(second, name);
  mkdirSync(path.dirname(killed));
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, killed + suffix);
  await second.close();
  return killed;
}

function flipBit(file: string, place: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  writeFileSync(file, bytes);
}

test('a write-ahead log is used without a report when it is whole, and when its end is torn', async () => {
  for (const cut of [0, 1000]) {
    const file = await writeKilled();
    const log = readFileSync(`${file}-wal`);
    writeFileSync(`${file}-wal`, log.subarray(0, log.length - cut));
    const { mock, reports } = await openMock(file);
    expect(reports).toEqual([]);
    expect(await listAgents(mock)).toEqual(expect.arrayContaining(['First', 'Kept', 'Second']));
  }
});

test.each([
  ['the header', 17, ['Kept'], 'its header does not match its checksum'],
  ['the first frame', 32 + 24 + 100, ['Kept'], 'SQLite ignores all changes in it from frame 1 on'],
])('damage to %s of a write-ahead log is reported, and the log kept', async (_, place, agents, problem) => {
  const file = await writeKilled();
  flipBit(`${file}-wal`, place);
  const damaged = readFileSync(`${file}-wal`);
  const { mock, reports } = await openMock(file);
  expect(reports).toEqual([expect.stringContaining(`${file}-wal is damaged: ${problem}`)]);
  expect(reports[0]).toContain(`the log is kept as ${file}-wal.damaged-1`);
  expect(await listAgents(mock)).toEqual(agents);
  expect(readFileSync(`${file}-wal.damaged-1`).equals(damaged)).toBe(true);
  await mock.close();
  const { reports: later } = await openMock(file);
  expect(later).toEqual([]);
  expect(readdirSync(path.dirname(file))).toContain('backlot.db-wal.damaged-1');
});

test('a damaged page of commits is reported, and nothing is written to the file', async () => {
  const file = temporaryFile();
  await writeWorlds(file);
  const database = new DatabaseSync(file);
  const root = Number(
    database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'commits'").get()?.['rootpage'],
  );
  database.close();
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8((root - 1) * 4096) ^ 0x40, (root - 1) * 4096);
  writeFileSync(file, bytes);
  await expect(openMock(file)).rejects.toThrow(
    `${file}: the file is damaged. Restore a copy of it, look with`,
  );
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a folder that version 0.1.0 has written is read, and so are its dumps', async () => {
  const file = temporaryFile();
  const stored = path.join(import.meta.dirname, 'stored-folder');
  copyFileSync(path.join(stored, 'backlot.db'), file);
  const { mock, reports } = await openMock(file);
  expect(await listWorlds(mock)).toEqual({
    status: 200,
    worlds: ['default', 'empty', 'fork'],
    unreadable: [],
  });
  for (const id of ['empty', 'fork']) {
    const dump: unknown = JSON.parse(readFileSync(path.join(stored, `${id}.json`), 'utf8'));
    expect(mock.world(id).dump()).toEqual(dump);
    const world = await mock.createWorld({ id: `loaded-${id}` });
    await world.load(dump);
    expect(world.dump()).toEqual(dump);
  }
  await mock.world('empty').restore({ id: 'snapshot_1' });
  expect(await listAgents(mock)).toContain('In the default world');
  expect(reports).toEqual([]);
});
