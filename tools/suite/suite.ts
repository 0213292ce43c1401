/**
 * Runs the validators on the JSON Schema Test Suite, draft 2020-12: `npm run suite -- [--reasons] DIR`, where DIR is
 * the folder `tests/draft2020-12` of JSON-Schema-Test-Suite. Prints a table by file, every wrong verdict, and rejected
 * schemas. Exits with 1 if a verdict on a required test is wrong without a diagnostic, or if more than four format
 * tests are wrong.
 */
import { judgeGroup } from './judge-group.ts';
import { printSuite, type FileResult } from './print-suite.ts';
import { readCall, exitWithUsage, requirePaths } from '../read-call.ts';
import { readSuite } from './suite-files.ts';

const usage = `Usage: npm run suite -- [--reasons] [--only FILE] DIR

Runs the validators on the test cases in DIR, the folder tests/draft2020-12 of JSON-Schema-Test-Suite.

  --reasons    print the diagnostics of each rejected schema
  --only FILE  only the tests of this file, such as anyOf

Exit codes: 0 no wrong verdict, 1 wrong verdicts, 2 invalid arguments.
`;

/** Maximum number of wrong verdicts on format tests. */
const MAX_WRONG_FORMATS = 4;

const { values, positionals } = readCall(usage, {
  reasons: { type: 'boolean', default: false },
  only: { type: 'string' },
});
requirePaths(usage, positionals);
const [folder] = positionals;
const { only } = values;
const files = folder === undefined ? [] : readSuite(folder);
if (files.length === 0) exitWithUsage(usage, 'There are no tests in this folder.');

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
process.exitCode = wrongIn('required') > 0 || wrongIn('format') > MAX_WRONG_FORMATS ? 1 : 0;
