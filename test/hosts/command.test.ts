/** `backlot mock` as a person meets it: started as a process, called with what it prints, stopped by a signal. */
import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { until } from './support/until.ts';

/** A running command and what it has said. */
interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly complained: () => string;
  readonly exitCode: Promise<number | null>;
}

const children: ChildProcess[] = [];

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, ['cli/main.ts', 'mock', ...args], {
    env: { ...process.env, ...env },
  });
  children.push(child);
  let said = '';
  let complained = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text));
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, said: () => said, complained: () => complained, exitCode };
}

async function start(args: readonly string[] = ['--port', '0'], env?: Readonly<Record<string, string>>) {
  const mock = run(args, env);
  await until(() => mock.said().includes('Ctrl+C') || mock.child.exitCode !== null);
  const url = /http:\/\/\S+/.exec(mock.said())?.[0];
  if (url === undefined) throw new Error(`The mock did not start: ${mock.complained()}`);
  return { ...mock, url };
}

/** Carries out a printed `curl` line the way a shell and curl would. */
function callAsPrinted(line: string): Promise<Response> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const after = (option: string) => words.flatMap((word, i) => (words[i - 1] === option ? [word] : []));
  const url = words.find((word) => word.startsWith('http')) ?? '';
  const headers = after('-H').map((field) => field.split(': ') as [string, string]);
  const [body] = after('-d');
  return fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body });
}

describe('backlot mock', () => {
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  test('prints the keys and calls that work, and stops when it is told to', async () => {
    const mock = await start();
    for (const key of ['rt_live_dev', 'rt_live_readonly', 'rt_test_dev', 'session_dev'])
      expect(mock.said()).toContain(key);
    const [list, execute, approve, ...others] = mock.said().match(/curl .*/g) ?? [];
    expect(others).toEqual([]);
    expect(((await (await callAsPrinted(list!)).json()) as { data: unknown[] }).data.length).toBeGreaterThan(
      0,
    );
    expect(await (await callAsPrinted(execute!)).text()).toContain('event: execution_start');
    expect(await (await callAsPrinted(approve!)).text()).toContain('event: approval_complete');
    mock.child.kill('SIGTERM');
    expect(await mock.exitCode).toBe(0);
    expect(mock.complained()).toBe('');
  });

  test('ends open streams when it is interrupted', async () => {
    const mock = await start();
    const [, execute] = mock.said().match(/curl .*/g) ?? [];
    const stream = await callAsPrinted(execute!);
    mock.child.kill('SIGINT');
    expect(await mock.exitCode).toBe(0);
    await stream.text();
  });

  test('says in one line that the port is in use', async () => {
    const { url } = await start();
    const second = run(['--port', new URL(url).port]);
    expect(await second.exitCode).toBe(1);
    expect(second.complained()).toMatch(/^Can't listen on 127\.0\.0\.1:\d+: the port is in use\..*\n$/);
  });

  test('takes port and host from the environment, and the command line before it', async () => {
    const mock = await start(['--port', '0'], { BACKLOT_PORT: 'x', BACKLOT_HOST: 'localhost' });
    expect(mock.url).toMatch(/^http:\/\/localhost:\d+$/);
  });

  test('starts with an empty world when told to, and prints no call that would fail', async () => {
    const mock = await start(['--port', '0', '--fixture', 'empty', '--seed', '7']);
    expect(mock.said()).toContain('fixture empty, seed 7');
    expect(mock.said().match(/curl .*/g)).toHaveLength(1);
  });

  test.each([
    [['--port', '70000'], '--port'],
    [['--allow-cards', 'http://cards.test'], '--allow-cards'],
    [['--seed', 'x'], '--seed'],
    [['--fixture', 'huge'], 'default, empty'],
    [['--unheard'], '--unheard'],
  ])('refuses %j and shows how it is called', async (args, hint) => {
    const mock = run(args);
    expect(await mock.exitCode).toBe(2);
    expect(mock.complained()).toContain(hint);
    expect(mock.complained()).toContain('Usage: backlot mock');
  });

  test('explains itself', async () => {
    const mock = run(['--help']);
    expect(await mock.exitCode).toBe(0);
    expect(mock.said()).toContain('--control-token');
  });
});
