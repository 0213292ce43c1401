/**
 * Tests the checks by mutation: `npm run conformance:selftest`. Runs the check of each mutant on the mutant.
 * Exits with 1 when a mutant is missed, a check has no mutant, or a check reports the unchanged mock.
 */
import { listChecks } from '../../conformance/index.ts';
import { listChecksWithout, listTableFaults, mutants } from './mutants/table.ts';
import { readCall, exitWithUsage } from '../read-call.ts';
import { printMutant, printSeconds, printTrial, writePage } from './report.ts';
import { listFalseAlarms, tryMutant, type Trial } from './try-mutant.ts';

const usage = `Usage: npm run conformance:selftest -- [--write] [--only ID]… [--list]

Runs the check of each mutant of tools/selftest/mutants on the mutant.

  --write    write the results to docs/conformance-selftest.md; not with --only
  --only ID  run this mutant, or the mutants of this check; repeatable
  --list     list the mutants

Exit codes: 0 every mutant caught and no findings on the mock, 1 otherwise, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  write: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  list: { type: 'boolean', default: false },
});
const { write, only, list } = values;
if (positionals[0] !== undefined) exitWithUsage(usage, `Unexpected argument ${positionals[0]}.`);
if (write && only.length > 0) exitWithUsage(usage, '--write lists every mutant, so it excludes --only.');
const unknown = only.find((word) => !mutants.some(({ id, check }) => id === word || check === word));
if (unknown !== undefined) exitWithUsage(usage, `No mutant or check has the id ${unknown}.`);

const chosen = mutants.filter(
  ({ id, check }) => only.length === 0 || only.includes(id) || only.includes(check),
);
if (list) {
  for (const mutant of chosen) process.stdout.write(`${printMutant(mutant)}  ${mutant.description}\n`);
} else process.exitCode = (await runSelftest()) ? 0 : 1;

async function runSelftest(): Promise<boolean> {
  const started = performance.now();
  const faults = listTableFaults(chosen);
  const without = only.length === 0 ? listChecksWithout(mutants) : [];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  for (const id of without) process.stdout.write(`${id} has no mutant.\n`);

  const alarms = await listFalseAlarms(
    only.length === 0 ? [] : [...new Set(chosen.map(({ check }) => check))],
  );
  for (const alarm of alarms) process.stdout.write(`The unchanged mock: ${alarm}\n`);
  const trials: Trial[] = [];
  for (const mutant of chosen) {
    const trial = await tryMutant(mutant);
    trials.push(trial);
    process.stdout.write(printTrial(trial, only.length > 0));
  }

  const missed = trials.filter(({ isCaught }) => !isCaught);
  process.stdout.write(
    `${trials.length} mutants, ${trials.length - missed.length} caught, ${missed.length} missed; ` +
      `${without.length} checks without a mutant; ${alarms.length} false alarms; ` +
      `${printSeconds(performance.now() - started).trim()}\n`,
  );
  if (write) await writePage(trials, listChecks().length);
  return missed.length + without.length + alarms.length + faults.length === 0;
}
