/** Installs the compared programs from npm into a folder outside of the project. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A program from npm. Shape: the package that starts it first, with exact versions; empty for our own. */
export interface Installable {
  readonly name: string;
  readonly packages: readonly string[];
}

/**
 * Installs each program into its own folder, without running package scripts; returns the names of those that failed.
 */
export function installPackages(
  programs: readonly Installable[],
  folder: string,
  only: string | undefined,
): readonly string[] {
  return programs
    .filter(({ name, packages }) => packages.length > 0 && (only ?? name) === name)
    .filter((program) => {
      const into = join(modulesOf(program, folder), '..');
      mkdirSync(into, { recursive: true });
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', into];
      return (
        spawnSync('npm', ['install', ...options, ...program.packages], { stdio: ['ignore', 2, 2] }).status !==
        0
      );
    })
    .map(({ name }) => name);
}

/** Returns the folder of a program's packages. Shape: programs of the same packages share it. */
export function modulesOf({ packages: [first = ''] }: Installable, folder: string): string {
  return join(folder, first.replaceAll(/\W+/g, '-'), 'node_modules');
}

/** Shape: our own is always installed. */
export function isInstalled(program: Installable, folder: string): boolean {
  const [first = ''] = program.packages;
  return first === '' || existsSync(join(modulesOf(program, folder), first.slice(0, first.lastIndexOf('@'))));
}
