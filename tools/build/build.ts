/**
 * Builds `dist/`, which the bin, the exports and `npm start` run: `tsc`, then esbuild joins the mock into a few files,
 * because a start with hundreds of modules takes twice as long, and then files that are not imported are deleted. Types
 * are checked by `npm run types`, so that an installation does not wait for it. With `--if-stale` it does nothing if
 * `dist/` is newer than the sources; with `--mock-package` it also writes the package `@backlot/mock`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildConsole } from './console.ts';
import { isBuilt, pruneBuild, type Manifest } from './dist-files.ts';
import { compiledFiles, joinModules, mockEntries, sortedTrees, unfollowed } from './join-modules.ts';
import { copyConsole, writeMockPackage } from './mock-package.ts';
import { joinPageMock } from './page-modules.ts';

const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript7/package.json')),
  'bin/tsc',
);

/** Worker threads, which are started by their paths and not imported. */
const threads = ['generator/emit/validators/compile-worker', 'conformance/proxy/check-worker'];

const withMockPackage = process.argv.includes('--mock-package');

if (process.argv.includes('--if-stale') && isBuilt('.')) process.exit(0);
const reason = existsSync('dist') ? 'The sources may have changed since the last build. ' : '';
process.stderr.write(`${reason}Building dist/, which takes about half a minute…\n`);

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status === 0) {
  if (withMockPackage) await writeMockPackage();
  // Why apart: each entry splits what it shares into further files, which the mock would load one by one.
  await joinModules({ 'cli/data': 'dist/cli/data.js' }, 'dist', [sortedTrees]);
  await joinModules(compiledFiles(['cli/mock', ...mockEntries]), 'dist', [sortedTrees]);
  await joinPageMock('dist/mock/page.js');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  pruneBuild('dist', manifest, [
    ...Object.values(compiledFiles([])),
    ...[...unfollowed, ...threads].map((file) => `dist/${file}.js`),
  ]);
  await buildConsole('dist/console');
  chmodSync('dist/cli/main.js', 0o755);
  if (withMockPackage) copyConsole();
}
process.exitCode = status ?? 1;
