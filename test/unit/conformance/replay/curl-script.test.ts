import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentPlatformContract } from '../../../../conformance/agent-platform/contract.ts';
import { decodeBody } from '../../../../conformance/http/body-bytes.ts';
import type { RequestPlan } from '../../../../conformance/model/exchange.ts';
import { makeCase } from '../../../../conformance/replay/case-file.ts';
import { variableOf, writeCurlScript } from '../../../../conformance/replay/curl-script.ts';
import { hostile, makeExchange, makeFinding, makeReport, plan } from '../report/made-report.ts';
import { useServer } from '../../../support/server.ts';
import { useFolder } from '../../../support/folder.ts';

interface FrameContext {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: Buffer;
}

const folder = useFolder();
let seen: FrameContext[] = [];

const { url: base } = await useServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { method, url, headers } = request;
    const bytes = Buffer.concat(pieces);
    seen.push({ method, url, headers, body: bytes.toString(), bytes });
    response.end('{"ok":true}');
  });
});

beforeEach(() => {
  seen = [];
});

function scriptOf(requests: readonly RequestPlan[], fields: Parameters<typeof makeFinding>[0] = {}): string {
  const exchanges = requests.map((request) => makeExchange({ request }));
  const file = makeCase(makeFinding({ exchanges, ...fields }), makeReport({ baseUrl: base }));
  return writeCurlScript(file, agentPlatformContract);
}

/** Runs a script in an otherwise empty folder and returns its output. */
async function run(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  writeFileSync(join(folder, 'case.sh'), script);
  const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } };
  const { stdout } = await promisify(execFile)('bash', ['case.sh'], options);
  return stdout;
}

describe('the script of a case', () => {
  it('sends the recorded requests in order and prints the responses', async () => {
    const second = {
      ...plan,
      method: 'POST',
      path: '/v1/agents?a=1&b=%20',
      body: '{"a":"b c"}',
      profile: null,
    };
    const out = await run(
      scriptOf([
        { ...plan, profile: null },
        { ...second, headers: [['content-type', 'application/json']] },
      ]),
    );
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/v1/agents/agent_1', ''],
      ['POST', '/v1/agents?a=1&b=%20', '{"a":"b c"}'],
    ]);
    expect(seen[1]!.headers['content-type']).toBe('application/json');
    expect(out).toContain('HTTP/1.1 200 OK');
    expect(out).toContain('{"ok":true}');
  });

  it('reads credentials from the environment', async () => {
    const body = '{"key":"${profile.readOnly}"}';
    await run(scriptOf([{ ...plan, method: 'POST', body }]), {
      BACKLOT_FULL: 'se$cret "x"',
      BACKLOT_READ_ONLY: "it's $HOME",
    });
    expect(seen[0]!.headers.authorization).toBe('Bearer se$cret "x"');
    expect(seen[0]!.body).toBe('{"key":"it\'s $HOME"}');
  });

  it('fails with the name of a missing credential before it sends anything', async () => {
    await expect(run(scriptOf([plan]))).rejects.toThrow(/BACKLOT_FULL: Set it to the credential/);
    expect(seen).toEqual([]);
  });

  it('uses the URL in BASE_URL', async () => {
    await run(scriptOf([{ ...plan, profile: null }]), { BASE_URL: `${base}/elsewhere` });
    expect(seen[0]!.url).toBe('/elsewhere/v1/agents/agent_1');
  });

  it('executes nothing in hostile texts, and sends them unchanged', async () => {
    const body = hostile.toWellFormed();
    const value = `'"$(touch pwned) \`touch pwned\` \\ ; touch pwned #`;
    const request = {
      ...plan,
      method: 'POST',
      body,
      headers: [['x-hostile', value]] as const,
      profile: null,
    };
    await run(
      scriptOf([{ ...request, path: `/a'$(touch%20pwned)"?q=[1-3]{a,b}\`` }], {
        message: `${hostile}\ntouch pwned`,
        subject: 'x\r\ntouch pwned',
      }),
    );
    expect(readdirSync(folder)).toEqual(['case.sh']);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
    expect(seen[0]!.body).toBe(body);
    expect(seen[0]!.headers['x-hostile']).toBe(value);
    expect(seen[0]!.url).toBe(`/a'$(touch%20pwned)"?q=[1-3]{a,b}\``);
  });

  it('escapes commands in a URL', () => {
    const file = makeCase(makeFinding(), makeReport({ baseUrl: 'http://x.test/$(touch pwned)`id`"}' }));
    expect(writeCurlScript(file, agentPlatformContract)).toContain(
      'BASE_URL="${BASE_URL:-http://x.test/\\$(touch pwned)\\`id\\`\\"%7D}"',
    );
  });

  it('sends any bytes, which are escaped in the script', async () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const upload = { ...plan, method: 'POST', profile: null, ...decodeBody(every) };
    const script = scriptOf([upload]);
    expect(script).toMatch(/^[\n -~]*$/);
    await run(script);
    expect(seen[0]!.bytes).toEqual(every);
  });

  it('sends a body that is too long for a command line, and one with a NUL', async () => {
    const long = { ...plan, method: 'POST', profile: null, body: `%s\\n'${'x'.repeat(300_000)}` };
    await run(scriptOf([long, { ...long, body: 'a\0b' }]));
    expect(seen.map(({ body }) => body)).toEqual([long.body, 'a\0b']);
  });

  it('adds no header field, and omits no empty one', async () => {
    const request = { ...plan, method: 'POST', body: 'x', profile: null };
    await run(scriptOf([{ ...request, headers: [['x-empty', '']] }]));
    expect(seen[0]!.headers['content-type']).toBeUndefined();
    expect(seen[0]!.headers['x-empty']).toBe('');
  });

  it('reads streams without waiting for their end', () => {
    const stream = { raw: '', chunks: [], frames: [], end: 'closed', rest: '' } as const;
    const streamResponse = { status: 200, headers: {}, body: { kind: 'stream', stream } } as const;
    const script = scriptOf([], { exchanges: [makeExchange({ response: streamResponse })] });
    expect(script).toContain('curl -q -sS -N -i');
  });

  it.each([
    ['full', 'BACKLOT_FULL'],
    ['readOnly', 'BACKLOT_READ_ONLY'],
    ['noScope2', 'BACKLOT_NO_SCOPE2'],
  ])('uses the variable of a profile: %s', (profile, expected) => {
    expect(variableOf(profile)).toBe(expected);
  });
});
