/** The command `npm run trace`: traces the contract to its source and back, and updates the generated pages. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { choosePaint, listFindings, printTrace } from './report.ts';
import { runTrace, type Trace } from './run-trace.ts';
import { writeDocs } from './write-docs.ts';

const usage = `Usage: node tools/trace/trace.ts [--all] [--check]

Traces every fact of spec/facts.tsv to the contract and to the tests, and every part of the contract
back to a fact or an assumption. Writes docs/assumptions.md and docs/traceability.md.

  --all     show every finding, not the first 50
  --check   write nothing; fail when the documents are stale
  --help    show this

Exit codes: 0 no findings, 1 findings, 2 the options or the documents cannot be read.`;

const shownFindings = 50;
const project = join(import.meta.dirname, '../..');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { all: { type: 'boolean' }, check: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const trace = await runTrace(project);
  const limit = values.all === true ? Number.POSITIVE_INFINITY : shownFindings;
  console.log(printTrace(trace, limit, choosePaint(process.stdout.isTTY)));
  const stale = await settleDocs(trace, values.check === true);
  for (const path of stale) console.log(`${path} is stale; run npm run trace`);
  return listFindings(trace).length > 0 || stale.length > 0 ? 1 : 0;
}

/** Writes the pages that differ, or with `check` only returns their paths. */
async function settleDocs(trace: Trace, check: boolean): Promise<readonly string[]> {
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

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('Try --help.');
  process.exitCode = 2;
}
