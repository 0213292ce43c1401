/**
 * The tools of the comparison that check a service: where they come from, and how each is run on a description and a URL.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../../bench/support/server-process.ts';
import { readBacklot, readRespect } from './findings.ts';
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
  /** Shape: the package that is run first, with exact versions; empty for this checkout. */
  readonly packages: readonly string[];
  /** The command on the page. */
  readonly command: string;
  /** Prepares a tool for a service, and returns how it is run and ended. */
  readonly prepare: (place: CheckPlace) => Promise<{ run: RunCheck; end?: () => Promise<void> }>;
}

export const checkers: readonly Checker[] = [
  {
    name: 'Backlot',
    packages: [],
    command: 'backlot check --openapi FILE URL --credential TOKEN --credential other=TOKEN',
    prepare: ({ work, url }) => {
      const report = join(work, 'backlot.json');
      const credentials = ['--credential', tokens.own, '--credential', `other=${tokens.other}`];
      const format = ['--format', `json=${report}`, '--out', join(work, 'cases')];
      const description = join(import.meta.dirname, 'tracker.yaml');
      const program = join(root, 'dist/cli/main.js');
      const call = [program, 'check', '--openapi', description, url, ...credentials, ...format];
      return Promise.resolve({
        run: async () => {
          const { code } = await runNode(work, call, report);
          return code === 1 ? readBacklot(report) : [];
        },
      });
    },
  },
  {
    name: 'Respect',
    packages: ['@redocly/cli@2.77.0'],
    command: 'redocly generate-arazzo FILE, redocly respect ARAZZO --input token=TOKEN',
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
];

/** Units: milliseconds that a run may take. */
const timeout = 180_000;

/** Runs a program of Node. Errors: rejects with its output if it does not write its result, or does not end in time. */
async function runNode(
  work: string,
  call: readonly string[],
  result?: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  if (result !== undefined) rmSync(result, { force: true });
  const child = spawn(process.execPath, call, {
    cwd: work,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
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
