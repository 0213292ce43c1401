/**
 * Compares our mock with others on five small descriptions: `npm run comparison -- FOLDER`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { exitWithUsage, readCall } from '../read-call.ts';
import { writeTable } from '../table.ts';
import { replacePart } from '../write-files.ts';
import { medianOf, tryMocks, writeLoad, type MockResult, type Trial } from './measure.ts';
import { installMocks } from './mocks.ts';
import { scenarioNames } from './scenarios.ts';

const usage = `Usage: npm run comparison -- FOLDER [OPTIONS]

Starts our mock and those that are installed in FOLDER, one after the other, on each description of
tools/comparison/descriptions, plays the scenarios, measures start, memory and a read, and prints a table. On Linux.

  --install    first install the others into FOLDER, at the versions on the page
  --only NAME  only the mock of this name, such as Scalar
  --verbose    also print why scenarios failed and what is wrong with responses
  --write      write the table into docs/comparison.md

Exit codes: 0 done, 1 our mock failed a scenario, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, {
  install: { type: 'boolean', default: false },
  only: { type: 'string' },
  verbose: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
if (positionals[0] === undefined) exitWithUsage(usage, 'FOLDER is missing.');
const folder = path.resolve(positionals[0]);
mkdirSync(folder, { recursive: true });
if (values.install)
  for (const name of installMocks(folder, values.only))
    process.stderr.write(`npm could not install ${name}.\n`);
const results = await tryMocks(folder, values.only);
if (values.verbose) process.stdout.write(results.map(printProblems).join(''));
const part = printComparison(results);
process.stdout.write(part);
if (values.write) {
  const page = 'docs/comparison.md';
  const file = path.join(import.meta.dirname, '../..', page);
  await writeFile(file, await replacePart(page, await readFile(file, 'utf8'), 'comparison', part));
}
const ours = results.find(({ mock }) => mock.packages.length === 0)?.trials ?? [];
if (ours.some(hasProblem)) process.exitCode = 1;

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
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${writeLoad()}.`,
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
