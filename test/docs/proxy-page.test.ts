/** The commands on the proxy page run unchanged and print the documented output. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestChecks } from '../../conformance/proxy/checks.ts';
import { until } from '../hosts/support/until.ts';
import { freePort } from '../support/programs.ts';
import { blocksOf, readPage, repository } from './support/blocks.ts';
import { runProgram } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';

const page = 'docs/proxy.md';
const blocks = blocksOf(page);
const codeOf = (kind: string): string => blocks.find((block) => block.kind === kind)?.code ?? '';
const linesOf = (kind: string): readonly string[] => codeOf(kind).trimEnd().split('\n');

const running: ChildProcess[] = [];
const folder = useFolder();
let ports: readonly [mock: number, proxy: number];
let said = '';

/** The commands of the page, with free ports and the command of this repository. */
function fill(code: string): string {
  const command = `exec ${process.execPath} ${join(repository, 'dist/cli/main.js')}`;
  return code
    .replaceAll('npx backlot', command)
    .replaceAll('4010', String(ports[0]))
    .replaceAll('4011', String(ports[1]));
}

async function runLines(kind: string): Promise<readonly string[]> {
  const outputs: string[] = [];
  for (const line of linesOf(kind)) {
    const { code, output } = await runProgram('sh', ['-c', fill(line)], {}, folder);
    expect(code, line).toBe(0);
    outputs.push(output);
  }
  return outputs;
}

beforeAll(async () => {
  ports = [await freePort(), await freePort()];
  for (const line of linesOf('sh start')) {
    const child = spawn('sh', ['-c', fill(line).replace(/ &$/, '')], { cwd: folder });
    running.push(child);
    let mine = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      mine += text;
      said += text;
    });
    await until(() => mine.includes('Ctrl+C') || child.exitCode !== null);
  }
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

it('every block of the page is tested', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual(['sh start', 'sh call', 'text output', 'sh list']);
});

describe('the output of the commands', () => {
  const untimed = (line: string): string => line.replace(/^[\d:]{8} /, '');

  it('has a line per violation, which the log contains too', async () => {
    await runLines('sh call');
    const reported = () => said.split('\n').filter((line) => / (?:fail|warn) /.test(line));
    await until(() => reported().length >= linesOf('text output').length && said.endsWith('\n'));
    const lines = reported();
    expect(lines.map(untimed)).toEqual(linesOf('text output').map(untimed));
    const logged = () => readFileSync(join(folder, 'violations.jsonl'), 'utf8').split('\n').slice(0, -1);
    await until(() => logged().length >= lines.length);
    expect(logged()).toHaveLength(lines.length);
  });

  it('lists, clears and counts violations', async () => {
    const [all, later, forgotten, health] = (await runLines('sh list')).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    );
    expect(all).toMatchObject({ violations: [{ number: 1 }, { number: 2 }], cursor: 2 });
    expect(later).toMatchObject({ violations: [{ number: 2 }], cursor: 2 });
    expect(forgotten).toEqual({ cursor: 2 });
    expect(health).toMatchObject({ passed: 2, checked: 2, found: { fail: 0, warn: 0 } });
  });
});

it('the page has exactly the checks of requests', () => {
  const ids = [...readPage(page).matchAll(/^\| `(Q\d+)`/gm)].map(([, id]) => id);
  expect(ids).toEqual(requestChecks.map(({ id }) => id));
});

it('the page has exactly the options of the command', async () => {
  const command = ['dist/cli/main.js', 'proxy', '--help'];
  const { output } = await runProgram(process.execPath, command, {}, repository);
  const taken = [...output.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option);
  const listed = [...readPage(page).matchAll(/^\| `(--[\w-]+)/gm)].map(([, option]) => option);
  expect(listed).toEqual(taken);
});
