/**
 * Generates all outputs for every description below some folders, type-checks them, and prints a table:
 * `npm run corpus -- [--keep DIR] [--tsc FILE] PATH…`. Exits with 1 when a description has a compile error or makes the
 * generator fail.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkDescription, type Finding } from './check-description.ts';
import { findDescriptions } from './find-descriptions.ts';
import { printCorpusLine, printCorpusHead, printCorpusSum } from './print-corpus.ts';
import { readCall, exitWithUsage, requirePaths } from '../read-call.ts';

const usage = `Usage: npm run corpus -- [--keep DIR] [--tsc FILE] PATH…

Generates all outputs for each description below the paths, type-checks them with TypeScript 5.9 and 7 in projects as
tsc --init, Vite, Next.js, NestJS and Angular start them, tries samples against validators and types, and prints a line for each.

  --keep DIR  keep the generated files in this folder
  --tsc FILE  check with this compiler too; repeatable

Exit codes: 0 success, 1 a description failed or does not compile, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  keep: { type: 'string' },
  tsc: { type: 'string', multiple: true, default: [] },
});

requirePaths(usage, positionals);
const descriptions = findDescriptions(positionals.map((path) => resolve(path)));
if (descriptions.length === 0) exitWithUsage(usage, 'There is no description in these paths.');

// Outside of this repository, so that the packages installed here cannot be imported.
const folder =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), 'backlot-corpus-')) : resolve(values.keep);
const compilers = values.tsc.map((file) => resolve(file));
const findings: Finding[] = [];
try {
  process.stdout.write(printCorpusHead());
  for (const [index, description] of descriptions.entries()) {
    const finding = await checkDescription(description, join(folder, String(index)), compilers);
    findings.push(finding);
    process.stdout.write(printCorpusLine(finding));
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(printCorpusSum(findings));
process.exitCode = findings.some(({ problems }) => problems.length > 0) ? 1 : 0;
