/**
 * Builds `dist/`, which the bin, the exports and `npm start` run: `tsc`, then esbuild joins the mock into a few files,
 * because a start with hundreds of modules takes twice as long, and then files that are not imported are deleted. Types
 * are checked by `npm run types`, so that an installation does not wait for it. With `--if-stale` it does nothing if
 * `dist/` is newer than the sources.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { buildConsole } from './console.ts';
import { isBuilt, pruneBuild, type Manifest } from './dist-files.ts';

const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript7/package.json')),
  'bin/tsc',
);

/** Modules that are imported by computed paths, which esbuild cannot follow, relative to the joined mock. */
const unfollowed = ['hosts/outbound-fetch', 'hosts/console-files', 'hosts/spec-files', 'described-mock'].map(
  (file) => `joined/${file}`,
);

/** Worker threads, which are started by their paths and not imported. */
const threads = ['generator/emit/validators/compile-worker', 'conformance/proxy/check-worker'];

if (process.argv.includes('--if-stale') && isBuilt('.')) process.exit(0);
const reason = existsSync('dist') ? 'The sources may have changed since the last build. ' : '';
process.stderr.write(`${reason}Building dist/, which takes about half a minute…\n`);

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status === 0) {
  await joinModules({
    'cli/mock': 'dist/cli/mock.js',
    'cli/data': 'dist/cli/data.js',
    'cli/mcp': 'dist/cli/mcp.js',
    'mock/index': 'dist/mock/index.js',
    'mock/hosts/node': 'dist/mock/hosts/node.js',
    'mock/testing/msw': 'dist/mock/testing/msw.js',
    'mock/testing/playwright': 'dist/mock/testing/playwright.js',
    'mock/testing/vite': 'dist/mock/testing/vite.js',
    'mock/testing/vitest': 'dist/mock/testing/vitest.js',
    'mock/logs/redis/redis-log': 'dist/mock/logs/redis/redis-log.js',
    'mock/logs/sqlite/sqlite-log': 'dist/mock/logs/sqlite/sqlite-log.js',
    ...Object.fromEntries(unfollowed.map((file) => [file, file.replace('joined/', 'dist/mock/') + '.js'])),
  });
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  pruneBuild(
    'dist',
    manifest,
    [...unfollowed, ...threads].map((file) => `dist/${file}.js`),
  );
  await buildConsole('dist/console');
  chmodSync('dist/cli/main.js', 0o755);
}
process.exitCode = status ?? 1;

/** Bundles each module with its local imports into one file; shared imports are in `joined/`. */
async function joinModules(entryPoints: Record<string, string>): Promise<void> {
  await build({
    entryPoints,
    outdir: 'dist',
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'joined/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    packages: 'external',
    // Less text is loaded faster; names, and lines short enough for a stack trace, remain.
    minifyWhitespace: true,
    lineLimit: 200,
    logLevel: 'warning',
  });
}
