/**
 * Builds `dist/`, which the bin, the exports and `npm start` run: plain `tsc`, then the mock in a few files, since a start
 * that finds, reads and links hundreds of modules takes twice as long; at last what nothing leads to is dropped. Types are
 * checked by `npm run types`, so that an installation does not wait for it.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pruneBuild, type Manifest } from './prune-build.ts';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status === 0) {
  await joinModules(['dist/cli/mock.js', 'dist/mock/index.js', 'dist/mock/hosts/node.js']);
  pruneBuild('dist', JSON.parse(readFileSync('package.json', 'utf8')) as Manifest);
  chmodSync('dist/cli/main.js', 0o755);
}
process.exitCode = status ?? 1;

/**
 * Puts modules and all they import of ours in their place; what several of them import, and what they load later, is in
 * `joined/`. The bundler comes with the development tools; without one the modules stay as they are, and start slower.
 */
async function joinModules(entryPoints: string[]): Promise<void> {
  const bundler = await import('esbuild').catch(() => null);
  await bundler?.build({
    entryPoints,
    outbase: 'dist',
    outdir: 'dist',
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'joined/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    packages: 'external',
    logLevel: 'warning',
  });
}
