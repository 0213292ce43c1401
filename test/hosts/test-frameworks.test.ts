/** The fixtures for vitest and Playwright in their own runs, and the plugin for Vite in a dev server. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient, executeAgent } from '../../generated/service/client.ts';
import { backlot } from '../../mock/testing/vite.ts';
import { chromiumPath, hasBrowser } from '../browser/browser.ts';
import { useFolder } from '../support/folder.ts';
import { installPackage } from '../support/installed-package.ts';

const bin = path.resolve(import.meta.dirname, '../../node_modules/.bin');
const descriptions = path.resolve(import.meta.dirname, '../resources/descriptions');
const violation = 'POST /v1/agents: name is required (/name)';

const folder = useFolder();
const project = path.join(folder, 'project');

beforeAll(() => {
  cpSync(path.join(import.meta.dirname, 'fixtures/frameworks'), project, {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  });
  cpSync(descriptions, path.join(project, 'descriptions'), { recursive: true });
  writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
  installPackage(project, ['@playwright/test', 'vitest']);
});

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

describe('vitest', () => {
  let report: VitestReport;

  beforeAll(async () => {
    const output = path.join(folder, 'vitest.json');
    await run('vitest', ['run', '--root', project, `--outputFile=${output}`]);
    report = JSON.parse(readFileSync(output, 'utf8')) as VitestReport;
  }, 240_000);

  const resultsOf = (file: string) =>
    report.testResults.find(({ name }) => name.endsWith(`/${file}`))?.assertionResults ?? [];

  it('gives each test of a description a world, its clock and its faults', () => {
    const results = resultsOf('described.vitest.ts');
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      ['creates a shelf at the time of the clock', 'passed'],
      ['has the shelves of its own world, and a fault', 'passed'],
      ['creates a shelf without a room', 'failed'],
    ]);
    expect(results[2]?.failureMessages.join()).toContain('POST /shelves: room is required');
  });

  it('gives each test a world, and fails a test whose calls violate the contract', () => {
    const results = resultsOf('fixtures.vitest.ts');
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      ['creates an agent', 'passed'],
      ['has a world of its own', 'passed'],
      ['creates an agent without a name', 'failed'],
      ['creates an agent without a name and passes', 'passed'],
    ]);
    expect(results[2]?.failureMessages.join()).toContain(violation);
  });
});

interface PlaywrightReport {
  readonly suites: readonly {
    readonly file: string;
    readonly specs: readonly {
      readonly title: string;
      readonly ok: boolean;
      readonly tests: readonly { readonly results: readonly { readonly error?: { message: string } }[] }[];
    }[];
  }[];
}

describe.runIf(hasBrowser)('Playwright', () => {
  let report: PlaywrightReport;

  beforeAll(async () => {
    const environment = { CHROMIUM: chromiumPath ?? '', OUTPUT_DIR: path.join(folder, 'playwright') };
    const output = await run('playwright', ['test', '-c', project], environment);
    report = JSON.parse(output) as PlaywrightReport;
  }, 240_000);

  const specsOf = (file: string) => report.suites.find((suite) => suite.file === file)?.specs ?? [];

  it('lets calls of the page reach the mock of a description, and fails a test for a violation', () => {
    const specs = specsOf('described.playwright.ts');
    expect(specs.map(({ title, ok }) => [title, ok])).toEqual([
      ['creates a shelf in the world of the test', true],
      ['creates a shelf without a room', false],
    ]);
    expect(specs[1]?.tests[0]?.results[0]?.error?.message).toContain('POST /shelves: room is required');
  });

  it('lets calls of the page reach the world of the test, and fails a test for a violation', () => {
    const specs = specsOf('fixtures.playwright.ts');
    expect(specs.map(({ title, ok }) => [title, ok])).toEqual([
      ['reaches the world of the test', true],
      ['creates an agent without a name', false],
    ]);
    expect(specs[1]?.tests[0]?.results[0]?.error?.message).toContain(violation);
  });
});

describe('Vite', () => {
  it('forwards a path of the dev server to a mock, streams included, and stops it with the server', async () => {
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>App</title>');
    const server = await createServer({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      plugins: [backlot({ path: '/agents-api', scenario: 'text' })],
      server: { host: '127.0.0.1', port: 0 },
    });
    await server.listen();
    const [origin = ''] = server.resolvedUrls?.local ?? [];
    try {
      expect(await (await fetch(origin)).text()).toContain('<title>App</title>');
      const client = createClient({ baseUrl: `${origin}agents-api`, auth: { apiKey: 'rt_live_dev' } });
      const types = [];
      const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
      for await (const { type } of executeAgent(client, { path: { id: 'agent_support' }, body }))
        types.push(type);
      expect(types.at(-1)).toBe('execution_complete');
    } finally {
      await server.close();
    }
    await expect(fetch(`${origin}agents-api/v1/agents`)).rejects.toThrow();
  });

  it('serves a description, and reads it again when it changes', async () => {
    const openapi = path.join(folder, 'library.yaml');
    const text = readFileSync(path.join(descriptions, 'library.yaml'), 'utf8');
    writeFileSync(openapi, text);
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>App</title>');
    const server = await createServer({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      plugins: [backlot({ openapi })],
      server: { host: '127.0.0.1', port: 0 },
    });
    await server.listen();
    const [origin = ''] = server.resolvedUrls?.local ?? [];
    const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
    const statusOf = async (target: string): Promise<number> =>
      (await fetch(`${origin}api${target}`, { headers })).status;
    try {
      const body = JSON.stringify({ room: 'Attic' });
      const created = await fetch(`${origin}api/shelves`, { method: 'POST', headers, body });
      const { id } = (await created.json()) as { id: string };
      expect(await statusOf(`/shelves/${id}`)).toBe(200);
      writeFileSync(openapi, text.replace('/settings:', '/preferences:'));
      await vi.waitUntil(async () => (await statusOf('/preferences')) === 200, { timeout: 30_000 });
      expect(await statusOf(`/shelves/${id}`)).toBe(200);
    } finally {
      await server.close();
    }
  });
});

/** Runs a command of a package; resolves with its output, whatever its exit code. */
function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  // Why: variables of the test run around this one would change the one inside.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_OPTIONS)/.test(name));
  const child = spawn(path.join(bin, command), args, {
    env: { ...Object.fromEntries(inherited), ...environment },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      resolve(output);
    });
  });
}
