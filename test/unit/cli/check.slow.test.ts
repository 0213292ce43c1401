import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';
import { makeCase } from '../../../conformance/replay/case-file.ts';
import { makeExchange, makeFinding, makeReport, plan } from '../conformance/report/made-report.ts';
import { useServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/folder.ts';

const main = join(import.meta.dirname, '../../../dist/cli/main.js');

let folder: string;
let requests: (readonly [line: string, authorization: string | undefined])[] = [];
let onAsked: () => void = () => undefined;
let isSilent = false;
let implemented: RegExp = /./;

const { url: base } = await useServer((request, response) => {
  requests.push([`${request.method ?? ''} ${request.url ?? ''}`, request.headers.authorization]);
  onAsked();
  if (isSilent) return;
  if (!implemented.test(request.url ?? '')) {
    response.writeHead(501, { 'content-type': 'text/plain' }).end('Not implemented');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"surprise":true}');
});

beforeEach(async () => {
  folder = await temporaryFolder();
  requests = [];
  isSilent = false;
  implemented = /./;
  onAsked = () => undefined;
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in a separate folder. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return runCommand(folder, ['check', ...args], { GITHUB_STEP_SUMMARY: undefined, ...env });
}

/** Starts the command as a process, which a signal can end. */
function start(args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [main, 'check', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  const ended = new Promise<Ended>((resolve) => {
    let out = '';
    let err = '';
    child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return { child, ended };
}

const few = ['--only', 'C,A01,P01', '--operation', 'listAgents', '--driver', 'none'];

describe('backlot check', () => {
  it('writes findings without credentials', async () => {
    writeFileSync(join(folder, 'conformance.yaml'), 'credentials: { full: "${MY_KEY}" }\nseed: 5\n');
    const wishes = ['--report', 'json=r.json', '--report', 'har=r.har'];
    const { code, out } = await run([base, ...few.slice(0, 4), ...wishes], { MY_KEY: 'rt_live_hush' });
    expect(code).toBe(1);
    expect(out).toContain('seed 5');
    expect(out).toMatch(/^FAIL {3}A01/m);
    expect(requests.some(([, authorization]) => authorization === 'Bearer rt_live_hush')).toBe(true);
    const [, path = ''] = / --replay (\S+)/.exec(out) ?? [];
    const written = ['r.json', 'r.har', path, path.replace('.json', '.sh')].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    expect([out, ...written].filter((text) => text.includes('rt_live_hush'))).toEqual([]);
    expect(written[3]).toContain('curl');
  });

  it('exits with 2 if the run ends before everything is checked, and lists the rest', async () => {
    const operations = 'getProtectedResourceMetadata,getAuthorizationServerMetadata';
    const args = ['--only', 'P01', '--operation', operations, '--driver', 'none', '--requests', '2'];
    const { code, out } = await run([base, ...args]);
    expect(code).toBe(2);
    expect(out).toContain('The run ended early: The budget of 2 requests is spent.');
    expect(out).toContain(
      'Not checked, because the run ended early: 1 check of getProtectedResourceMetadata.',
    );
  });

  it('reports an operation that returns 501 once', async () => {
    implemented = /well-known/;
    const operations = 'listAgents,getAuthorizationServerMetadata';
    const args = ['--only', 'C,A01,A02,A05,P', '--operation', operations];
    const { code, out } = await run([base, ...args, '--driver', 'none']);
    expect(code).toBe(1);
    expect(out).toContain('1 operation returns 501; check the others with --operation');
    expect(out).toContain('Not implemented: listAgents.');
    expect(out.match(/501, which it does not declare/g)).toHaveLength(1);
    expect(out).not.toMatch(/listAgents.*\n.*instead of/);
  });

  it('accepts the findings of the baseline, and fails when they are fixed', async () => {
    const baseline = [...few, '--baseline', 'known.json'];
    expect(await run([base, ...baseline])).toMatchObject({ code: 2, err: 'There is no file known.json.\n' });
    expect(await run([base, ...baseline, '--update-baseline'])).toMatchObject({ code: 0 });
    const again = await run([base, ...baseline]);
    expect(again.code).toBe(0);
    expect(again.out).toContain('known');
    const entries = JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8')) as object[];
    const gone = { ...entries[0], fingerprint: '0000000000000000', message: 'was wrong once' };
    writeFileSync(join(folder, 'known.json'), JSON.stringify([...entries, gone]));
    const last = await run([base, ...baseline, '--quiet']);
    expect(last).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^FAILED: 1 vanished finding/) as string,
    });
  }, 40_000);

  it.each([
    [['http://127.0.0.1:1'], "http://127.0.0.1:1 can't be reached"],
    [['--replay', 'none.json'], 'There is no file none.json.'],
    [['http://127.0.0.1:1', '--config', 'none.yaml'], 'There is no file none.yaml.'],
    [['http://127.0.0.1:1', '--only', 'C33'], 'There is no check C33. Did you mean C03?'],
    [['http://127.0.0.1:1', '--driver', 'none.ts'], "none.ts can't be loaded"],
    [['--wrong'], 'There is no option --wrong.'],
    [['--explain', 'C33'], 'There is no check C33.'],
  ])('reports why it cannot run: %j', async (args, problem) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
    expect(err).not.toContain('    at ');
  });

  it('reports the findings so far when it is interrupted, without waiting for a response', async () => {
    isSilent = true;
    const { child, ended } = start([base, ...few]);
    onAsked = () => void child.kill('SIGINT');
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(out).toContain('The run ended early: The run was stopped.');
    expect(existsSync(join(folder, 'backlot-report'))).toBe(false);
  });
});

describe('backlot check --replay', () => {
  const write = (fields: object): string => {
    const exchanges = [makeExchange({ request: { ...plan, profile: null } })];
    const file = { ...makeCase(makeFinding({ exchanges }), makeReport({ baseUrl: base })), ...fields };
    writeFileSync(join(folder, 'case.json'), JSON.stringify(file));
    return 'case.json';
  };

  it('sends a case to the recorded URL if that is local', async () => {
    const { code, out } = await run(['--replay', write({}), '--driver', 'none']);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^(FAILED|CHANGED) {2}C03 getAgent: .*\n {2}sent {2}GET \/v1\/agents\/agent_1 → 200\n/,
    );
    expect(requests).toEqual([['GET /v1/agents/agent_1', undefined]]);
  });

  it('does not send to a remote host that is only in the file', async () => {
    const file = write({ baseUrl: 'https://evil.test' });
    const { code, err } = await run(['--replay', file]);
    expect(code).toBe(2);
    expect(err).toContain('The case was recorded at https://evil.test. Name the URL');
    expect(requests).toEqual([]);
    expect(await run([base, '--replay', file, '--driver', 'none'])).toMatchObject({ code: 1 });
    expect(requests).toHaveLength(1);
  });

  it('reports the error in an invalid file', async () => {
    const { code, err } = await run([base, '--replay', write({ version: 9 })]);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'case.json is not a case: version must be 1, which this version of backlot reads; it is 9.\n',
    });
  });
});
