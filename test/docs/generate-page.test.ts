/** Runs the commands of the page about generating code, and checks that its tables are complete. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { help } from '../../cli/generate-call.ts';
import { configProperties, targetProperties } from '../../generator/options/config-problems.ts';
import { blocksOf, readPage, repository, type Block } from './support/blocks.ts';
import { runProgram } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';

const page = 'docs/generate.md';
const blocks = blocksOf(page);
const timeout = 60_000;
const folder = useFolder();

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(repository, join(folder, 'node_modules/backlot'));
});

const isFile = ({ kind }: Block): boolean => /^(?:yaml|ts) \S+\.\S+$/.test(kind);

/** Runs the lines of a block in the folder; `npx backlot` is the command of this repository. */
async function runShell(code: string): Promise<string> {
  const command = `${process.execPath} ${join(repository, 'dist/cli/main.js')}`;
  const { output } = await runProgram('sh', [
    '-c',
    `cd '${folder}'\n${code.replaceAll('npx backlot', command)}`,
  ]);
  return output;
}

/** Ignores the number of files, which changes with the runtime. */
function withoutCounts(text: string): string {
  return text.replaceAll(/(?:\d+ of |All )\d+ files/g, '… files');
}

it('every block of the page is tested', () => {
  expect(blocks.filter((block) => !isFile(block)).map(({ kind }) => kind)).toEqual([
    ...['sh', 'text', 'sh', 'text', 'sh', 'text', 'sh', 'text', 'sh', 'text', 'sh', 'text'],
    'ts program',
  ]);
});

describe('the command', () => {
  const commands = blocks.filter(({ kind }) => kind === 'sh');

  it.each(commands)(
    'at line $line prints the output shown below it',
    async ({ code, line }) => {
      for (const file of blocks.filter((block) => isFile(block) && block.line < line))
        writeFileSync(join(folder, file.kind.replace(/^\w+ /, '')), file.code);
      const response = blocks[blocks.findIndex((block) => block.line === line) + 1];
      expect(withoutCounts(await runShell(code))).toBe(withoutCounts(response?.code ?? ''));
    },
    timeout,
  );
});

it(
  'the program runs',
  async () => {
    const [program] = blocks.filter(({ kind }) => kind === 'ts program');
    const code = program?.code.replace("'backlot'", `'${join(repository, 'generator/index.ts')}'`);
    writeFileSync(join(folder, 'program.mts'), code ?? '');
    const output = await runShell('node program.mts');
    expect(output).toBe('generated/films/types.ts edited\n');
  },
  timeout,
);

/** Returns the first column of the tables below a heading. */
function firstColumn(heading: string): string[] {
  const [, section = ''] = readPage(page).split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

it('the table of options matches --help, in order', () => {
  const options = [...help.matchAll(/^ {2}(--[a-z0-9-]+(?: [A-Z]+)?)/gm)].map(([, option]) => option);
  expect(firstColumn('Options')).toEqual(options);
});

it('the table of the configuration lists every property', () => {
  expect(firstColumn('Configure targets').sort()).toEqual(
    [...configProperties, ...targetProperties.map((member) => `targets.<name>.${member}`)].sort(),
  );
});
