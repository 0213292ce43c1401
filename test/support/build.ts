/** Builds `dist/` before the tests, unless it is up to date: tests that run the command use the built one. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Runs once, before any test. Errors: throws if the build fails. */
export function setup(): void {
  const root = path.resolve(import.meta.dirname, '../..');
  const args = [path.join(root, 'tools/build/build.ts'), '--if-stale'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed.');
}
