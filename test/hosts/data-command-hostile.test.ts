/** `backlot data` on a folder that comes from somebody else, or from a damaged disk. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';
import { useFolder } from '../support/folder.ts';
import { runCommand, type Ended } from '../support/run-command.ts';

const root = useFolder();
const original = path.join(root, 'original');
let folder = '';
let copies = 0;

const backlot = (...args: readonly string[]): Promise<Ended> => runCommand('.', args);
const data = (...args: readonly string[]): Promise<Ended> => backlot('data', ...args);
const out = (): string => path.join(folder, 'out');
const fileOf = (name = folder): string => path.join(name, 'backlot.db');

function change(sql: string): void {
  const database = new DatabaseSync(fileOf());
  database.exec(sql);
  database.close();
}

beforeAll(async () => {
  const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
  const mock = await createMock({ fixture: 'empty', log: sqliteLog({ file: fileOf(original) }) });
  for (const id of ['first', 'middle', 'last']) {
    await mock.createWorld({ id, from: 'default' });
    await mock.fetch(`/w/${id}/v1/agents`, { method: 'POST', headers, body: JSON.stringify({ name: id }) });
  }
  await mock.close();
});
beforeEach(() => {
  copies += 1;
  folder = path.join(root, `copy-${copies}`);
  cpSync(original, folder, { recursive: true });
});

test('export writes no file outside its folder, whatever the names of the worlds', async () => {
  writeFileSync(path.join(folder, 'package.json'), 'mine');
  change("UPDATE worlds SET name = '../package' WHERE name = 'middle'");
  const { code, err } = await data('export', folder, out());
  expect(code).toBe(1);
  expect(err).toContain("world ../package can't be read: its id: use 1 to 64 letters");
  expect(readdirSync(out()).toSorted()).toEqual(['default.json', 'first.json', 'last.json']);
  expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe('mine');
  expect(await data('inspect', folder)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^\.\.\/package +\?/m) as string,
  });
});

test('export replaces a link, and does not follow it', async () => {
  mkdirSync(out());
  writeFileSync(path.join(folder, 'notes.txt'), 'mine');
  symlinkSync(path.join(folder, 'notes.txt'), path.join(out(), 'first.json'));
  expect((await data('export', folder, out())).code).toBe(0);
  expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  expect(readFileSync(path.join(out(), 'first.json'), 'utf8')).toContain('"format":1');
});

test.each([
  ['a text in place of bytes', 'UPDATE commits SET body = CAST(body AS TEXT) WHERE world = 3'],
  ['a wrong checksum', 'UPDATE commits SET crc = 0 WHERE world = 3'],
  ['a version that no number holds', 'UPDATE worlds SET version = 9007199254740993 WHERE id = 3'],
  ['a time that is none', 'UPDATE worlds SET at = 9007199254740990 WHERE id = 3'],
])('a world with %s is found, and the others exported and compacted', async (_, sql) => {
  change(sql);
  const inspected = await data('inspect', folder);
  expect(inspected).toMatchObject({ code: 1, err: '' });
  for (const id of ['default', 'first', 'last'])
    expect(inspected.out).toMatch(new RegExp(`^${id} +empty`, 'm'));
  expect(inspected.out).toContain(`${fileOf()}: world middle can't be read: `);
  expect(await data('export', folder, out())).toMatchObject({
    code: 1,
    err: expect.stringContaining('world middle') as string,
  });
  expect(readdirSync(out()).toSorted()).toEqual(['default.json', 'first.json', 'last.json']);
  expect(await data('compact', folder)).toMatchObject({
    code: 1,
    err: expect.stringContaining('world middle') as string,
  });
  expect((await data('inspect', folder)).out).toMatch(/^last +empty .* 0 +0 +\d+$/m);
});

test('all worlds are listed even if the origin of one is damaged', async () => {
  change("UPDATE worlds SET origin = '{'");
  expect(await data('inspect', folder)).toMatchObject({ code: 0, err: '' });
});

test('damaged pages end in a message, never in a stack', async () => {
  const bytes = readFileSync(fileOf());
  for (let page = 0; page * 4096 < bytes.length; page += 1) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(
      damaged.readUInt8(page * 4096 + (page === 0 ? 103 : 3)) ^ 0x40,
      page * 4096 + (page === 0 ? 103 : 3),
    );
    writeFileSync(fileOf(), damaged);
    const { code, err, out } = await data('inspect', folder);
    expect(err).not.toMatch(/^ +at /m);
    expect([0, 1]).toContain(code);
    if (code === 1) expect(err + out).toContain(fileOf());
  }
}, 120_000);

test('names and owners are shown as text', async () => {
  change("UPDATE worlds SET name = 'a' || char(27) || '[2Jb' WHERE name = 'middle'");
  const inspected = (await data('inspect', folder)).out;
  expect(inspected).toContain(String.raw`a\u{1b}[2Jb`);
  expect(inspected).not.toContain('\u001b');
  const database = new DatabaseSync(fileOf());
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const owner = { pid: 1, command: 'x\u001b[2J', startedAt: 'now' };
  writeFileSync(`${fileOf()}.owner`, JSON.stringify(owner));
  for (const { code, err } of [
    await data('inspect', folder),
    await backlot('mock', '--port', '0', '--data', folder),
  ]) {
    expect(code).toBe(1);
    expect(err).toContain(String.raw`in use by process 1 (x\u{1b}[2J`);
    expect(err).not.toContain('\u001b');
  }
  database.close();
});

test('special files are rejected without waiting for them', () => {
  // Why a process: a read that waited would block the process of the test too.
  const startData = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['dist/cli/main.js', 'data', ...args], { encoding: 'utf8', timeout: 60_000 });
  rmSync(fileOf());
  spawnSync('mkfifo', [fileOf()]);
  expect(startData('inspect', folder)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is a special file') as string,
  });
  const pipe = path.join(folder, 'pipe.json');
  spawnSync('mkfifo', [pipe]);
  expect(startData('import', path.join(root, 'new'), pipe)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('this is not a file') as string,
  });
});

test('a dump that is nested too deeply is rejected with its location', async () => {
  const file = path.join(folder, 'deep.json');
  writeFileSync(file, `{"format":1,"origin":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  expect(await data('import', path.join(folder, 'new'), file)).toMatchObject({
    code: 1,
    err: `backlot data: ${file}: origin must be an object.\n`,
  });
});

test('a folder that cannot be created is reported', async () => {
  const { code, err } = await backlot('mock', '--port', '0', '--data', '/proc/backlot/data');
  expect(code).toBe(1);
  expect(err).toContain('this folder cannot be created. Use a folder on a file system that is writable');
  expect(err).not.toMatch(/^ +at /m);
});

test('a port that does not exist is an invalid argument', async () => {
  for (const option of ['--allow-cards', '--allow-host'])
    expect(await backlot('mock', '--port', '0', option, 'x:99999')).toMatchObject({ code: 2 });
});

test('a damaged write-ahead log is reported by inspect', async () => {
  const killed = path.join(folder, 'killed');
  mkdirSync(killed);
  const mock = await createMock({ log: sqliteLog({ file: fileOf() }) });
  await mock.createWorld({ id: 'lost', fixture: 'empty' });
  for (const suffix of ['', '-wal']) copyFileSync(fileOf() + suffix, fileOf(killed) + suffix);
  await mock.close();
  const log = readFileSync(`${fileOf(killed)}-wal`);
  writeFileSync(`${fileOf(killed)}-wal`, log.fill(0, 0, 4));
  const { code, err } = await data('inspect', killed);
  expect(code).toBe(1);
  expect(err).toContain('its header does not match its checksum');
  expect(existsSync(`${fileOf(killed)}-wal.damaged-1`)).toBe(true);
});
