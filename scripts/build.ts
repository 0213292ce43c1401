/**
 * Builds `dist/`, which the bin and `npm start` run: plain `tsc`, nothing else. Types are checked by `npm run types`, so
 * that an installation does not wait for it.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status === 0) chmodSync('dist/cli/main.js', 0o755);
process.exitCode = status ?? 1;
