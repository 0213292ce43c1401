/**
 * Builds `dist/`, which the bin and `npm start` run: plain `tsc`, then the mock's command as one file, since a start that
 * finds, reads and links hundreds of modules takes twice as long. Types are checked by `npm run types`, so that an
 * installation does not wait for it.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status === 0) {
  await joinCommand('dist/cli/mock.js');
  chmodSync('dist/cli/main.js', 0o755);
}
process.exitCode = status ?? 1;

/**
 * Puts a command and all it imports of ours in the place of its file; what it loads later stays apart, in `joined/`.
 * The bundler comes with the development tools; without one the command stays as it is, and starts slower.
 */
async function joinCommand(file: string): Promise<void> {
  const bundler = await import('esbuild').catch(() => null);
  await bundler?.build({
    entryPoints: [file],
    outdir: 'dist/cli',
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
