/**
 * The time of the test suite, by vitest project, and its slowest file. It has no peer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Bench, Figure } from '../support/table.ts';
import { inTemporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const projects = ['unit', 'process', 'browser'];

/** The part of vitest's JSON report that is read. Units: milliseconds since 1970. */
interface Report {
  readonly numTotalTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** Runs every project once. */
export const benchTests: Bench = async () => {
  const rows: Figure[] = [];
  for (const project of projects) rows.push(await inTemporaryFolder((folder) => runProject(project, folder)));
  return rows;
};

async function runProject(project: string, folder: string): Promise<Figure> {
  const file = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporter = ['--reporter=json', `--outputFile=${file}`];
  const [began, cpuBefore] = [performance.now(), childrenCpuSeconds()];
  const args = [vitest, 'run', '--project', project, ...reporter];
  await once(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] }), 'exit');
  const seconds = (performance.now() - began) / 1000;
  const cpu = childrenCpuSeconds() - cpuBefore;
  const { numTotalTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const files = testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      took: (endTime - startTime) / 1000,
    }))
    .sort((one, other) => other.took - one.took);
  const [slowest] = files;
  const figures = [
    `${cpu.toFixed(0)} s of processor time, ${seconds.toFixed(0)} s`,
    `${numTotalTests} tests in ${files.length} files${numFailedTests > 0 ? `, ${numFailedTests} failed` : ''}`,
    ...(slowest === undefined ? [] : [`slowest ${slowest.name}, ${slowest.took.toFixed(1)} s`]),
  ];
  return { what: `tests of the project ${project}`, figures: figures.join('; ') };
}

/**
 * Returns the processor time of all processes that this one has started and that have ended.
 *
 * Source: proc(5), cutime and cstime of /proc/self/stat, in hundredths of a second.
 */
function childrenCpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
