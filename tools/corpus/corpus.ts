/**
 * Generates everything for every description under some folders, type-checks what came out, and prints a table:
 * `npm run corpus -- [--keep DIR] [--tsc FILE] PATH…`. Exits with 1 when a description has a compile error or makes the
 * generator fail.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkDescription, type Finding } from './check-description.ts';
import { findDescriptions } from './find-descriptions.ts';
import { printCorpusLine, printCorpusHead, printCorpusSum } from './print-corpus.ts';
import { readCall, refuseCall, requirePaths } from '../read-call.ts';

const usage = `Usage: npm run corpus -- [--keep DIR] [--tsc FILE] PATH…

Generates everything for each description below the paths, type-checks the output with TypeScript 5.9 and 7 in projects as
tsc --init, Vite, Next.js, NestJS and Angular start them, tries samples against validators and types, and prints a line for each.

  --keep DIR  leave what was generated there
  --tsc FILE  check with this compiler too; may be given several times

Exit codes: 0 all is well, 1 a description failed or does not compile, 2 the call is wrong.
`;

const { values, positionals } = readCall(usage, {
  keep: { type: 'string' },
  tsc: { type: 'string', multiple: true, default: [] },
});

requirePaths(usage, positionals);
const descriptions = findDescriptions(positionals.map((path) => resolve(path)));
if (descriptions.length === 0) refuseCall(usage, 'No description was found there.');

// Why: outside of this repository, so that nothing that is installed here can be imported.
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
