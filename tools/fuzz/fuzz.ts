/**
 * Compares compiled validators with Ajv at run time over mutants of valid values: `npm run fuzz -- [N] [--seed S]
 * [PATH…]`. Without paths it uses our own contracts, else all descriptions below the paths. The N mutants are divided
 * between them. Exits with 1 if a verdict differs.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createFuzzFolder, findOwnSubjects, listSubjects } from './find-subjects.ts';
import { fuzzOutput, type FuzzSubject } from './fuzz-output.ts';
import { readCall, exitWithUsage, requirePaths } from '../read-call.ts';

const usage = `Usage: npm run fuzz -- [N] [--seed S] [PATH…]

Compares the validators with Ajv over N mutants of valid values (default 100000). They are divided between the
descriptions below the paths, or among our own contracts.

  --seed S  seed for the mutants, an integer (default 1)

Exit codes: 0 no difference, 1 a difference, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, { seed: { type: 'string', default: '1' } });
const isCount = (text: string): boolean => /^\d+$/.test(text);
const total = Number(positionals.find(isCount) ?? 100_000);
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) exitWithUsage(usage, `--seed takes an integer, not ${values.seed}.`);
const paths = positionals.filter((text) => !isCount(text)).map((path) => resolve(path));
requirePaths(usage, paths);

const folder = createFuzzFolder();
try {
  const own = paths.length === 0 ? await findOwnSubjects() : [];
  const subjects: (() => Promise<FuzzSubject | null>)[] =
    paths.length === 0 ? own.map((subject) => () => Promise.resolve(subject)) : listSubjects(paths, folder);
  let [mutants, fitting, differing] = [0, 0, 0];
  for (const next of subjects) {
    const subject = await next();
    if (subject === null) continue;
    const result = await fuzzOutput(subject, { mutants: Math.ceil(total / subjects.length), seed });
    mutants += result.mutants;
    fitting += result.fitting;
    differing += result.differences.length;
    const uncompared = result.uncompared.length === 0 ? '' : `, ${result.uncompared.length} not compared`;
    process.stdout.write(
      `${subject.label}: ${result.mutants} mutants of ${result.checks} checks${uncompared}, ` +
        `${result.fitting} valid, ${result.differences.length} differences\n`,
    );
    for (const difference of result.differences) process.stdout.write(`    ${difference}\n`);
  }
  process.stdout.write(`${mutants} mutants, ${fitting} valid, ${differing} differences, seed ${seed}\n`);
  process.exitCode = differing > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
