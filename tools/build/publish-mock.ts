/** Publishes `dist-mock/`, unless the registry has its version. `backlot` is published by changesets. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MOCK_PACKAGE } from './mock-package.ts';

const { name, version } = JSON.parse(readFileSync(`${MOCK_PACKAGE}/package.json`, 'utf8')) as {
  readonly name: string;
  readonly version: string;
};
const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
if (stdout.trim() === version) process.stdout.write(`${name}@${version} is published already.\n`);
else
  process.exitCode =
    spawnSync('npm', ['publish', `./${MOCK_PACKAGE}`, '--access', 'public'], { stdio: 'inherit' }).status ??
    1;
