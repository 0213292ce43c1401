/**
 * Generates a sample of the directory with other generators, and compiles their output:
 * `node tools/directory/peers.ts DIR --peers FOLDER`.
 */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseSample, findDescriptions } from '../corpus/find-descriptions.ts';
import { readCall, requirePaths } from '../read-call.ts';
import { compileOutputs, strictOptions } from './compile-outputs.ts';
import { GenerateWorker, type Outcome } from './generate-worker.ts';
import { printSummary } from './print-results.ts';
import { failureOf, reasonOf, ResultFile } from './result.ts';

const usage = `Usage: node tools/directory/peers.ts DIR --peers FOLDER [--results DIR] [--sample N] [--seed S]

Generates a sample of the descriptions in DIR with each of the peers, compiles the output with \`strict\`, and prints the
failures. Install the peers with:

  npm install --prefix FOLDER openapi-typescript@7.13.0 @hey-api/openapi-ts@0.99.0 orval@8.38.0 typescript@5.9

  --peers FOLDER  the folder they are installed in
  --results DIR   folder of the results (default .cache/directory)
  --sample N      number of descriptions (default 200)
  --seed S        seed of the sample (default 1)
  --only NAME     descriptions whose path contains NAME; repeatable

Exit codes: 0 done, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  peers: { type: 'string', default: '' },
  results: { type: 'string', default: '.cache/directory' },
  sample: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', multiple: true, default: [] },
});
requirePaths(usage, [...positionals, values.peers]);

/** Descriptions that are compiled together. Units: seconds for one description. */
const TOGETHER = 25;
const LIMIT = 180;

const installed = resolve(values.peers);
const all = findDescriptions(positionals.map((path) => resolve(path)));
const isWanted = (label: string): boolean =>
  values.only.length === 0 || values.only.some((name) => label.includes(name));
const sample = chooseSample(all, Number(values.sample), Number(values.seed)).filter(({ label }) =>
  isWanted(label),
);
const names = new Map(sample.map(({ label }, index) => [label, `api${index}`]));

for (const peer of ['openapi-typescript', '@hey-api/openapi-ts', 'orval']) {
  const folder = resolve(values.results, 'peers', peer.replaceAll(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  const file = new ResultFile(join(folder, 'results.jsonl'));
  const rest = sample.filter(({ label }) => !file.results.has(label));
  for (let from = 0; from < rest.length; from += TOGETHER)
    await checkPart(peer, folder, rest.slice(from, from + TOGETHER), file);
  const results = [...file.results.values()].filter(({ name }) => names.has(name));
  process.stdout.write(`\n${peer}${printSummary(results, sample.length)}`);
  for (const result of results.filter((each) => failureOf(each) !== null))
    process.stdout.write(`  ${result.name}: ${reasonOf(result).slice(0, 160)}\n`);
}

async function checkPart(peer: string, folder: string, part: typeof sample, file: ResultFile): Promise<void> {
  const work = join(folder, 'output');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  symlinkSync(join(installed, 'node_modules'), join(work, 'node_modules'));
  const worker = new GenerateWorker('peer-process.ts', [peer, installed], LIMIT);
  const outcomes = new Map<string, Outcome>();
  for (const description of part) {
    const name = names.get(description.label) ?? '';
    outcomes.set(description.label, await worker.run({ description, folder: work, name }, false));
  }
  worker.stop();
  const compiled = part.filter(({ label }) => outcomes.get(label)?.generated?.errors.length === 0);
  const outputs = compiled.map(({ label }) => names.get(label) ?? '');
  const typeErrors = await compileOutputs(work, outputs, [
    { compiler: 'typescript7', options: strictOptions },
  ]);
  for (const [label, outcome] of outcomes)
    file.add({
      name: label,
      sources: peer,
      bytes: 0,
      ...outcome,
      typeErrors: typeErrors.get(names.get(label) ?? '') ?? [],
    });
}
