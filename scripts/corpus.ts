/**
 * Generates everything for every description under some folders, type-checks what came out, and prints a table:
 * `npm run corpus -- [--keep DIR] PATH…`. Exits with 1 when a description has a compile error or makes the
 * generator fail.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkDescription, type Finding } from './corpus/check-description.ts';
import { findDescriptions } from './corpus/find-descriptions.ts';
import { printCorpusLine, printCorpusHead, printCorpusSum } from './corpus/print-corpus.ts';
import { readCall, refuseCall, requirePaths } from './read-call.ts';

const usage = `Usage: npm run corpus -- [--keep DIR] PATH…

Generates everything for each description below the paths, type-checks the output with TypeScript 5.9 and 7, for Node and for
browsers, tries samples against validators and types, and prints a line for each.

  --keep DIR  leave what was generated there

Exit codes: 0 all is well, 1 a description failed or does not compile, 2 the call is wrong.
`;

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = readCall(usage, { keep: { type: 'string' } });

requirePaths(usage, positionals);
const descriptions = findDescriptions(positionals.map((path) => resolve(path)));
if (descriptions.length === 0) refuseCall(usage, 'No description was found there.');

mkdirSync(join(root, '.cache'), { recursive: true });
const folder = values.keep === undefined ? mkdtempSync(join(root, '.cache/corpus-')) : resolve(values.keep);
const findings: Finding[] = [];
try {
  process.stdout.write(printCorpusHead());
  for (const [index, description] of descriptions.entries()) {
    const finding = await checkDescription(description, join(folder, String(index)));
    findings.push(finding);
    process.stdout.write(printCorpusLine(finding));
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(printCorpusSum(findings));
process.exitCode = findings.some(({ problems }) => problems.length > 0) ? 1 : 0;
