/**
 * Holds the validators to the official test cases of JSON Schema, draft 2020-12: `npm run suite -- [--reasons] DIR`, where DIR is
 * the folder `tests/draft2020-12` of JSON-Schema-Test-Suite. Prints a table by file, every wrong verdict, and what is refused and why.
 * Exits with 1 when a verdict on a required test is wrong without a reason, or more than four format tests are wrong.
 */
import { parseArgs } from 'node:util';
import { judgeGroup } from './suite/judge-group.ts';
import { printSuite, type FileResult } from './suite/print-suite.ts';
import { readSuite } from './suite/suite-files.ts';

/** How many of the format tests may be wrong. */
const MOST_WRONG_FORMATS = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reasons: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const [folder] = positionals;
const { only } = values;
const files = folder === undefined ? [] : readSuite(folder);
if (files.length === 0) {
  process.stderr.write('Usage: npm run suite -- [--reasons] [--only FILE] DIR\nNo test was found there.\n');
  process.exitCode = 2;
} else {
  const results: FileResult[] = [];
  for (const { name, part, groups } of files.filter((file) => only === undefined || file.name === only)) {
    const judged = [];
    for (const group of groups) judged.push({ group, verdict: await judgeGroup(group, part) });
    results.push({ name, part, groups: judged });
  }
  process.stdout.write(printSuite(results, values.reasons));
  const wrongIn = (part: string): number =>
    results
      .filter((file) => file.part === part)
      .flatMap(({ groups }) => groups)
      .reduce(
        (sum, { verdict }) =>
          sum + (part === 'required' && verdict.reasons.length > 0 ? 0 : verdict.wrong.length),
        0,
      );
  process.exitCode = wrongIn('required') > 0 || wrongIn('format') > MOST_WRONG_FORMATS ? 1 : 0;
}
