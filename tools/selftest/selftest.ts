/**
 * Tests the checks by mutation: `npm run conformance:selftest`. Runs the check of each mutant on the mutant.
 * Exits with 1 when a result is not as expected, a check has no mutant, or a check reports the unchanged mock.
 */
import { listChecks } from '../../conformance/index.ts';
import { everyCheck } from './faults/fault.ts';
import { listTableFaults, mutants } from './mutants/table.ts';
import { readCall, exitWithUsage } from '../read-call.ts';
import { printMutant, printSeconds, printTrial, writePage } from './report.ts';
import { listFalseAlarms, tryMutant, type Trial } from './try-mutant.ts';

const usage = `Usage: npm run conformance:selftest -- [--write] [--only ID]… [--list]

Runs the check of each mutant of tools/selftest/mutants on the mutant.

  --write    write the results to docs/conformance-selftest.md; not with --only
  --only ID  run the mutants of this check; repeatable
  --list     list the mutants

Exit codes: 0 every result as expected and no findings on the mock, 1 otherwise, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  write: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  list: { type: 'boolean', default: false },
});
const { write, only, list } = values;
if (positionals[0] !== undefined) exitWithUsage(usage, `Unexpected argument ${positionals[0]}.`);
if (write && only.length > 0) exitWithUsage(usage, '--write lists every mutant, so it excludes --only.');
const unknown = only.find((word) => !mutants.some(({ check }) => check === word));
if (unknown !== undefined) exitWithUsage(usage, `No mutant has the check ${unknown}.`);

const chosen = mutants.filter(({ check }) => only.length === 0 || only.includes(check));
if (list) {
  for (const mutant of chosen) process.stdout.write(`${printMutant(mutant).trimEnd()}\n`);
} else process.exitCode = (await runSelftest()) ? 0 : 1;

async function runSelftest(): Promise<boolean> {
  const started = performance.now();
  const faults = listTableFaults(mutants);
  for (const fault of faults) process.stdout.write(`${fault}\n`);

  const alarms = await listFalseAlarms(only.filter((word) => word !== everyCheck));
  for (const alarm of alarms) process.stdout.write(`The unchanged mock: ${alarm}\n`);
  const trials: Trial[] = [];
  for (const mutant of chosen) {
    const trial = await tryMutant(mutant);
    trials.push(trial);
    process.stdout.write(printTrial(trial, only.length > 0));
  }

  const wrong = trials.filter(({ isExpected }) => !isExpected).length;
  process.stdout.write(
    `${trials.length} mutants, ${wrong} with a wrong result; ${faults.length} errors in the table; ` +
      `${alarms.length} false alarms; ${printSeconds(performance.now() - started).trim()}\n`,
  );
  if (write) await writePage(trials, listChecks().length);
  return wrong + alarms.length + faults.length === 0;
}
