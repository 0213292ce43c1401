/** Writes the results of mutants as lines, and as a table into docs/conformance-selftest.md. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Mutant } from './mutations/mutant.ts';
import type { Trial } from './try-mutant.ts';

const [begin, end] = ['<!-- written: mutants -->', '<!-- /written -->'];
const page = path.join(import.meta.dirname, '../../docs/conformance-selftest.md');

/** Prints a line for a mutant, and the reason when it was missed; with `isVerbose` the finding. */
export function printTrial(trial: Trial, isVerbose: boolean): string {
  const { mutant, isCaught, message, missedBecause, durationMs } = trial;
  const line = `${isCaught ? 'caught' : 'MISSED'}  ${printMutant(mutant)}  ${printSeconds(durationMs)}\n`;
  const below = isCaught ? (isVerbose ? message : null) : missedBecause;
  return below === null ? line : `${line}        ${below}\n`;
}

/** Formats a mutant as a line of the list. */
export function printMutant({ id, check, subject }: Mutant): string {
  return `${id.padEnd(32)}  ${check.padEnd(10)}  ${(subject ?? 'everywhere').padEnd(32)}`;
}

/** Formats a duration in seconds. Units: `ms` in milliseconds. */
export function printSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`.padStart(7);
}

/** Writes the results into the page. Errors: rejects if the page lacks the markers of the table. */
export async function writePage(trials: readonly Trial[], checks: number): Promise<void> {
  const text = await readFile(page, 'utf8');
  const start = text.indexOf(begin);
  const stop = text.indexOf(end, start);
  if (start < 0 || stop < 0) throw new Error('docs/conformance-selftest.md has no place for the table.');
  const fresh = `${text.slice(0, start)}${begin}\n\n${printTable(trials, checks)}\n${text.slice(stop)}`;
  await writeFile(page, await format(fresh, { ...(await resolveConfig(page)), filepath: page }));
}

function printTable(trials: readonly Trial[], checks: number): string {
  const caught = trials.filter(({ isCaught }) => isCaught).length;
  const rows = trials.map(
    ({ mutant: { id, description, check } }) => `| \`${id}\` | ${description} | ${check} |`,
  );
  return [
    `${trials.length} mutants for ${checks} checks; ${caught} of them are detected by their check.`,
    '',
    '| mutant | a service that … | check |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
