/** Installs the package managers in a temporary folder, packs a package for them, and runs their commands. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { managers, tools, type PackageManager } from './managers.ts';

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../..');

/** Installs the package managers and more packages in `tools` of a folder. */
export function installTools(folder: string, more: readonly string[] = []): void {
  const own = join(folder, 'tools');
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...tools, ...more], own);
  // The package of bun downloads its program with a script.
  run(process.execPath, ['node_modules/bun/install.js'], own);
}

/** Packs a package into a folder. Returns the path of the archive. */
export function pack(source: string, folder: string): string {
  const printed = run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], source);
  return join(folder, printed.trim());
}

/** Lists the package managers whose name begins with one of these; without names, all. */
export function wantedManagers(names: readonly string[]): readonly PackageManager[] {
  return managers.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)));
}

/** Returns the folder in which a package manager is tried. */
export function folderOf({ name }: PackageManager, folder: string): string {
  return join(folder, name.replaceAll(/\W+/g, '-'));
}

/** Returns the command that starts an installed package manager, with this Node. */
export function commandOf(
  manager: PackageManager,
  folder: string,
  node: string = process.execPath,
): readonly [file: string, ...args: string[]] {
  const file = join(folder, 'tools/node_modules', manager.package, manager.program);
  return file.endsWith('.exe') ? [file] : [node, file];
}

/** Runs a program without the variables of the npm that runs this one. */
export function start(
  file: string,
  args: readonly string[],
  cwd: string,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const others = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/i.test(name));
  const env = { ...Object.fromEntries(others), PATH: path, CI: '1', NO_COLOR: '1' };
  return spawnSync(file, args, { cwd, env, encoding: 'utf8', timeout: 300_000 });
}

/** Runs a program, and returns what it prints. Errors: throws if it fails. */
export function run(file: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = start(file, args, cwd);
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
