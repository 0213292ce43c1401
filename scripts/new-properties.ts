/**
 * Writes `mock/http/new-properties.ts`: the optional properties of responses and events that the contract has and the mock
 * does not know, each with a sample. The mock knows the ones that `mock/known-properties.txt` lists, whether it sends them
 * or leaves them out on purpose. Run by `npm run generate`.
 *
 * `--check` only compares; `--known` records that the mock knows every property of the contract.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { createContractShapes } from '../generator/emit/shapes/contract-shapes.ts';
import { listProperties, listRoots } from './properties/list-properties.ts';
import { PropertyPlanner } from './properties/plan-properties.ts';
import { readContract } from './read-contract.ts';

const project = join(import.meta.dirname, '..');
const target = join(project, 'mock/http/new-properties.ts');
const knownFile = join(project, 'mock/known-properties.txt');

/** The text of a file, and the properties that are new in it. */
export interface NewPropertiesFile {
  readonly text: string;
  readonly names: readonly string[];
}

/** Returns the text of the file. */
export async function newProperties(): Promise<NewPropertiesFile> {
  const { contract, shapes } = await openContract();
  const known = (await readFile(knownFile, 'utf8')).split('\n').filter((line) => line !== '');
  const planner = new PropertyPlanner(shapes, known);
  const plans = planner.plan(listRoots(contract, shapes));
  const text = `/** Optional properties that the mock does not know yet. Written by scripts/new-properties.ts; do not edit. */
import type { NewProperties } from './add-properties.ts';

export const newProperties: NewProperties = ${JSON.stringify(plans)};
`;
  const formatted = await format(text, { ...(await resolveConfig(target)), filepath: target });
  return { text: formatted, names: planner.names };
}

async function openContract() {
  const contract = await readContract({ openapi: 'spec/openapi.yaml', asyncapi: [] }, project);
  return { contract, shapes: createContractShapes(contract) };
}

/** Records that the mock knows every property. */
async function writeKnown(): Promise<void> {
  const { contract, shapes } = await openContract();
  const names = listProperties(listRoots(contract, shapes), shapes.shapeOf);
  await writeFile(knownFile, `${[...names].sort().join('\n')}\n`);
}

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--known')) await writeKnown();
  const { text, names } = await newProperties();
  const before = await readFile(target, 'utf8').catch(() => null);
  if (before !== text && words.includes('--check')) {
    process.stderr.write('mock/http/new-properties.ts is out of date. Run `npm run generate`.\n');
    process.exitCode = 1;
    return;
  }
  if (before !== text) await writeFile(target, text);
  if (names.length === 0) return;
  const list = names.map((name) => `  ${name}\n`).join('');
  process.stdout.write(
    `The mock does not know these optional properties and sends samples of them:\n${list}` +
      'Send them in mock/, or leave them out on purpose; then run `node scripts/new-properties.ts --known`.\n',
  );
}

if (import.meta.main) await main(process.argv.slice(2));
