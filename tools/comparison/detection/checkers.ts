/**
 * The tools of the comparison that check a service: where they come from, and how each is run on a description and a URL.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../../bench/support/server-process.ts';
import { readBacklot, readDredd, readJunit, readNewman, readRespect, readStepCi } from './findings.ts';
import { sendExamples } from './examples.ts';
import { tokens } from './rules.ts';

const root = join(import.meta.dirname, '../../..');

/** Where a tool runs. Shape: `file` is the description without references, in `work`; `modules` has its packages. */
export interface CheckPlace {
  readonly modules: string;
  readonly work: string;
  readonly file: string;
  readonly url: string;
}

/** Runs a tool once. Shape: what fails, as lines that are the same whenever the same fails. */
export type RunCheck = () => Promise<readonly string[]>;

/** A tool that checks a service. */
export interface Checker {
  readonly name: string;
  /** Shape: the package that is run first, with exact versions; empty for a command that is on the PATH. */
  readonly packages: readonly string[];
  /** The command on the page. */
  readonly command: string;
  /** Shape: a program that must be on the PATH; `null` for packages. */
  readonly program: string | null;
  /** Prepares a tool for a service, and returns how it is run and ended. */
  readonly prepare: (place: CheckPlace) => Promise<{ run: RunCheck; end?: () => Promise<void> }>;
}

const authorization = `Authorization: Bearer ${tokens.own}`;

function backlot(name: string, options: readonly string[]): Checker {
  return {
    name,
    packages: [],
    command: [
      'backlot check --openapi FILE URL --credential TOKEN --credential other=TOKEN',
      ...options,
    ].join(' '),
    program: null,
    prepare: ({ work, url }) => {
      const report = join(work, 'backlot.json');
      const credentials = ['--credential', tokens.own, '--credential', `other=${tokens.other}`];
      const format = ['--format', `json=${report}`, '--out', join(work, 'cases'), ...options];
      const description = join(import.meta.dirname, 'tracker.yaml');
      const call = [
        join(root, 'dist/cli/main.js'),
        'check',
        '--openapi',
        description,
        url,
        ...credentials,
        ...format,
      ];
      return Promise.resolve({
        run: async () => {
          const { code } = await runNode(work, call, report);
          return code === 1 ? readBacklot(report) : [];
        },
      });
    },
  };
}

