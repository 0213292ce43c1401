/**
 * Installs the packed package with each package manager, generates code, compiles it with each TypeScript, and runs it:
 * `npm run build && node tools/package-managers/try-managers.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProject } from '../corpus/check-types.ts';
import { readCall } from '../read-call.ts';
import { writeRow } from '../table.ts';
import { commandOf, folderOf, installTools, pack, root, start, wantedManagers } from './installed.ts';
import { compilers, tools, type PackageManager } from './managers.ts';
import { writeProject } from './project.ts';

const usage = `Usage: node tools/package-managers/try-managers.ts [--only NAME] [--keep]

Packs dist/ (npm run build), installs it in a temporary folder with each package manager, generates code with a copy of
the runtime and with the package, compiles it with each TypeScript, and runs it against the mock. Prints a table.

  --only NAME  package managers whose name begins with NAME; repeatable
  --keep       keep the folder

Exit codes: 0 success, 1 a step failed, 2 invalid arguments.
`;

const { values } = readCall(usage, {
  only: { type: 'string', multiple: true, default: [] },
  keep: { type: 'boolean', default: false },
});

/** The compilers, each under its own name. */
const aliases = compilers.map((version) => `typescript-${version}@npm:typescript@${version}`);
const folder = mkdtempSync(join(tmpdir(), 'backlot-managers-'));

try {
  installTools(folder, aliases);
  const tarball = pack(root, folder);
  const columns = [
    'package manager',
    'install',
    'generate',
    ...compilers.map((each) => `TypeScript ${each}`),
    'run',
  ];
  process.stdout.write(writeRow(columns));
  for (const manager of wantedManagers(values.only)) {
    const results = await tryManager(manager, tarball);
    process.stdout.write(writeRow([`${manager.name} (${versionOf(manager)})`, ...results]));
    if (results.includes('fails')) process.exitCode = 1;
  }
} finally {
  if (values.keep) process.stdout.write(`${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
}

/** Returns the result of each column. */
async function tryManager(manager: PackageManager, tarball: string): Promise<readonly string[]> {
  const project = folderOf(manager, folder);
  const own = (args: readonly string[]): string => step(manager, args, project);
  const generate = (runtime: string): string =>
    own([
      ...manager.exec,
      'backlot',
      ...['generate', '--openapi', 'openapi.yaml'],
      '--out',
      runtime,
      '--runtime',
      runtime,
    ]);
  const compile = (version: string): Promise<string> | string => {
    if (manager.patched === undefined) return compileWith(version, manager, project);
    if (!manager.patched.includes(version)) return 'not supported';
    writeProject(project, tarball, manager.files, { typescript: version });
    return own(manager.install) === 'fails' ? 'fails' : own([...manager.exec, 'tsc', '-p', '.']);
  };
  writeProject(project, tarball, manager.files, {});
  const installs = own(manager.install);
  const generates = [generate('copy'), generate('package')].includes('fails') ? 'fails' : 'works';
  const runs =
    manager.run === null
      ? result(manager, process.execPath, ['program.ts'], project)
      : own([...manager.run, 'program.ts']);
  const compiles: string[] = [];
  for (const version of compilers) compiles.push(await compile(version));
  return [installs, generates, ...compiles, runs];
}

async function compileWith(version: string, { name }: PackageManager, project: string): Promise<string> {
  const lines = await compileProject(
    join(folder, 'tools/node_modules', `typescript-${version}`, 'bin/tsc'),
    project,
  );
  for (const line of lines.slice(0, 5)) process.stderr.write(`${name}: TypeScript ${version}: ${line}\n`);
  return lines.length === 0 ? 'works' : 'fails';
}

/** Runs a command of a package manager, and reports its output if it fails. */
function step(manager: PackageManager, args: readonly string[], project: string): string {
  const [file, ...before] = commandOf(manager, folder);
  return result(manager, file, [...before, ...args], project);
}

function result({ name }: PackageManager, file: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = start(file, args, cwd);
  if (status !== 0) process.stderr.write(`${name}: ${args.join(' ')}: ${(stdout + stderr).slice(-2000)}\n`);
  return status === 0 ? 'works' : 'fails';
}

function versionOf(manager: PackageManager): string {
  const wanted = tools.find((tool) => tool.startsWith(`${manager.package}@`)) ?? '';
  return wanted.slice(manager.package.length + 1);
}
