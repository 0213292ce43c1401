/**
 * Compiles the tasks in `tasks/`, which are written with the output of each generator, and counts their lines.
 */
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runMeasured } from '../bench/support/measured-run.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { compileProject } from './check-types.ts';
import { readCall, requirePaths } from '../read-call.ts';
import { writeRow } from '../table.ts';
import { strictOptions } from './compile-outputs.ts';
import { generators, type ComparedGenerator } from './compare-generators.ts';

const usage = `Usage: node tools/corpus/compare-tasks.ts --peers FOLDER

Generates the API of tools/corpus/tasks/films.yaml with Backlot and with each of the peers, compiles the tasks that are
written with the output, and prints the lines of each task, imports included. Install the peers as
tools/corpus/compare.ts says, and:

  npm install --prefix FOLDER msw@3 @faker-js/faker@10 eventsource-parser@4

  --peers FOLDER  the folder they are installed in

Exit codes: 0 success, 1 a task does not compile, 2 invalid arguments.
`;

const { values } = readCall(usage, { peers: { type: 'string', default: '' } });
requirePaths(usage, [values.peers]);

const root = resolve(import.meta.dirname, '../..');
const tasks = join(import.meta.dirname, 'tasks');
const peers = join(resolve(values.peers), 'node_modules');
const compilerOptions = { ...strictOptions, allowImportingTsExtensions: true };

const rows: (readonly string[])[] = [];
for (const generator of generators) {
  const counts = countLines(readFileSync(join(tasks, generator.tasks), 'utf8'));
  if (rows.length === 0) rows.push(['generator', ...counts.keys()], ['---', ...[...counts].map(() => '--:')]);
  rows.push([generator.name, ...[...counts.values()].map(String)]);
  const errors = await compileTasks(generator);
  for (const error of errors) process.stderr.write(`${generator.name}: ${error}\n`);
  if (errors.length > 0) process.exitCode = 1;
}
process.stdout.write(rows.map(writeRow).join(''));

/** Returns the type errors. */
function compileTasks(generator: ComparedGenerator): Promise<string[]> {
  return inTemporaryFolder(async (folder) => {
    copyFileSync(join(tasks, 'films.yaml'), join(folder, 'films.yaml'));
    copyFileSync(join(tasks, generator.tasks), join(folder, 'tasks.ts'));
    symlinkSync(peers, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['tasks.ts'] }));
    const args = generator.prepare(folder, join(folder, 'films.yaml'), peers, true);
    const { status, output } = await runMeasured(args, { cwd: folder });
    if (status !== 0) return [output];
    return compileProject(join(root, 'node_modules/typescript7/bin/tsc'), folder);
  });
}

/** Returns the number of lines of each task, without blank ones. */
function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const task of text.split(/^\/\/ task: /m).slice(1)) {
    const [name = '', ...lines] = task.split('\n').filter((line) => line.trim() !== '');
    counts.set(name, lines.length);
  }
  return counts;
}
