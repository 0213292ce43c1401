/**
 * The installation of the packed package into an empty folder, for someone who only runs the mock, compared with Prism.
 * Both come from the cache of npm, and no scripts run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredRun } from '../support/measured-run.ts';
import { costRow, pairCosts } from '../support/pair.ts';
import { cpuRow, measureRuns, runSound } from '../support/run-pair.ts';
import type { Bench } from '../support/table.ts';
import { folderBytes, inTemporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const against = 'Prism';
const rounds = 3;

/** Measures `npm ci`, `npm install` without a lockfile, and what they install. */
export const benchInstall: Bench = () =>
  inTemporaryFolder(async (folder) => {
    const npm = npmProgram();
    const ours = createInstall(npm, join(folder, 'ours'), `file:${await pack(npm, folder)}`);
    const theirs = createInstall(npm, join(folder, 'theirs'), prismVersion());
    // The first installation fills the cache.
    await ours('install');
    await theirs('install');
    const anew = await measureRuns(
      rounds,
      () => ours('install'),
      () => theirs('install'),
    );
    const locked = await measureRuns(
      rounds,
      () => ours('ci'),
      () => theirs('ci'),
    );
    const sizes = pairCosts(
      installedMegabytes(join(folder, 'ours')),
      installedMegabytes(join(folder, 'theirs')),
    );
    const counts = pairCosts(countPackages(join(folder, 'ours')), countPackages(join(folder, 'theirs')));
    return [
      cpuRow('npm install, packages cached', against, anew, null),
      cpuRow('npm ci, packages cached', against, locked, null),
      costRow('  installed files', against, sizes, null, 'MB'),
      costRow('  installed packages', against, counts, null, 'packages'),
    ];
  });

/** Returns npm's own program, so that its processor time can be measured. */
function npmProgram(): string {
  const args = ['exec', '--call', 'node --print process.env.npm_execpath'];
  return spawnSync('npm', args, { encoding: 'utf8' }).stdout.trim();
}

/** Packs the build as it is. Returns the tarball. */
async function pack(npm: string, folder: string): Promise<string> {
  await runSound([npm, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack wrote no tarball.');
  return join(folder, tarball);
}

function prismVersion(): string {
  const manifest = readFileSync(join(root, 'node_modules/@stoplight/prism-cli/package.json'), 'utf8');
  return `@stoplight/prism-cli@${(JSON.parse(manifest) as { readonly version: string }).version}`;
}

/** `install` begins with an empty folder, `ci` with the lockfile of the last installation. */
function createInstall(
  npm: string,
  folder: string,
  wanted: string,
): (command: 'install' | 'ci') => Promise<MeasuredRun> {
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  return (command) => {
    rmSync(command === 'ci' ? join(folder, 'node_modules') : folder, { recursive: true, force: true });
    if (command === 'ci') return runSound([npm, 'ci', ...flags], folder);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    return runSound([npm, 'install', ...flags, wanted], folder);
  };
}

function installedMegabytes(folder: string): number {
  return folderBytes(join(folder, 'node_modules')) / 1e6;
}

function countPackages(folder: string): number {
  const lock = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8');
  return Object.keys((JSON.parse(lock) as { readonly packages: object }).packages).length;
}
