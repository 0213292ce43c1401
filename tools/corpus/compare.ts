/**
 * Compares generators on five descriptions, one at a time: time, memory, size of the output, and what its compilation
 * takes. A run can be ended and continued: results are lines in a file.
 */
import { copyFileSync, globSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { runMeasured, type MeasuredRun } from '../bench/support/measured-run.ts';
import { folderBytes, inTemporaryFolder } from '../temporary-folder.ts';
import { readCall, requirePaths } from '../read-call.ts';
import { writeTable } from '../table.ts';
import { strictOptions } from './compile-outputs.ts';
import { generators, type ComparedGenerator } from './compare-generators.ts';
import { ResultFile } from './result.ts';

const usage = `Usage: node tools/corpus/compare.ts DIR --peers FOLDER [--results FILE]

Generates five descriptions of the directory in DIR (see npm run corpus) with Backlot and with each of the peers, and
compiles the output with TypeScript 5.9 and \`strict\`. Build Backlot first, and install the peers with:

  npm install --prefix FOLDER openapi-typescript@7.13.0 openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 orval@8.38.0 \\
    typescript@5.9 @tanstack/react-query@5 react@19 @types/react@19

  --peers FOLDER  the folder they are installed in
  --results FILE  the results; what it has is not measured again (default .cache/corpus/compare.jsonl)

Exit codes: 0 done, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  peers: { type: 'string', default: '' },
  results: { type: 'string', default: '.cache/corpus/compare.jsonl' },
});
requirePaths(usage, [...positionals, values.peers]);

const descriptions: readonly (readonly [name: string, file: string])[] = [
  ['GitHub', 'github.com/api.github.com.json'],
  ['Stripe', 'stripe.com.json'],
  ['DigitalOcean', 'digitalocean.com.json'],
  ['Box', 'box.com.json'],
  ['OpenAI', 'openai.com.json'],
];

/** The measurements for one description and one generator. */
interface Comparison {
  /** The description and the generator. */
  readonly name: string;
  readonly description: string;
  readonly generator: string;
  /** Units: seconds of processor time, megabytes of 2^20 bytes. */
  readonly generate: { readonly cpu: number; readonly memory: number };
  readonly check: { readonly cpu: number; readonly memory: number };
  /** Units: megabytes of 10^6 bytes. */
  readonly size: number;
  readonly files: number;
  /** The type errors, or why there is no output. */
  readonly errors: number | string;
  /** Programs that wanted a processor, per processor. */
  readonly load: number;
}

const root = resolve(import.meta.dirname, '../..');
const directory = resolve(positionals[0] ?? '');
const peers = join(resolve(values.peers), 'node_modules');
const file = new ResultFile<Comparison>(resolve(values.results));
const ordered: Comparison[] = [];
for (const [description, path] of descriptions) {
  for (const generator of generators) {
    const existing = file.results.get(nameOf(description, generator));
    const result = existing ?? (await measure(description, join(directory, path), generator));
    if (existing === undefined) file.add(result);
    ordered.push(result);
  }
}
process.stdout.write(printComparisons(ordered));

function nameOf(description: string, generator: ComparedGenerator): string {
  return `${description} ${generator.name}`;
}

async function measure(
  description: string,
  source: string,
  generator: ComparedGenerator,
): Promise<Comparison> {
  return inTemporaryFolder(async (folder) => {
    const document = join(folder, 'api.json');
    copyFileSync(source, document);
    symlinkSync(peers, join(folder, 'node_modules'));
    const compilerOptions = { ...strictOptions, singleThreaded: undefined, allowImportingTsExtensions: true };
    const settings = { compilerOptions, include: ['out', 'client.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const generated = await runMeasured(generator.prepare(folder, document, peers), { cwd: folder });
    const isComplete = generated.status === 0;
    const files = isComplete ? globSync('{out/**/*,client}.ts', { cwd: folder }) : [];
    const nothing = { cpuSeconds: 0, peakMegabytes: 0, output: '' };
    const checked = !isComplete
      ? nothing
      : await runMeasured([join(root, 'node_modules/typescript/lib/tsc.js'), '-p', '.'], { cwd: folder });
    return {
      name: nameOf(description, generator),
      description,
      generator: generator.name,
      generate: costOf(generated),
      check: costOf(checked),
      size: !isComplete ? 0 : folderBytes(join(folder, 'out'), '.ts') / 1e6,
      files: files.length,
      errors: isComplete ? (checked.output.match(/error TS\d+/g)?.length ?? 0) : generated.output.slice(-400),
      load: (loadavg()[0] ?? 0) / availableParallelism(),
    };
  });
}

function costOf({
  cpuSeconds,
  peakMegabytes,
}: Pick<MeasuredRun, 'cpuSeconds' | 'peakMegabytes'>): Comparison['check'] {
  return { cpu: cpuSeconds, memory: peakMegabytes };
}

function printComparisons(all: readonly Comparison[]): string {
  const head = [
    'description',
    'generator',
    'generate',
    'memory',
    'output',
    'files',
    '`tsc`',
    'memory of `tsc`',
    'type errors',
  ];
  const rows = all.map(({ description, generator, generate, check, size, files, errors }) => [
    ...[description, generator, `${generate.cpu.toFixed(1)} s`, `${generate.memory.toFixed(0)} MB`],
    ...(typeof errors === 'string'
      ? ['fails', '', '', '', '']
      : [
          `${size.toFixed(2)} MB`,
          files,
          `${check.cpu.toFixed(1)} s`,
          `${check.memory.toFixed(0)} MB`,
          errors,
        ]),
  ]);
  return writeTable(head, rows);
}
