/**
 * Prints the software bill of materials of a package, in the format of CycloneDX: `npm run sbom [-- FOLDER]`, where FOLDER
 * has its package.json, for example `dist-mock`. Versions are those of package-lock.json.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCall, requirePaths } from '../read-call.ts';

const usage = `Usage: npm run sbom [-- FOLDER]

Prints the software bill of materials of the package in FOLDER (default: this one), in the format of CycloneDX.

Exit codes: 0 success, 1 npm failed, 2 invalid arguments.
`;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const { positionals } = readCall(usage, {});
const file = join(positionals[0] ?? '.', 'package.json');
requirePaths(usage, [file]);
const { name, version, license, dependencies } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;

// Why a copy: in the project, `npm sbom --omit dev` omits what both the package and a development dependency need.
const temporary = mkdtempSync(join(tmpdir(), 'backlot-sbom-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
// Why the name: npm names the component after its folder.
const copy = join(temporary, name);
mkdirSync(copy, { recursive: true });
writeFileSync(join(copy, 'package.json'), JSON.stringify({ name, version, license, dependencies }));
copyFileSync('package-lock.json', join(copy, 'package-lock.json'));
runNpm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']);
process.stdout.write(runNpm(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']));

/** Runs npm in the copy; returns what it printed. */
function runNpm(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(`npm ${args.join(' ')} failed:\n${stderr}`);
  return process.exit(1);
}
