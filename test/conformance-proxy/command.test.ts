/** `backlot proxy` on the command line: its output, its log and its exit codes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Violation } from '../../conformance/proxy/proxy.ts';
import { until } from '../hosts/support/until.ts';
import { runCommand } from '../support/run-command.ts';
import { sendJson, startCannedUpstream, type CannedUpstream } from './support/canned-upstream.ts';
import { killCommands, startProxyCommand } from './support/command.ts';
import { temporaryFolder } from '../support/folder.ts';

const KEY = { authorization: 'Bearer rt_live_dev' };

let upstream: CannedUpstream;
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  upstream = await startCannedUpstream((outgoing, { url }) =>
    sendJson(outgoing, 404, url?.includes('bad') === true ? {} : { error: 'Agent not found' }),
  );
});
afterEach(async () => {
  killCommands();
  await upstream.close();
});

describe('backlot proxy', () => {
  test('exits with 0 when there was no violation', async () => {
    const proxy = await startProxyCommand([upstream.url.origin]);
    expect((await fetch(`${proxy.url}/v1/agents/a`, { headers: KEY })).status).toBe(404);
    expect(await proxy.stop('SIGINT')).toBe(0);
    expect(proxy.stdout()).toContain(`Backlot proxy on ${proxy.url}, in front of ${upstream.url.origin}\n`);
    expect(proxy.stdout()).toContain('1 request forwarded, 1 checked: no violation.\n');
    expect(proxy.stderr()).toBe('');
  });

  test('exits with 1 after a violation, prints it on one line, and appends it to the log', async () => {
    const log = join(folder, 'log.jsonl');
    const proxy = await startProxyCommand([upstream.url.origin, '--log', log]);
    await fetch(`${proxy.url}/v1/agents/bad`, { headers: KEY });
    await fetch(`${proxy.url}/v1/other`, { headers: KEY });
    expect(await proxy.stop()).toBe(1);
    const lines = proxy.stdout().split('\n').slice(4, 6);
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d\d:\d\d:\d\d fail C05 GET \/v1\/agents\/bad, 404: body\.error.* \[F-\S+, spec\/\S+\]$/,
      ),
      expect.stringMatching(
        /^\d\d:\d\d:\d\d warn Q01 GET \/v1\/other: the contract has no path \/v1\/other$/,
      ),
    ]);
    expect(proxy.stdout()).toContain('2 requests forwarded, 2 checked: 1 violation, 1 warning.\n');
    const written = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(written.map((line) => (JSON.parse(line) as Violation).check)).toEqual(['C05', 'Q01']);
  });

  test('exits with 0 when there are only warnings, and with 1 with --strict', async () => {
    const codes: (number | null)[] = [];
    for (const more of [[], ['--strict']]) {
      const proxy = await startProxyCommand([upstream.url.origin, ...more]);
      await fetch(`${proxy.url}/v1/other`, { headers: KEY });
      codes.push(await proxy.stop());
    }
    expect(codes).toEqual([0, 1]);
  });

  test('blocks invalid requests with --block', async () => {
    const proxy = await startProxyCommand([upstream.url.origin, '--block']);
    const response = await fetch(`${proxy.url}/v1/agents/a`);
    expect([response.status, response.headers.get('backlot-outside-contract')]).toEqual([400, 'Q05']);
    expect(await proxy.stop()).toBe(1);
    expect(proxy.stdout()).toContain('GET /v1/agents/a, blocked: ');
    expect(proxy.stdout()).toContain('Blocked: 1 request.\n');
    expect(upstream.requests).toEqual([]);
  });

  test('prints a repeated violation ten times, and then only counts it', async () => {
    const proxy = await startProxyCommand([upstream.url.origin]);
    for (let count = 0; count < 12; count++) await fetch(`${proxy.url}/v1/agents/bad`, { headers: KEY });
    await proxy.stop();
    expect(proxy.stdout().match(/fail C05/g)).toHaveLength(10);
    expect(proxy.stdout()).toContain('only counted');
    expect(proxy.stdout()).toContain('12 violations, 0 warnings.');
  });

  test('writes no control characters to the terminal', async () => {
    const proxy = await startProxyCommand([upstream.url.origin]);
    await fetch(`${proxy.url}/v1/%1b%5b2J%0a`, { headers: KEY });
    await proxy.stop();
    expect(
      proxy
        .stdout()
        .split('\n')
        .every((line) => !/\p{Cc}/u.test(line)),
    ).toBe(true);
  });

  test('reports an unreachable upstream and keeps running', async () => {
    const { url } = upstream;
    await upstream.close();
    const proxy = await startProxyCommand([url.origin]);
    expect((await fetch(`${proxy.url}/v1/agents`)).status).toBe(502);
    await until(() => proxy.stderr() !== '');
    expect(proxy.stderr()).toMatch(/^The upstream sent no response to GET \/v1\/agents: .*ECONNREFUSED.*\n$/);
    expect(await proxy.stop()).toBe(0);
    expect(proxy.stdout()).toContain('Without a response from the upstream: 1 request.\n');
  });

  test('prints its help', async () => {
    const { code, out } = await runCommand(folder, ['proxy', '-h']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Usage: backlot proxy \[UPSTREAM\]/)]);
  });

  test('exits with 2 when the port is in use', async () => {
    const args = ['proxy', 'http://localhost:1', '--port', upstream.url.port];
    const { code, err } = await runCommand(folder, args);
    expect([code, err]).toEqual([2, expect.stringContaining('the port is in use')]);
  });

  test.each<[string, readonly string[], string]>([
    ['no upstream', [], 'Name one upstream'],
    ['two upstreams', ['http://a.test', 'http://b.test'], 'Name one upstream'],
    ['an upstream that is not a URL', ['localhost:4010'], 'The upstream must be a URL'],
    ['an upstream with credentials', ['http://me:you@a.test'], 'must not contain credentials'],
    ['an upstream with a path', ['http://a.test/api/'], 'http://a.test --base-path /api'],
    ['itself as its upstream', ['http://localhost:4011'], 'is the address of the proxy itself'],
    ['an invalid port', ['http://a.test', '--port', '70000'], '--port takes'],
    ['an invalid base path', ['http://a.test', '--base-path', 'api'], 'begins with a slash'],
    [
      'a log in a folder that does not exist',
      ['http://a.test', '--log', '/nowhere/at/all'],
      "Can't write --log",
    ],
    ['an unknown option', ['http://a.test', '--fast'], '--fast'],
  ])('exits with 2 on %s', async (_name, args, description) => {
    const { code, out, err } = await runCommand(folder, ['proxy', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(description);
  });

  test('accepts an upstream whose path equals the base path', async () => {
    const proxy = await startProxyCommand([`${upstream.url.origin}/api`, '--base-path', '/api']);
    expect(proxy.stdout()).toMatch(/^Backlot proxy on \S+, in front of \S+\/api\n/);
    await fetch(`${proxy.url}/api/v1/agents/bad`, { headers: KEY });
    expect(await proxy.stop()).toBe(1);
    expect(upstream.requests).toEqual(['GET /api/v1/agents/bad']);
  });
});
