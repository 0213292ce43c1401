/** The command `npm run trace`: traces the contract to its source and back, and updates the generated pages. */
import { join } from 'node:path';
import { readCall } from '../read-call.ts';
import { writeFiles } from '../write-files.ts';
import { listFindings, printTrace } from './report.ts';
import { runTrace } from './run-trace.ts';
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

// `writeFiles` reads `--check` itself.
const { values } = readCall(usage, { all: { type: 'boolean' }, check: { type: 'boolean' } });
try {
  const trace = await runTrace(project);
  console.log(printTrace(trace, values.all === true ? Infinity : shownFindings));
  if (listFindings(trace).length > 0) process.exitCode = 1;
  await writeFiles(writeDocs(trace), 'npm run trace');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
