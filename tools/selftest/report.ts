/** Writes the results of mutants as lines, and as a table into docs/conformance-selftest.md. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replacePart } from '../write-files.ts';
import type { Expectation } from './faults/fault.ts';
import type { Mutant } from './mutants/table.ts';
import type { Trial } from './try-mutant.ts';

const page = 'docs/conformance-selftest.md';
const file = path.join(import.meta.dirname, '../..', page);

const results: Readonly<Record<Expectation, string>> = {
  fail: 'fails',
  warn: 'warns',
  pass: 'passes',
  skip: 'is skipped',
};

/** Prints a line for a mutant, and the reason when it was missed; with `isVerbose` the finding. */
export function printTrial({ mutant, isExpected, message, durationMs }: Trial, isVerbose: boolean): string {
  const line = `${isExpected ? 'right ' : 'WRONG '}  ${printMutant(mutant)}  ${printSeconds(durationMs)}\n`;
  return isExpected && !isVerbose ? line : `${line}        ${message}\n`;
}

/** Formats a mutant as a line of the list. */
export function printMutant(mutant: Mutant): string {
  const [check, kind, place, result] = rowOf(mutant);
  return `${check.padEnd(10)}  ${result.padEnd(10)}  ${`${kind}: ${place}`.padEnd(80)}`;
}

/** Returns the cells of a mutant in the table of the page: check, fault, place and result. */
export function rowOf({ check, fault, expects, isPlain }: Mutant): readonly [string, string, string, string] {
  const result = `${results[expects]}${isPlain ? ', without a driver' : ''}`;
  return [check, fault.kind, fault.place, result];
}

/** Formats a duration in seconds. Units: `ms` in milliseconds. */
export function printSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`.padStart(7);
}

/** Writes the results into the page. Errors: rejects if the page lacks the markers of the table. */
export async function writePage(trials: readonly Trial[], checks: number): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, await replacePart(page, text, 'mutants', printTable(trials, checks)));
}

function printTable(trials: readonly Trial[], checks: number): string {
  const right = trials.filter(({ isExpected }) => isExpected).length;
  const rows = trials.map(({ mutant }) => `| ${rowOf(mutant).join(' | ')} |`);
  return [
    `${trials.length} services for ${checks} checks; ${right} of them have the expected result.`,
    '',
    '| check | a service that … | at | then the check |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
