/**
 * Proves that the checks of an implementation can fail: `npm run conformance:selftest`. Makes a service with one fault of each
 * row of the table of faults and holds it to the check that exists for this fault.
 * Exits with 1 when a mutant is missed, a check has no mutant, or the mock as it is is found faulty.
 */
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import { mutants } from './mutants/table.ts';
import { readCall, exitWithUsage } from '../read-call.ts';
import { listChecksWithout, listTableFaults } from './checks-without.ts';
import { watchMutations } from './find-touched.ts';
import { printMutant, printSeconds, printTrial } from './print-trial.ts';
import { listFalseAlarms, tryMutant, type Trial } from './try-mutant.ts';
import { writePage } from './write-page.ts';

const usage = `Usage: npm run conformance:selftest -- [--full [--write]] [--only ID]… [--list]

Holds a service with one fault to the check that exists for this fault, for every fault of tools/selftest/mutants.

  --full     every check on every mutant, wherever its fault shows, to see which others find it too;
             takes some minutes
  --write    writes what was found into docs/conformance-selftest.md; only together with --full and without --only
  --only ID  only this mutant, or the mutants of this check; may be repeated
  --list     lists the mutants and runs nothing

Exit codes: 0 each mutant was caught and the mock was found faultless, 1 not so, 2 the call is wrong.
`;

const { values, positionals } = readCall(usage, {
  full: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  list: { type: 'boolean', default: false },
});
const { full, write, only, list } = values;
if (positionals[0] !== undefined) exitWithUsage(usage, `Unexpected argument ${positionals[0]}.`);
if (write && (!full || only.length > 0)) exitWithUsage(usage, '--write needs --full, and all mutants.');
const unknown = only.find((word) => !mutants.some(({ id, check }) => id === word || check === word));
if (unknown !== undefined) exitWithUsage(usage, `No mutant and no check with a mutant is called ${unknown}.`);

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

  const watch = full ? watchMutations(chosen) : undefined;
  const alarms = await listFalseAlarms(
    only.length === 0 || full ? [] : [...new Set(chosen.map(({ check }) => check))],
    watch,
  );
  for (const alarm of alarms) process.stdout.write(`The mock as it is: ${alarm}\n`);
  const trials: Trial[] = [];
  for (const mutant of chosen) {
    const trial = await tryMutant(mutant, watch?.subjectsOf(mutant) ?? null);
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
