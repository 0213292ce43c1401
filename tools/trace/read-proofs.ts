/**
 * Finds what proves a fact: tests and checks. A test has a comment such as `// @fact F-4.2-096 F-4.2-097`; a span of
 * one section is written `F-4.2-099..105`. A check has its facts in the catalogue.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { agentPlatformContract } from '../../conformance/agent-platform/contract.ts';
import { agentPlatform } from '../../conformance/agent-platform/plugin.ts';
import { listChecks } from '../../conformance/catalogue/catalogue.ts';

/** A test or a check that proves a fact. */
export interface Proof {
  readonly fact: string;
  /** The file of the test, relative to `test/`, or the id of the check. */
  readonly by: string;
  /** `file:line` of the tag, relative to the project, or the id of the check. */
  readonly place: string;
}

/**
 * Checks that no run on the mock passes: two of what it does not do, that of entity tags, which it sends only for
 * deployments, and laws of what its contract does not have, such as switches, uploads or problem details. A test ensures that every
 * other check passes there.
 */
export const checksNotRun: readonly string[] = [
  ...['C18', 'C25'],
  ...[
    'LAW23',
    'LAW25',
    'LAW26',
    'LAW20',
    'LAW21',
    'LAW22',
    'LAW29',
    'LAW39',
    'LAW46',
    'LAW47',
    'LAW48',
    'LAW49',
    'LAW50',
    'LAW27',
    'LAW18',
    'LAW45',
  ],
  'ISO16',
];

/** Why: S04 is based on each property of each event, but checks only those that are sent. */
const uncountedChecks: ReadonlySet<string> = new Set([...checksNotRun, 'S04']);

const testFile = /\.(?:ts|txt|http|md|ya?ml)$/;
const tagged = /@fact\b(.*)/;
const idOrSpan = /(F-[\d.]+-)(\d{3})(?:\.\.(?:F-[\d.]+-)?(\d{3}))?/g;

/** Reads the tags of every test file of a project, files in name order. A missing folder has none. */
export async function readTags(project: string): Promise<readonly Proof[]> {
  const files = await listTestFiles(join(project, 'test'));
  const tags = await Promise.all(
    files.map(async (file) => findTags(await readFile(file, 'utf8'), relative(project, file))),
  );
  return tags.flat();
}

/** Lists the facts of the checks that pass on the mock, in the order of the catalogue. */
export function listCheckProofs(): readonly Proof[] {
  return listChecks(agentPlatformContract, agentPlatform)
    .filter(({ id }) => !uncountedChecks.has(id))
    .flatMap(({ id, facts }) => facts.map((fact) => ({ fact, by: id, place: id })));
}

/** Finds the tags in the text of a test. */
export function findTags(text: string, file: string): readonly Proof[] {
  return text.split('\n').flatMap((content, index) => {
    const tag = tagged.exec(content);
    if (tag === null) return [];
    return [...(tag[1] ?? '').matchAll(idOrSpan)]
      .flatMap(([, prefix = '', first = '', last = first]) => spanOf(prefix, Number(first), Number(last)))
      .map((fact) => ({ fact, by: file.replace(/^test\//, ''), place: `${file}:${index + 1}` }));
  });
}

function spanOf(prefix: string, first: number, last: number): readonly string[] {
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, offset) => `${prefix}${String(first + offset).padStart(3, '0')}`,
  );
}

async function listTestFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true });
    return entries
      .filter((entry) => testFile.test(entry))
      .map((entry) => join(folder, entry))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
