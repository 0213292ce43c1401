/** The fixtures for vitest and Playwright in their own runs, and the plugin for Vite in a dev server. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { describe, expect, it } from 'vitest';
import { createClient, executeAgent } from '../../generated/service/client.ts';
import { backlot } from '../../mock/testing/vite.ts';
import { chromiumPath, hasBrowser } from '../browser/browser.ts';
import { useFolder } from '../support/folder.ts';

const project = path.join(import.meta.dirname, 'fixtures/frameworks');
const bin = path.resolve(import.meta.dirname, '../../node_modules/.bin');
const violation = 'POST /v1/agents: name is required (/name)';

const folder = useFolder();

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

it('vitest: each test has a world, and fails if its calls violate the contract', async () => {
  const output = path.join(folder, 'vitest.json');
  await run('vitest', ['run', '--root', project, `--outputFile=${output}`]);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as VitestReport;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.map(({ title, status }) => [title, status])).toEqual([
    ['creates an agent', 'passed'],
    ['has a world of its own', 'passed'],
    ['creates an agent without a name', 'failed'],
    ['creates an agent without a name and passes', 'passed'],
  ]);
  expect(results[2]?.failureMessages.join()).toContain(violation);
}, 60_000);

interface PlaywrightReport {
  readonly suites: readonly {
    readonly specs: readonly {
      readonly title: string;
      readonly ok: boolean;
      readonly tests: readonly { readonly results: readonly { readonly error?: { message: string } }[] }[];
    }[];
  }[];
}

it.runIf(hasBrowser)(
  'Playwright: calls of the page reach the world of the test, and violations fail it',
  async () => {
    const environment = { CHROMIUM: chromiumPath ?? '', OUTPUT_DIR: path.join(folder, 'playwright') };
    const report = await run('playwright', ['test', '-c', project], environment);
    const { suites } = JSON.parse(report) as PlaywrightReport;
    const specs = suites.flatMap((suite) => suite.specs);
    expect(specs.map(({ title, ok }) => [title, ok])).toEqual([
      ['reaches the world of the test', true],
      ['creates an agent without a name', false],
    ]);
    expect(specs[1]?.tests[0]?.results[0]?.error?.message).toContain(violation);
  },
  60_000,
);

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
