/**
 * Writes the table of mutants and the checks that caught them into its page; the rest of the page is written by hand.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Trial } from './try-mutant.ts';

const [begin, end] = ['<!-- written: mutants -->', '<!-- /written -->'];
const page = path.join(import.meta.dirname, '../../docs/conformance-selftest.md');

/** Writes what came of every mutant. Errors: rejects when the page has no place for it. */
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
  const rows = trials.map(({ mutant: { id, description, check }, caughtBy }) => {
    const others = caughtBy.filter((other) => other !== check).join(' ');
    return `| \`${id}\` | ${description} | ${check} | ${others} |`;
  });
  return [
    `${trials.length} mutants for ${checks} checks; ${caught} of them are caught by the check named for them.`,
    '',
    '| mutant | a service that … | named for it | found something too |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
