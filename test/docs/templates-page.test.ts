/** The example on the templates page runs unchanged, and its mistakes cause the documented errors. */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { compileFiles } from '../golden/support/compile.ts';
import { blocksOf, repository } from './support/blocks.ts';
import { runProgram, type Ended } from './support/run-block.ts';
import { temporaryFolder } from '../support/folder.ts';

const blocks = blocksOf('docs/templates.md');
const codeOf = (kind: string): string => blocks.find((block) => block.kind === kind)?.code ?? '';
const isOfOutput = (kind: string): boolean => / (?:outputs\/|backlot\.config)/.test(kind);
const templates = blocks.filter(({ kind }) => kind.startsWith('hbs ') && !isOfOutput(kind));

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  cpSync(join(repository, 'test/golden/openapi-3.0/openapi.yaml'), join(folder, 'openapi.yaml'));
  for (const { kind, code } of templates) {
    const file = join(folder, 'my-templates', kind.slice('hbs '.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
});

/** Runs the command of the page in the folder. */
function runAsWritten(): Promise<Ended> {
  const [, , ...args] = codeOf('sh generate').trim().split(' ');
  return runProgram(process.execPath, [join(repository, 'dist/cli/main.js'), ...args], {}, folder);
}

it('every block of the page is tested', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'sh generate',
    'hbs index.ts.hbs',
    'hbs manifest.ts.hbs',
    'hbs partials/row.hbs',
    'text misspelt',
    'text unknown',
    'ts outputs/operations/output.ts',
    'hbs outputs/operations/operations.md.hbs',
    'ts backlot.config.ts',
    'sh output',
  ]);
});

it('the templates of the page generate code that compiles', async () => {
  const ended = await runAsWritten();

  expect(ended.code).toBe(0);
  const out = join(folder, 'src/api');
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(join(out, file), 'utf8')]));
  expect(texts.get('index.ts')).toContain("export { createApi } from './api.ts';");
  expect(texts.get('manifest.ts')).toMatch(/^export const operations = \[\n {2}\{ id: '.*\n\] as const;$/ms);
  expect(compileFiles(texts)).toEqual([]);
}, 60_000);

it('the error for a misspelt field matches the page', async () => {
  const file = join(folder, 'my-templates/index.ts.hbs');
  writeFileSync(file, readFileSync(file, 'utf8').replace('#each types', '#each typs'));

  const ended = await runAsWritten();

  expect(ended.code).toBe(1);
  expect(ended.output).toContain(codeOf('text misspelt'));
});

it('the error for a misspelt template name matches the page', async () => {
  const file = join(folder, 'my-templates/index.ts.hbs');
  renameSync(file, join(folder, 'my-templates/indx.ts.hbs'));

  const ended = await runAsWritten();

  expect(ended.code).toBe(1);
  const [shown = ''] = codeOf('text unknown').split('…');
  expect(ended.output).toContain(shown);
});

it('the output of the page is generated', async () => {
  for (const { kind, code } of blocks.filter((block) => isOfOutput(block.kind))) {
    const file = join(folder, kind.replace(/^\w+ /, ''));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(repository, join(folder, 'node_modules/backlot'));
  const [, , ...args] = codeOf('sh output').trim().split(' ');

  const ended = await runProgram(
    process.execPath,
    [join(repository, 'dist/cli/main.js'), ...args],
    {},
    folder,
  );

  expect(ended).toMatchObject({ code: 0 });
  const table = readFileSync(join(folder, 'src/api/operations.md'), 'utf8');
  expect(table).toMatch(/^# .+\n\n\| operation .*\n\| --- .*\n(\| \w+ \| `[A-Z]+ \/.*` \| .* \|\n)+$/);
}, 60_000);