export const checkers: readonly Checker[] = [
  backlot('Backlot', []),
  {
    name: 'Dredd',
    packages: ['dredd@14.1.0'],
    command: 'dredd FILE URL --sorted --header CREDENTIAL',
    program: null,
    prepare: ({ modules, work, file, url }) => {
      const program = join(modules, 'dredd/bin/dredd');
      const call = [program, file, url, '--sorted', '--header', authorization, '--loglevel', 'error'];
      return Promise.resolve({ run: async () => readDredd((await runNode(work, call)).output) });
    },
  },
  {
    name: 'Portman',
    packages: ['@apideck/portman@1.33.0', 'newman@6.2.2', 'tslib@2.9.1'],
    command: 'portman -l FILE -b URL -c CONFIG, newman run COLLECTION',
    program: null,
    prepare: async ({ modules, work, file, url }) => {
      const [config, collection] = [join(work, 'portman-config.json'), join(work, 'collection.json')];
      writeFileSync(config, JSON.stringify(portmanConfig));
      const portman = join(modules, '@apideck/portman/bin/portman');
      await runNode(work, [portman, '-l', file, '-b', url, '-c', config, '-o', collection], collection);
      const report = join(work, 'newman.json');
      const newman = [join(modules, 'newman/bin/newman.js'), 'run', collection];
      const call = [...newman, '-r', 'json', '--reporter-json-export', report];
      return {
        run: async () => {
          await runNode(work, call, report);
          return readNewman(report);
        },
      };
    },
  },
  {
    name: 'Step CI',
    packages: ['stepci@2.8.2'],
    command: 'stepci generate FILE WORKFLOW, stepci run WORKFLOW',
    program: null,
    prepare: async ({ modules, work, file }) => {
      const [program, workflow] = [join(modules, 'stepci/dist/index.js'), join(work, 'workflow.yaml')];
      await runNode(work, [program, 'generate', file, workflow], workflow);
      const text = readFileSync(workflow, 'utf8').replaceAll(
        /^( +)http:\n/gm,
        `$1http:\n$1  auth: { bearer: { token: ${tokens.own} } }\n`,
      );
      writeFileSync(workflow, text.replace(/^config:\n/m, 'config:\n  continueOnFail: true\n'));
      return { run: async () => readStepCi((await runNode(work, [program, 'run', workflow])).output) };
    },
  },
  {
    name: 'Respect',
    packages: ['@redocly/cli@2.77.0'],
    command: 'redocly generate-arazzo FILE, redocly respect ARAZZO --input token=TOKEN',
    program: null,
    prepare: async ({ modules, work, file, url }) => {
      const [program, workflows] = [join(modules, '@redocly/cli/bin/cli.js'), join(work, 'arazzo.yaml')];
      await runNode(work, [program, 'generate-arazzo', file, '-o', workflows], workflows);
      const report = join(work, 'respect.json');
      const call = [program, 'respect', workflows, '--input', `token=${tokens.own}`, '-S', `tracker=${url}`];
      return {
        run: async () => {
          await runNode(work, [...call, '-J', report], report);
          return readRespect(report);
        },
      };
    },
  },
  {
    name: 'Prism proxy',
    packages: ['@stoplight/prism-cli@5.16.0'],
    command: 'prism proxy FILE URL, and requests made from the examples',
    program: null,
    prepare: async ({ modules, work, file, url }) => {
      const port = '27121';
      const program = join(modules, '@stoplight/prism-cli/dist/index.js');
      const command = [
        process.execPath,
        program,
        'proxy',
        file,
        url,
        '--port',
        port,
        '--verboseLevel',
        'silent',
      ];
      const proxy = `http://127.0.0.1:${port}`;
      const server = await startServer({ command, ready: proxy, cwd: work });
      return { run: () => sendExamples(file, proxy), end: () => server.stop() };
    },
  },
  {
    name: 'Schemathesis',
    packages: [],
    command: 'schemathesis run FILE --url URL --header CREDENTIAL --seed 1',
    program: 'schemathesis',
    prepare: ({ work, file, url }) => {
      const report = join(work, 'schemathesis.xml');
      const options = ['--url', url, '--header', authorization, '--seed', '1'];
      const call = ['run', file, ...options, '--report', 'junit', '--report-junit-path', report];
      return Promise.resolve({
        run: async () => {
          await run(work, 'schemathesis', call, report);
          return readJunit(report);
        },
      });
    },
  },
  {
    name: 'Specmatic',
    packages: [],
    command: 'specmatic test FILE --testBaseURL=URL',
    program: 'specmatic',
    prepare: ({ work, file, url }) => {
      const report = join(work, 'TEST-junit-jupiter.xml');
      const call = ['test', file, `--testBaseURL=${url}`, `--junitReportDir=${work}`];
      return Promise.resolve({
        run: async () => {
          await run(work, 'specmatic', call, report);
          return readJunit(report);
        },
      });
    },
  },
];

const enabled = { enabled: true };
const portmanConfig = {
  version: 1,
  tests: {
    contractTests: [
      {
        openApiOperation: '*::/*',
        statusSuccess: enabled,
        contentType: enabled,
        jsonBody: enabled,
        schemaValidation: enabled,
        headersPresent: enabled,
      },
    ],
  },
  globals: { securityOverwrites: { bearer: { token: tokens.own } } },
};

/** Units: milliseconds that a run may take. */
const timeout = 180_000;

function runNode(
  work: string,
  call: readonly string[],
  result?: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return run(work, process.execPath, call, result);
}

/** Runs a program. Errors: rejects with its output if it does not write its result, or does not end in time. */
async function run(
  work: string,
  program: string,
  call: readonly string[],
  result?: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  if (result !== undefined) rmSync(result, { force: true });
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', AUTHORIZATION: `Bearer ${tokens.own}` };
  const child = spawn(program, call, {
    cwd: work,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', reject);
  });
  if (child.signalCode !== null) throw new Error(`no end after ${timeout / 1000} s`);
  if (result !== undefined) readResult(result, output);
  return { code, output };
}

function readResult(file: string, output: string): void {
  try {
    readFileSync(file);
  } catch {
    const lines = output.split('\n').filter((line) => /error/i.test(line));
    throw new Error(lines[0] ?? 'there is no result');
  }
}
