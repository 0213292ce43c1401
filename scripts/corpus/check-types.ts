/**
 * Type-checks generated code under two compilers and for two platforms.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

const compilers = {
  'TypeScript 5.9': join(root, 'node_modules/typescript/bin/tsc'),
  'TypeScript 7': join(root, 'node_modules/typescript7/bin/tsc'),
};

/** Browsers have no Node; what serves through Node or a framework is not for them. */
const platforms = {
  Node: { types: ['node'], lib: ['es2024', 'esnext.iterator', 'esnext.array'], exclude: [] },
  browser: {
    types: [],
    lib: ['es2024', 'esnext.iterator', 'esnext.array', 'dom', 'dom.iterable', 'dom.asynciterable'],
    exclude: ['out/runtime/adapters/*'],
  },
};

/** Checks `out` in a folder; answers one line per error. */
export function findTypeErrors(folder: string): string[] {
  const errors: string[] = [];
  for (const [platform, { types, lib, exclude }] of Object.entries(platforms)) {
    const project = join(folder, `tsconfig.${platform}.json`);
    const compilerOptions = { types, lib, noEmit: true, rootDir: '.', preserveSymlinks: false };
    const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['out'], exclude };
    writeFileSync(project, JSON.stringify(settings));
    for (const [name, compiler] of Object.entries(compilers)) {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [compiler, '-p', project, '--pretty', 'false'],
        {
          cwd: folder,
          encoding: 'utf8',
          maxBuffer: 1 << 28,
        },
      );
      const lines = stdout.split('\n').filter((line) => /error TS\d+/.test(line));
      if (lines.length === 0 && status !== 0) lines.push(`stopped: ${(stdout + stderr).slice(0, 200)}`);
      errors.push(...lines.map((line) => `${name}, ${platform}: ${line}`));
    }
  }
  return errors;
}
