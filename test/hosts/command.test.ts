/** `backlot mock` as a user sees it: started as a process, called with the printed commands, stopped by a signal. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { until } from './support/until.ts';

/** A running command and its output. */
interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly complained: () => string;
  readonly exitCode: Promise<number | null>;
}

const children: ChildProcess[] = [];

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, ['dist/cli/main.js', 'mock', ...args], {
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

/** Runs a printed `curl` line the way a shell and curl would. */
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

  test('does not load the client of Node, which takes a fifth of a start', () => {
    const script = `
      const { createMock } = await import('./dist/mock/index.js');
      const { listen } = await import('./dist/mock/hosts/node.js');
      await listen(await createMock(), { host: '127.0.0.1', port: 0 });
      process.stdout.write(process.moduleLoadList.filter((name) => name.includes('undici')).join());
      process.exit();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['', '']);
  });

  test('prints working keys and calls, and stops on a signal', async () => {
    const mock = await start();
    expect(mock.said()).toContain('--openapi FILE serves another');
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

  test('prints one line with --quiet', async () => {
    const mock = run(['--port', '0', '--quiet']);
    await until(() => mock.said().includes('\n'));
    const url = /http:\S+/.exec(mock.said())?.[0] ?? '';
    await fetch(`${url}/v1/agents`);
    mock.child.kill('SIGTERM');
    expect(await mock.exitCode).toBe(0);
    expect(mock.said()).toMatch(/^Backlot mock on http:\S+ .*\n$/);
  });

  test('stops when npx, which passes a signal only to a shell, has ended', async () => {
    const npx = spawn('sh', ['-c', 'node dist/cli/main.js mock --port 0; true'], {
      env: { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: "'backlot'" },
    });
    children.push(npx);
    let said = '';
    npx.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until(() => said.includes('Ctrl+C'));
    const ended = new Promise((resolve) => npx.stdout.once('close', resolve));
    npx.kill('SIGTERM');
    await ended;
    const url = /http:\S+/.exec(said)?.[0] ?? '';
    await expect(fetch(`${url}/_mock/health`)).rejects.toThrow('fetch failed');
  });

  test('ends open streams when it is interrupted', async () => {
    const mock = await start();
    const [, execute] = mock.said().match(/curl .*/g) ?? [];
    const stream = await callAsPrinted(execute!);
    mock.child.kill('SIGINT');
    expect(await mock.exitCode).toBe(0);
    await stream.text();
  });

  test('reports in one line that the port is in use', async () => {
    const { url } = await start();
    const { code, err } = await runCommand('.', ['mock', '--port', new URL(url).port]);
    expect(code).toBe(1);
    expect(err).toMatch(/^Can't listen on 127\.0\.0\.1:\d+: the port is in use\..*\n$/);
  });

  test('reads port and host from the command line, then from the environment', async () => {
    const mock = await start(['--port', '0'], { BACKLOT_PORT: 'x', BACKLOT_HOST: 'localhost' });
    expect(mock.url).toMatch(/^http:\/\/localhost:\d+$/);
  });

  test('treats an empty host as absent, and listens on the loopback address', async () => {
    const mock = await start(['--port', '0', '--host', ''], { BACKLOT_HOST: '', BACKLOT_PORT: '' });
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(mock.complained()).toBe('');
  });

  test('warns that other computers can reach it', async () => {
    const mock = await start(['--port', '0', '--host', '0.0.0.0']);
    await until(() => mock.complained().includes('--control-token'));
    expect(mock.complained()).toContain('Every computer that can reach this port can call the service.');
  });

  test('warns that a control token is not required on a loopback address', async () => {
    const mock = await start(['--port', '0'], { BACKLOT_CONTROL_TOKEN: 'open-sesame' });
    await until(() => mock.complained().includes('not required on 127.0.0.1'));
  });

  test('reads the control token from the environment, where ps does not show it', async () => {
    const { url } = await start(['--port', '0', '--host', '0.0.0.0'], {
      BACKLOT_CONTROL_TOKEN: 'open-sesame',
    });
    const world = (headers: Readonly<Record<string, string>>) =>
      fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/_mock/world`, { headers });
    expect((await world({})).status).toBe(403);
    expect((await world({ authorization: 'Bearer open-sesame' })).status).toBe(200);
  });

  test.each(['stdout', 'stderr'] as const)('keeps running when its %s is closed', async (name) => {
    const mock = await start();
    mock.child[name]?.destroy();
    const scenario = { name: 'broken', description: 'Broken', steps: [{ say: 'x' }] };
    for (let count = 0; count < 3; count += 1) {
      await fetch(`${mock.url}/_mock/scenarios/broken`, { method: 'PUT', body: JSON.stringify(scenario) });
      expect((await fetch(`${mock.url}/_mock/health`)).status).toBe(200);
    }
    mock.child.kill('SIGTERM');
    expect(await mock.exitCode).toBe(0);
  });

  test('keeps at most the configured number of worlds', async () => {
    const { url } = await start(['--port', '0', '--max-worlds', '2']);
    const create = () => fetch(`${url}/_mock/worlds`, { method: 'POST' });
    expect((await create()).status).toBe(201);
    const refused = await create();
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: expect.stringContaining('--max-worlds') as string },
    ]);
    await fetch(`${url}/_mock/worlds/world-1`, { method: 'DELETE' });
    expect((await create()).status).toBe(201);
  });

  test('starts with an empty world on request, and prints no call that would fail', async () => {
    const mock = await start(['--port', '0', '--fixture', 'empty', '--seed', '7']);
    expect(mock.said()).toContain('fixture empty, seed 7');
    expect(mock.said().match(/curl .*/g)).toHaveLength(1);
  });

  test.each([
    [['--port', '70000'], '--port'],
    [['--allow-cards', 'http://cards.test'], '--allow-cards'],
    [['--allow-host', 'http://mock.test'], '--allow-host'],
    [['--max-worlds', '0'], '--max-worlds'],
    [['--seed', 'x'], '--seed'],
    [['--fixture', 'huge'], 'default, empty'],
    [['--unheard'], '--unheard'],
  ])('rejects %j and prints its usage', async (args, hint) => {
    const { code, err } = await runCommand('.', ['mock', ...args]);
    expect(code).toBe(2);
    expect(err).toContain(hint);
    expect(err).toContain('Run `backlot mock --help` for the options.\n');
  });

  test('prints its help', async () => {
    const { code, out } = await runCommand('.', ['mock', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--control-token');
  });

  test('prints requests as JSON on demand, and nothing without a terminal', async () => {
    const logged = await start(['--port', '0', '--log', 'json']);
    const quiet = await start();
    for (const { url } of [logged, quiet]) await fetch(`${url}/v1/agents`);
    await until(() => logged.said().includes('"event":"request"'));
    const line = logged
      .said()
      .split('\n')
      .find((each) => each.startsWith('{'));
    expect(JSON.parse(line ?? '')).toMatchObject({ path: '/v1/agents', status: 401 });
    expect(quiet.said()).not.toContain('401');
  });
});
