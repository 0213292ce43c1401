/** Publishes `dist-mock/`, unless the registry has its version. `backlot` is published by changesets. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MOCK_PACKAGE } from './mock-package.ts';

interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

const own = JSON.parse(readFileSync(`${MOCK_PACKAGE}/package.json`, 'utf8')) as NamedVersion;
if (isPublished(own)) process.stdout.write(`${own.name}@${own.version} is published already.\n`);
else process.exitCode = publish();

/** Returns whether the registry has a version; not if it does not know the package. */
function isPublished({ name, version }: NamedVersion): boolean {
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
  return stdout.trim() === version;
}

/** Publishes the package; returns the exit code. */
function publish(): number {
  const args = ['publish', `./${MOCK_PACKAGE}`, '--access', 'public'];
  return spawnSync('npm', args, { stdio: 'inherit' }).status ?? 1;
}
