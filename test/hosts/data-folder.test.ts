/**
 * `backlot mock --data DIR`: real processes that are stopped, killed, rejected, and that keep what they acknowledged.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { proveKills } from '../../tools/kill-proof/prove-kills.ts';
import { proveTornTails } from '../../tools/kill-proof/prove-torn-tails.ts';
import { startStoredMock } from '../../tools/kill-proof/stored-mock.ts';
import { runCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/folder.ts';

const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

/** Runs a command that fails to start, as another user if this one is root, whom no permission stops. */
function failToStart(...args: readonly string[]) {
  const isRoot = process.getuid?.() === 0;
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.resolve('dist/cli/main.js'), 'mock', '--port', '0', ...args],
    {
      encoding: 'utf8',
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
      env: { ...process.env, HOME: tmpdir() },
    },
  );
  return { status, stderr };
}

describe('backlot mock --data', () => {
  test('keeps everything when it is stopped, without a warning', async () => {
    const folder = path.join(await temporaryFolder(), 'new/data');
    const first = await startStoredMock(folder, ['--fixture', 'empty']);
    const created = await fetch(`${first.url}/v1/agents`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Kept' }),
    });
    const { id } = (await created.json()) as { readonly id: string };
    expect(existsSync(path.join(folder, 'backlot.db.owner'))).toBe(true);
    expect(await first.stop()).toBe(0);
    expect(first.errors()).toBe('');
    expect(existsSync(path.join(folder, 'backlot.db-wal'))).toBe(false);
    expect(existsSync(path.join(folder, 'backlot.db.owner'))).toBe(false);

    const second = await startStoredMock(folder, ['--durability', 'disk']);
    const read = await fetch(`${second.url}/v1/agents/${id}`, { headers });
    expect(((await read.json()) as { readonly name: string }).name).toBe('Kept');
    const third = await startStoredMock(folder).catch((error: unknown) => String(error));
    expect(third).toContain(`${path.join(folder, 'backlot.db')} is in use by process ${second.pid} (node `);
    expect(third).toContain('Stop it, or use another folder.');
    expect(await second.stop()).toBe(0);
  });

  test('loses nothing that it acknowledged when it is killed under writes', async () => {
    const { acknowledged, problems } = await proveKills(await temporaryFolder(), 5);
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(5);
  }, 60_000);

  test('reports a folder that is read-only', async () => {
    const folder = await temporaryFolder();
    const data = path.join(folder, 'data');
    mkdirSync(data);
    if (process.getuid?.() === 0) for (const each of [folder, data]) chownSync(each, 65_534, 65_534);
    chmodSync(data, 0o500);
    expect(failToStart('--data', data)).toEqual({
      status: 1,
      stderr: `Can't open --data ${data}: ${data}: permission denied. Make the folder writable for this user.\n`,
    });
    chmodSync(folder, 0o500);
    expect(failToStart('--data', path.join(folder, 'new')).stderr).toContain('permission denied');
    chmodSync(folder, 0o700);
  });

  test('reports a file in place of the folder', async () => {
    const file = path.join(await temporaryFolder(), 'data');
    writeFileSync(file, '');
    expect(await runCommand('.', ['mock', '--data', file])).toMatchObject({
      code: 1,
      err: `Can't open --data ${file}: ${file}: this is a file, not a folder. Use a folder.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test.each([
    [['--data', ''], '--data takes a folder.'],
    [['--durability', 'disk'], '--durability needs --data.'],
    [
      ['--data', 'x', '--durability', 'disc'],
      '--durability is one of process, disk, not "disc"; did you mean disk?',
    ],
  ])('rejects %j', async (args, problem) => {
    const { code, err } = await runCommand('.', ['mock', ...args]);
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });
});

test('a truncated write-ahead log loses only what was cut off', async () => {
  const { cuts, problems } = await proveTornTails(await temporaryFolder(), 211);
  expect(problems).toEqual([]);
  expect(cuts).toBeGreaterThan(50);
}, 60_000);
