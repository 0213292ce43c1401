/**
 * Compares our mock with others on five small descriptions, or our checks with others on a service with faults:
 * `npm run comparison -- FOLDER`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { exitWithUsage, readCall } from '../read-call.ts';
import { writeTable } from '../table.ts';
import { replacePart } from '../write-files.ts';
import { printChecks, printFindings, tryCheckers } from './checks.ts';
import { checkers } from './detection/checkers.ts';
import { installPackages } from './install.ts';
import { medianOf, tryMocks, writeLoad, type MockResult, type Trial } from './measure.ts';
import { comparedMocks } from './mocks.ts';
import { scenarioNames } from './scenarios.ts';

const usage = `Usage: npm run comparison -- FOLDER [OPTIONS]

Starts our mock and those that are installed in FOLDER, one after the other, on each description of
tools/comparison/descriptions, plays the scenarios, measures start, memory and a read, and prints a table. On Linux.

  --checks     compare tools that check a service instead: on a small service without a fault, with each of its
               faults, and with each of its liberties
  --install    first install the others into FOLDER, at the versions on the page
  --only NAME  only the mock or tool of this name, such as Scalar
  --verbose    also print why scenarios failed and what is wrong with responses, or the findings of tools
  --write      write the table into docs/comparison.md

Exit codes: 0 done, 1 our mock failed a scenario or our checks have a finding without a fault, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  checks: { type: 'boolean', default: false },
  install: { type: 'boolean', default: false },
  only: { type: 'string' },
  verbose: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
if (positionals[0] === undefined) exitWithUsage(usage, 'FOLDER is missing.');
const folder = path.resolve(positionals[0]);
mkdirSync(folder, { recursive: true });
if (values.install)
  for (const name of installPackages(values.checks ? checkers : comparedMocks, folder, values.only))
    process.stderr.write(`npm could not install ${name}.\n`);
if (values.checks) await compareChecks();
else await compareMocks();

async function compareMocks(): Promise<void> {
  const results = await tryMocks(folder, values.only);
  if (values.verbose) process.stdout.write(results.map(printProblems).join(''));
  await publish('comparison', printComparison(results));
  const ours = results.find(({ mock }) => mock.packages.length === 0)?.trials ?? [];
  if (ours.some(hasProblem)) process.exitCode = 1;
}

async function compareChecks(): Promise<void> {
  const results = await tryCheckers(folder, values.only);
  if (values.verbose) process.stdout.write(results.map(printFindings).join(''));
  await publish('detection', `${printChecks(results)}\n${printMachine()}\n`);
  const ours = results.find(({ checker }) => checker.name === 'Backlot');
  if ((ours?.falseAlarms ?? []).length > 0) process.exitCode = 1;
}

/** Prints a part of the page, and writes it there if that is wanted. */
async function publish(name: string, part: string): Promise<void> {
  process.stdout.write(part);
  if (!values.write) return;
  const page = 'docs/comparison.md';
  const file = path.join(import.meta.dirname, '../..', page);
  await writeFile(file, await replacePart(page, await readFile(file, 'utf8'), name, part));
}

function printMachine(): string {
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${writeLoad()}.`;
}

function hasProblem({ failure, played }: Trial): boolean {
  return failure !== null || played.some(({ problem }) => problem !== null);
}

function printComparison(compared: readonly MockResult[]): string {
  const tried = compared.filter(({ trials }) => trials.length > 0);
  const absent = compared.filter(({ trials }) => trials.length === 0);
  const cells = (write: (trials: readonly Trial[]) => string): readonly string[] =>
    tried.map(({ trials }) => write(trials));
  const figure = (pick: (trial: Trial) => number | null) =>
    cells((trials) => medianOf(trials, pick)?.toFixed(0) ?? '–');
  return [
    writeTable(
      ['mock', 'packages', 'started with'],
      compared.map(({ mock, trials }) => [
        mock.name,
        mock.packages.length === 0 ? 'this checkout' : mock.packages.join(', '),
        trials.length === 0 ? 'not installed' : `\`${mock.command}\``,
      ]),
    ),
    '\n',
    writeTable(
      ['scenario', ...tried.map(({ mock }) => mock.name)],
      [
        [
          'starts',
          ...cells((trials) => `${trials.filter(({ failure }) => failure === null).length}/${trials.length}`),
        ],
        ...scenarioNames.map((name) => [name, ...cells((trials) => countPassed(trials, name))]),
        ['valid responses', ...cells(countValid)],
      ],
    ),
    '\n',
    writeTable(
      ['median of the descriptions', ...tried.map(({ mock }) => mock.name)],
      [
        ['start, ms', ...figure(({ startMs }) => startMs)],
        ['start, ms of processor time', ...figure(({ startCpuMs }) => startCpuMs)],
        ['memory after the scenarios, MiB', ...figure(({ memory }) => memory)],
        ['read of a record, µs of processor time', ...figure(({ readCpu }) => readCpu)],
        ['reads per second of processor time', ...figure(({ readCpu }) => readCpu && 1e6 / readCpu)],
      ],
    ),
    `\n${printMachine()}`,
    absent.length === 0 ? '' : ` Not installed: ${absent.map(({ mock }) => mock.name).join(', ')}.`,
    '\n',
  ].join('');
}

/** Shape: passed and played, over the descriptions that the scenario applies to; a mock that did not start passes none. */
function countPassed(trials: readonly Trial[], name: string): string {
  const all = trials.flatMap(({ played }) => played.filter(({ scenario }) => scenario === name));
  return `${all.filter(({ problem }) => problem === null).length}/${all.length}`;
}

function countValid(trials: readonly Trial[]): string {
  const all = trials.flatMap(({ verdicts }) => verdicts);
  return `${Math.floor((100 * all.filter((verdict) => verdict === null).length) / Math.max(1, all.length))} %`;
}

function printProblems({ mock, trials }: MockResult): string {
  return trials
    .flatMap(({ description, failure, played, verdicts }) =>
      [
        ...(failure === null ? [] : [`does not start: ${failure}`]),
        ...played.flatMap(({ scenario, problem }) => (problem === null ? [] : [`${scenario}: ${problem}`])),
        ...new Set(verdicts.filter((verdict) => verdict !== null)),
      ].map((line) => `${mock.name}, ${description}: ${line.split('\n')[0] ?? ''}\n`),
    )
    .join('');
}
