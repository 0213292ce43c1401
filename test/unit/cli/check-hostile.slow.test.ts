/** `backlot check` against services with oversized responses, and with credentials that must not be written. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import { serve } from '../../support/server.ts';
import { temporaryFolder } from '../../support/folder.ts';

const main = join(import.meta.dirname, '../../../dist/cli/main.js');

/** Prints the peak memory of a process as its last line of stderr. */
const meter = `data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))`;

/** Units: peak memory of the command, of which a run on the mock needs 340. */
const mostMegabytes = 650;

const formats = ['text', 'junit', 'sarif', 'markdown', 'json', 'har', 'github'];
const secret = 'rt_live_5fKq>>Zx?0a';

let folder: string;

beforeEach(async () => {
  const config = 'credentials:\n  full: ${KEY}\nstream:\n  bytes: 2000000\n';
  folder = await temporaryFolder({ 'conformance.yaml': config });
});

/** Runs the command; returns its exit code, output and memory use. Units: `megabytes` of memory. */
async function check(address: string, ...args: readonly string[]) {
  const reports = formats.flatMap((format) => ['--report', `${format}=report.${format}`]);
  const wanted = [
    '--operation',
    'listAgents',
    '--operation',
    'executeAgent',
    '--only',
    'C03,S02,P01',
    '--cases',
    '1',
  ];
  const child = spawn(
    process.execPath,
    [
      '--import',
      meter,
      main,
      'check',
      address,
      ...wanted,
      '--level',
      'stateless',
      '--strict',
      ...reports,
      ...args,
    ],
    { cwd: folder, env: { PATH: process.env['PATH'], KEY: secret } },
  );
  let err = '';
  child.stdout.resume();
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, err, megabytes: Number(err.trim().split('\n').at(-1)) / 1024 };
}

/** Every text written by a run, by the path of its file. */
function written(): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files.map(({ name, parentPath }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}

/** Writes until the reader stops reading. */
function writeForEver(response: ServerResponse, piece: Buffer): void {
  const push = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', push);
  };
  push();
}

describe('a service that responds', () => {
  it('with 200,000 nested lists is handled, in JSON and in a stream', { timeout: 60_000 }, async () => {
    const nested = '['.repeat(200_000) + ']'.repeat(200_000);
    const { url: address } = await serve((request, response) => {
      const isStream = request.method === 'POST';
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? `data: ${nested}\n\n` : nested);
    });
    const { code, err, megabytes } = await check(address);
    expect(err).not.toMatch(/call stack|RangeError/);
    expect(code).toBe(1);
    expect(megabytes).toBeLessThan(mostMegabytes);
    const report = readFileSync(join(folder, 'report.json'), 'utf8');
    const { outcomes } = JSON.parse(report) as Pick<RunReport, 'outcomes'>;
    const tooDeep = outcomes.filter((each) =>
      JSON.stringify(each).includes('It is nested deeper than 100 levels.'),
    );
    expect(new Set(tooDeep.map(({ subject }) => subject))).toEqual(new Set(['listAgents', 'executeAgent']));
    expect(report).not.toContain('call stack');
  });

  it('with an endless body is cut off, in JSON and in a stream', { timeout: 60_000 }, async () => {
    let bytes = 0;
    let requests = 0;
    const { url: address } = await serve((request, response) => {
      requests += 1;
      response.on('close', () => (bytes += request.socket.bytesWritten));
      const isStream = request.method === 'POST';
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      const piece = isStream ? `: ${'x'.repeat(500)}\n` : '[1,';
      // Why: Node drops the body of a HEAD, so that writing would never wait.
      if (request.method === 'HEAD') response.end();
      else writeForEver(response, Buffer.from(piece.repeat(1_000)));
    });
    const { code, err, megabytes } = await check(address);
    expect(err).not.toMatch(/RangeError|heap/);
    expect([0, 1]).toContain(code);
    expect(megabytes).toBeLessThan(mostMegabytes);
    // Why: the buffers of two sockets hold additional bytes.
    expect(bytes / requests).toBeLessThan(32 * 1024 * 1024);
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toContain('It is longer than 4 MiB.');
  });
});

it('the output of a run contains no cookie or credential, even in base64', async () => {
  const cookie = 's3cr3t-c00kie-of-a-visitor';
  const { url: address } = await serve((request, response) => {
    const basic = Buffer.from(`user:${secret}`).toString('base64');
    const [standard, forAddresses] = (['base64', 'base64url'] as const).map((form) =>
      Buffer.from(secret).toString(form),
    );
    response.writeHead(200, {
      'content-type': 'application/json',
      'set-cookie': [`sid=${cookie}; Path=/; HttpOnly`, 'pin=4711; Secure', 'theme=dark'],
      'x-echo': `Basic ${basic}`,
    });
    const echo = { secret, standard, forAddresses, basic, cookie, asked: request.headers.authorization };
    response.end(JSON.stringify(echo));
  });
  expect((await check(address)).code).toBe(1);
  const files = written();
  expect(files.size).toBeGreaterThan(formats.length);
  const leaks = [secret, cookie, '4711; Secure', 'theme=dark', inner(0), inner(5), inner(0, 'base64')];
  for (const [path, text] of files)
    for (const leak of leaks) expect(text.includes(leak), `${leak} in ${path}`).toBe(false);
  const har = files.get(join(folder, 'report.har')) ?? '';
  expect(har).toContain('sid=${cookie}; Path=/; HttpOnly');
  expect(har).toContain('${base64.full}');
});

/** The base64 text of the credential after some other bytes, without the characters that those bytes affect. */
function inner(before: number, form: 'base64' | 'base64url' = 'base64url'): string {
  const text = Buffer.from('x'.repeat(before) + secret).toString(form);
  return text.replaceAll('=', '').slice(Math.ceil((before * 8) / 6), -2);
}
