/**
 * Writes the data that the mock needs about the properties of the contract. Run by `npm run generate`.
 *
 * `mock/agent-platform/contract-properties.ts`: the optional properties of responses and events that are in the contract but
 * unknown to the mock, each with a sample, and the properties of request bodies. `mock/known-properties.txt` lists the
 * known ones, whether the mock sends them or omits them on purpose.
 *
 * `--check` only compares; `--known` records that the mock knows every property of the contract.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { createContractShapes } from '../../generator/schema/shape/contract-shapes.ts';
import { listProperties, listRequestRoots, listRoots, propertiesGone } from './properties/list-properties.ts';
import { PropertyPlanner } from './properties/plan-properties.ts';
import { treesOfRequests } from './properties/request-trees.ts';
import { readContract } from '../read-contract.ts';
import { writeFiles } from '../write-files.ts';

const project = join(import.meta.dirname, '../..');
const propertiesFile = 'mock/agent-platform/contract-properties.ts';
const knownFile = 'mock/known-properties.txt';

export interface PropertyFiles {
  /** The text of `mock/agent-platform/contract-properties.ts`. */
  readonly text: string;
  /** The optional properties that the mock does not know. */
  readonly newNames: readonly string[];
  /** The properties that the mock knows and the contract no longer describes; of schemas that it still has. */
  readonly goneNames: readonly string[];
}

/** Returns the text of the file, and the properties that the mock does not implement yet. */
export async function propertyFiles(): Promise<PropertyFiles> {
  const { contract, shapes } = await openContract();
  const earlier = (await readFile(join(project, knownFile), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const planner = new PropertyPlanner(shapes, earlier);
  const roots = listRoots(contract, shapes);
  const plans = planner.plan(roots);
  const trees = treesOfRequests(listRequestRoots(contract, shapes), shapes.shapeOf);
  const text = `/** Properties of the contract. Written by tools/build/properties.ts; do not edit. */
import type { NewProperties } from '../http/add-properties.ts';
import type { RequestProperties } from '../http/undescribed-properties.ts';

/** Optional properties that the mock does not implement yet. */
export const newProperties: NewProperties = ${JSON.stringify(plans)};

/** The properties that request bodies describe. */
export const requestProperties: RequestProperties = ${JSON.stringify(trees)};
`;
  const goneNames = propertiesGone(earlier, listProperties(roots, shapes.shapeOf));
  return { text: await formatFile(text), newNames: planner.names, goneNames };
}

async function formatFile(text: string): Promise<string> {
  const filepath = join(project, propertiesFile);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

async function openContract() {
  const contract = await readContract({ openapi: 'spec/openapi.yaml', asyncapi: [] }, project);
  return { contract, shapes: createContractShapes(contract) };
}

/** Records that the mock knows every property. */
async function writeKnown(): Promise<void> {
  const { contract, shapes } = await openContract();
  const names = listProperties(listRoots(contract, shapes), shapes.shapeOf);
  await writeFile(join(project, knownFile), `${[...names].sort().join('\n')}\n`);
}

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--known')) await writeKnown();
  const { text, newNames, goneNames } = await propertyFiles();
  await writeFiles(new Map([[propertiesFile, text]]));
  printList('The mock does not know these optional properties and sends samples of them', newNames);
  printList('The mock may still send these properties, which the contract no longer describes', goneNames);
  if (newNames.length + goneNames.length > 0)
    process.stdout.write(
      'Correct what mock/ sends, then run `node tools/build/properties.ts --known`, which records it.\n',
    );
}

function printList(title: string, names: readonly string[]): void {
  if (names.length > 0) process.stdout.write(`${title}:\n${names.map((name) => `  ${name}\n`).join('')}`);
}

if (import.meta.main) await main(process.argv.slice(2));
