/**
 * The cost of type-checking the generated clients of large descriptions, and their sizes, compared with the output of
 * the peers for the same descriptions.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heyApi, heyApiEntry, heyApiOutput, runHeyApi } from '../support/hey-api.ts';
import { runMeasured, type MeasuredRun } from '../support/measured-run.ts';
import { costRow, pairCosts } from '../support/pair.ts';
import { largeDescriptions, peersMissing } from '../support/peers.ts';
import { cpuRow, measureRuns, runSound } from '../support/run-pair.ts';
import type { Bench, TableRow } from '../support/table.ts';
import { folderBytes, inTemporaryFolder } from '../../temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const openapiTypescript = 'openapi-typescript';
const rounds = 3;

const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noEmit: true,
};

/** Measures `tsc --noEmit` and the size of the output, without validators, for each of the large descriptions. */
export const benchTypes: Bench = async () => {
  const entry = heyApiEntry();
  const rows: TableRow[] = [];
  for (const [name, description] of largeDescriptions()) {
    const what = `tsc --noEmit of the ${name} client`;
    if (description === null || entry === null)
      rows.push(...[heyApi, openapiTypescript].map((against) => ({ what, against, missing: peersMissing })));
    else
      rows.push(
        ...(await inTemporaryFolder((folder) => compare({ name, what, folder, description, entry }))),
      );
  }
  return rows;
};

interface Comparison {
  readonly name: string;
  readonly what: string;
  readonly folder: string;
  readonly description: string;
  readonly entry: string;
}

async function compare({ name, what, folder, description, entry }: Comparison): Promise<readonly TableRow[]> {
  const document = join(folder, 'api.json');
  copyFileSync(description, document);
  // The generator reads the extension of imports from it.
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const [ours, theirs] = [join(folder, 'ours'), heyApiOutput(folder, 'client')];
  const schema = join(folder, 'schema.ts');
  await generateClient(folder, document, ours);
  try {
    await runHeyApi(folder, document, entry, 'client');
  } catch {
    return [{ what, against: heyApi, missing: `${heyApi} fails on it` }];
  }
  await runSound([join(root, 'node_modules/openapi-typescript/bin/cli.js'), document, '-o', schema], folder);
  const checkOurs = createCheck(folder, ours, runSound);
  const clients = await measureRuns(rounds, checkOurs, createCheck(folder, theirs, run));
  const schemas = await measureRuns(rounds, checkOurs, createCheck(folder, schema, run));
  const sizes = pairCosts(folderBytes(ours, '.ts') / 1e6, folderBytes(theirs, '.ts') / 1e6);
  return [
    cpuRow(what, heyApi, clients, 0.9),
    costRow('  peak memory', heyApi, clients.memory, null, 'MB'),
    cpuRow('  against types without a client', openapiTypescript, schemas, null),
    costRow(`  size of the ${name} client`, heyApi, sizes, 1.2, 'MB'),
  ];
}

async function generateClient(folder: string, document: string, out: string): Promise<void> {
  const call = ['generate', '--openapi', document, '--out', out, '--no-cache', '--only', 'client'];
  await runSound([join(root, 'dist/cli/main.js'), ...call], folder);
}

type Run = (args: readonly string[], cwd: string) => Promise<MeasuredRun>;

/** Why: what hey-api writes for Stripe has type errors, which take no time of their own. */
const run: Run = (args, cwd) => runMeasured(args, { cwd });

/** Returns a check of a file, or of all files in a folder. */
function createCheck(folder: string, included: string, runCheck: Run): () => Promise<MeasuredRun> {
  const project = `${included}.tsconfig.json`;
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: [included] }));
  return () => runCheck([join(root, 'node_modules/typescript/lib/tsc.js'), '-p', project], folder);
}
