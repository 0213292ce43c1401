/**
 * Every folder beside this file answers one question about the output with small documents.
 * `ACCEPT_GOLDEN=1 npx vitest run test/golden` makes the present output the expectation; read the change before you keep it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectTemplates } from '../../tools/corpus/project-templates.ts';
import { compileInProject, readOwnOptions } from './support/compile.ts';
import { acceptRun, readExpected, runCase, type GoldenRun } from './support/golden-case.ts';

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
  it('becomes the expected files', async () => {
    const { compared } = await readExpected(path.join(folder, name));
    expect(Object.fromEntries(runs.get(name)?.compared ?? [])).toEqual(Object.fromEntries(compared));
  });

  it('is told about as expected', async () => {
    const { diagnostics } = await readExpected(path.join(folder, name));
    expect(runs.get(name)?.diagnostics).toBe(diagnostics);
  });

  it('becomes the same bytes every time', async () => {
    const again = await runCase(path.join(folder, name));
    expect(Object.fromEntries(again.files)).toEqual(Object.fromEntries(runs.get(name)?.files ?? []));
  });
});

it('compiles, and refuses what the usage of a case says it must refuse', async () => {
  const files = new Map<string, string>();
  for (const [name, run] of runs) {
    for (const [file, text] of run.files) if (file.endsWith('.ts')) files.set(`${name}/out/${file}`, text);
    const usage = path.join(folder, name, 'fixtures', 'usage.ts');
    if (existsSync(usage)) files.set(`${name}/usage.ts`, readFileSync(usage, 'utf8'));
  }
  expect(await compileInProject(files, readOwnOptions())).toEqual([]);
}, 120_000);

it.each(projectTemplates)(
  'compiles in a project that $name has started',
  async (template) => {
    const files = new Map<string, string>();
    for (const [name, run] of runs)
      for (const [file, text] of run.files) if (file.endsWith('.ts')) files.set(`${name}/${file}`, text);
    expect(await compileInProject(files, template)).toEqual([]);
  },
  120_000,
);
