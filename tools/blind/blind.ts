/**
 * Measures the checks on random faults: `npm run conformance:blind`. Each fault is chosen by a seed, without a look at the
 * checks, and introduced into the mock. Prints which faults the checks noticed, by kind, and the share.
 */
import { writeFile } from 'node:fs/promises';
import { exitWithUsage, readCall } from '../read-call.ts';
import { chooseFaults } from './choose-fault.ts';
import { tryFault, type FaultTrial } from './try-fault.ts';

const usage = `Usage: npm run conformance:blind -- [--faults N] [--seed N] [--plain] [--only TEXT] [--json FILE]

Introduces random faults into the mock, one at a time, and runs the checks on it. A fault counts if it changed a response
of the run.

  --faults N   number of faults (default 200)
  --seed N     seed of the faults (default 1)
  --plain      check with a configuration only, as a service without a driver is checked
  --only TEXT  only faults whose kind or place contains this text
  --json FILE  write the results

Exit codes: 0 measured, 2 invalid arguments.
`;

const { values } = readCall(usage, {
  faults: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  plain: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  json: { type: 'string' },
});
const [count, seed] = [Number(values.faults), Number(values.seed)];
if (!Number.isInteger(count) || count < 1) exitWithUsage(usage, '--faults is not a positive integer.');
if (!Number.isInteger(seed)) exitWithUsage(usage, '--seed is not an integer.');

const trials: FaultTrial[] = [];
for (const random of chooseFaults(seed, count)) {
  if (!`${random.fault.kind} ${random.fault.place}`.includes(values.only)) continue;
  const trial = await tryFault(random, values.plain);
  trials.push(trial);
  process.stdout.write(printTrial(trial));
}
process.stdout.write(printTable(trials));
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(trials, null, 2));

function printTrial({ kind, place, outcome, check, message }: FaultTrial): string {
  const detection = check === null ? '' : `  ${check}: ${message ?? ''}`;
  return `${outcome.padEnd(9)}  ${kind.padEnd(40)}  ${place.padEnd(48)}${detection}\n`;
}

function printTable(all: readonly FaultTrial[]): string {
  const acting = all.filter(({ outcome }) => outcome !== 'unseen');
  const noticed = (list: readonly FaultTrial[]): number =>
    list.filter(({ outcome }) => outcome === 'noticed').length;
  const rows = [...Map.groupBy(acting, ({ kind }) => kind)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, list]) => `| ${kind} | ${noticed(list)} of ${list.length} |`);
  const percent = acting.length === 0 ? 0 : Math.round((100 * noticed(acting)) / acting.length);
  const unseen = all.length - acting.length;
  return [
    '',
    '| a service that … | noticed |',
    '| --- | ---: |',
    ...rows,
    '',
    `${noticed(acting)} of ${acting.length} faults noticed (${percent} %); ${unseen} changed no response of the run.`,
    '',
  ].join('\n');
}
