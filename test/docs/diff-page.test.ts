/** Runs the commands of the diff page in a repository with the documented change. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { changeCatalogue } from '../../generator/diff/catalogue/change.ts';
import { impacts } from '../../generator/diff/catalogue/effect.ts';
import { blocksOf, readPage, repository } from './support/blocks.ts';
import { runProgram, type Ended } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';

const page = 'docs/diff.md';
const blocks = blocksOf(page);
const codeOf = (kind: string): string => blocks.find((block) => block.kind === kind)?.code ?? '';
const summary = 'summary.md';
const folder = useFolder();

beforeAll(async () => {
  writeFileSync(join(folder, 'openapi.yaml'), codeOf('yaml openapi.yaml'));
  writeFileSync(join(folder, 'change.diff'), codeOf('diff change'));
  const commit = 'git -c user.name=a -c user.email=a@example.test commit --quiet --message old';
  const prepared = await runShell(
    `git init --quiet && git add openapi.yaml && ${commit} && git update-ref refs/remotes/origin/main HEAD && git apply change.diff`,
  );
  expect(prepared).toEqual({ code: 0, output: '' });
});

/** Runs lines in the folder; `npx backlot` is the command of this repository. */
function runShell(code: string): Promise<Ended> {
  const command = `${process.execPath} ${join(repository, 'dist/cli/main.js')}`;
  const env = { GITHUB_STEP_SUMMARY: summary };
  return runProgram('sh', ['-c', code.replaceAll('npx backlot', command)], env, folder);
}

it('every block of the page is tested', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual([
    ...['yaml openapi.yaml', 'diff change', 'sh', 'text'],
    ...['sh', 'text', 'yaml workflow'],
  ]);
});

it.each(blocks.filter(({ kind }) => kind === 'sh'))(
  'the command at line $line prints the output shown below it',
  async ({ code, line }) => {
    const response = blocks[blocks.findIndex((block) => block.line === line) + 1];
    expect((await runShell(code)).output).toBe(response?.code);
  },
);

it('the workflow writes a summary and fails on breaking changes', async () => {
  const { jobs } = parse(codeOf('yaml workflow')) as {
    jobs: { diff: { steps: readonly { readonly run?: string }[] } };
  };
  const commands = jobs.diff.steps.flatMap(({ run }) => (run?.includes('backlot') === true ? [run] : []));

  const ended = [];
  for (const command of commands) ended.push((await runShell(command)).code);

  expect(ended).toEqual([0, 1]);
  expect(readFileSync(join(folder, summary), 'utf8')).toContain('**2 breaking, 1 risky, 3 compatible**');
});

it('the page has exactly the kinds of changes of the catalogue', () => {
  const [, section = ''] = readPage(page).split('\n## Kinds of changes\n');
  const kinds = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual(Object.keys(changeCatalogue));
});

it('the page has exactly the classes of changes', () => {
  const [, section = ''] = readPage(page).split('\n## Classes\n');
  const named = [...section.matchAll(/^\| \*\*(\w+)\*\*/gm)].map(([, name]) => name);
  expect(named).toEqual(impacts);
});
