/** The commands on the CI page run unchanged, with the mock instead of a service. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../support/programs.ts';
import { blocksOf, repository } from './support/blocks.ts';
import { useFolder } from '../support/folder.ts';

const blocks = blocksOf('docs/ci.md');
const codeOf = (kind: string): string => {
  const block = blocks.find((each) => each.kind === kind);
  if (block === undefined) throw new Error(`docs/ci.md has no block ${kind}.`);
  return block.code;
};

/** The tests of a client that violates the contract. */
const CARELESS = `
const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
await fetch('http://127.0.0.1:' + process.env.PROXY_PORT + '/v1/agents', { method: 'POST', headers, body: '{"name": 7}' });
`;

const folder = useFolder();
let env: NodeJS.ProcessEnv;
let service: ChildProcess;

beforeAll(async () => {
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  const command = join(folder, 'node_modules/.bin/backlot');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${repository}/dist/cli/main.js" "$@"\n`);
  await chmod(command, 0o755);
  const scripts = { test: `"${process.execPath}" e2e.mjs` };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'a-service', version: '1.0.0', scripts }),
  );
  await writeFile(join(folder, 'e2e.mjs'), CARELESS);
  // Why: test/conformance runs every check.
  await writeFile(join(folder, 'conformance.yaml'), 'level: passive\n');
  const port = String(await freePort());
  env = {
    ...process.env,
    ...{ BACKLOT_PORT: port, SERVICE_URL: `http://127.0.0.1:${port}`, SERVICE_KEY: 'rt_live_dev' },
    PROXY_PORT: String(await freePort()),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_ACTIONS: 'true',
  };
});

afterAll(async () => {
  // Why: the step that starts the service leaves it running, in the process group of its shell.
  if (service.pid !== undefined) process.kill(-service.pid);
});

it('the workflow starts the service, checks it, and writes the reports that it uploads', async () => {
  const { jobs } = parse(codeOf('yaml workflow')) as {
    jobs: { contract: { steps: { run?: string; with?: { sarif_file?: string; path?: string } }[] } };
  };
  const { steps } = jobs.contract;
  const commands = steps.flatMap(({ run }) => (run === undefined || run === 'npm ci' ? [] : [run]));
  expect(commands).toHaveLength(3);
  service = spawn('bash', ['-e', '-c', `${commands.slice(0, 2).join('\n')}\nwait`], {
    ...{ cwd: folder, env, detached: true, stdio: 'ignore' },
  });
  await run(commands[1]!);
  const checked = await run(commands[2]!);
  expect(checked.code).toBe(0);
  expect(checked.out).toContain('PASSED');
  const uploaded = steps.flatMap((step) => step.with?.sarif_file ?? []);
  const sarif = JSON.parse(await readFile(join(folder, uploaded[0]!), 'utf8')) as { version: string };
  expect(sarif.version).toBe('2.1.0');
  expect(await readFile(join(folder, 'contract/junit.xml'), 'utf8')).toContain('<testsuites');
  expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('Agent Platform API');
}, 120_000);

describe('in any other CI', () => {
  it('the check passes and writes JUnit', async () => {
    const { code } = await run(codeOf('sh check'));
    expect(code).toBe(0);
  }, 120_000);

  it('a written baseline accepts the same findings', async () => {
    expect((await run(codeOf('sh baseline'))).code).toBe(0);
    expect(JSON.parse(await readFile(join(folder, 'contract-baseline.json'), 'utf8'))).toBeDefined();
    expect((await run(codeOf('sh compare'))).code).toBe(0);
  }, 120_000);

  it('the proxy checks the tests and exits with 1 on violations', async () => {
    const { code } = await run(codeOf('sh proxy'));
    expect(code).toBe(1);
    expect(await readFile(join(folder, 'contract/violations.jsonl'), 'utf8')).toContain('createAgent');
  }, 60_000);
});

function run(command: string): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', command], { cwd: folder, env, maxBuffer: 1e8 }, (error, out) => {
      resolve({ code: error === null ? 0 : Number(error.code), out });
    });
  });
}
