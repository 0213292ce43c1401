/** The command `npm run trace`: traces the contract to its source and back, and updates the generated pages. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCall } from '../read-call.ts';
import { listFindings, printTrace } from './report.ts';
import { runTrace, type Trace } from './run-trace.ts';
import { writeDocs } from './write-docs.ts';

const usage = `Usage: npm run trace [-- [--all] [--check]]

Traces every fact of spec/facts.tsv to the contract and to the tests, and every part of the contract
back to a fact or an assumption. Writes docs/assumptions.md and docs/traceability.md.

  --all     print all findings, not only the first 50
  --check   write nothing; fail if the pages are out of date
  --help    print this text

Exit codes: 0 no findings, 1 findings, 2 invalid arguments or unreadable documents.
`;

const shownFindings = 50;
const project = join(import.meta.dirname, '../..');

const { values } = readCall(usage, { all: { type: 'boolean' }, check: { type: 'boolean' } });
try {
  const trace = await runTrace(project);
  console.log(printTrace(trace, values.all === true ? Infinity : shownFindings));
  const stale = await updatePages(trace, values.check === true);
  for (const path of stale) console.log(`${path} is out of date; run npm run trace`);
  process.exitCode = listFindings(trace).length > 0 || stale.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** Writes the pages that differ, or with `check` only returns their paths. */
async function updatePages(trace: Trace, check: boolean): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const [path, text] of writeDocs(trace)) {
    const file = join(project, path);
    const present = await readFile(file, 'utf8').catch(() => null);
    if (present === text) continue;
    if (check) {
      stale.push(path);
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return stale;
}
