/**
 * Every folder next to this file covers one aspect of the output with small documents. Its folder `expected` has the
 * files that the case is about; remove the others of a new case. `ACCEPT_GOLDEN=1 npx vitest run test/golden` accepts the current output; review the change before you keep it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectTemplates, type ProjectTemplate } from '../../tools/corpus/project-templates.ts';
import { compileInProject, readOwnOptions } from './support/compile.ts';
import { generate } from '../../generator/pipeline.ts';
import { acceptRun, optionsOf, readExpected, runCase, type GoldenRun } from './support/golden-case.ts';
import { createMemorySink } from '../../tools/memory-sink.ts';

const folder = import.meta.dirname;
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map(({ name }) => name);

const runs = new Map<string, GoldenRun>();

beforeAll(async () => {
  for (const name of cases) {
    const run = await runCase(path.join(folder, name));
    runs.set(name, run);
    if (process.env['ACCEPT_GOLDEN'] === '1') await acceptRun(path.join(folder, name), run);
  }
}, 60_000);

describe.each(cases)('%s', (name) => {
  it('generates the expected files', async () => {
    const { compared } = await readExpected(path.join(folder, name));
    const output = runs.get(name)?.compared;
    expect(Object.fromEntries([...compared.keys()].map((file) => [file, output?.get(file)]))).toEqual(
      Object.fromEntries(compared),
    );
  });

  it('reports the expected diagnostics', async () => {
    const { diagnostics } = await readExpected(path.join(folder, name));
    expect(runs.get(name)?.diagnostics).toBe(diagnostics);
  });
});

it.each(['client', 'hostile', 'streams'])('generates the same bytes every time: %s', async (name) => {
  const again = await runCase(path.join(folder, name));
  expect(Object.fromEntries(again.files)).toEqual(Object.fromEntries(runs.get(name)?.files ?? []));
});

it('are about every file that is generated', async () => {
  const expected = await Promise.all(cases.map((name) => readExpected(path.join(folder, name))));
  const about = new Set(expected.flatMap(({ compared }) => [...compared.keys()]));
  const generated = new Set([...runs.values()].flatMap(({ compared }) => [...compared.keys()]));
  expect(about).toEqual(generated);
});

it('compiles, and rejects each marked line in the usage of a case', async () => {
  const files = new Map<string, string>();
  for (const [name, run] of runs) {
    for (const [file, text] of run.files) if (file.endsWith('.ts')) files.set(`${name}/out/${file}`, text);
    const usage = path.join(folder, name, 'fixtures', 'usage.ts');
    if (existsSync(usage)) files.set(`${name}/usage.ts`, readFileSync(usage, 'utf8'));
  }
  expect(await compileInProject(await withOneRuntime(files), readOwnOptions())).toEqual([]);
}, 120_000);

it.each(projectTemplates)(
  'compiles in a project created by $name',
  async (template) => {
    const files = new Map<string, string>();
    for (const [name, run] of runs)
      for (const [file, text] of run.files)
        if (file.endsWith('.ts') && isCompiled(file, template)) files.set(`${name}/${file}`, text);
    const shared = await withOneRuntime(files);
    if (!isCompiled('msw.ts', template)) shared.delete('runtime/msw.ts');
    expect(await compileInProject(shared, template)).toEqual([]);
  },
  120_000,
);

/** Lets all cases import one copy of the whole runtime, which is compiled once instead of once per case. */
async function withOneRuntime(files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const sink = createMemorySink();
  await generate({ ...optionsOf(path.join(folder, 'client')), only: ['runtime'] }, sink, 'write');
  const shared = new Map([...sink.files].map(([file, text]) => [file.replace('out/', ''), text]));
  shared.delete('runtime/.receipt.json');
  for (const [file, text] of files) {
    if (/(?:^|\/)runtime\//.test(file)) continue;
    const up = '../'.repeat(file.split('/').length - 1);
    shared.set(file, text.replaceAll(/'\.\/(?:out\/)?runtime\//g, `'${up}runtime/`));
  }
  return shared;
}

/** The declarations of MSW need those of a browser, or `skipLibCheck`. */
function isCompiled(file: string, { compilerOptions }: ProjectTemplate): boolean {
  const { lib, skipLibCheck } = compilerOptions as { lib?: readonly string[]; skipLibCheck?: boolean };
  return path.basename(file) !== 'msw.ts' || skipLibCheck === true || lib?.includes('dom') !== false;
}
