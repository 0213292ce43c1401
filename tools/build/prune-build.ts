/**
 * Keeps of `dist/` what the package hands out, and what that imports.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The members of package.json that name files. Shape: every subpath of `exports` is a path and nothing else. */
export interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

/** Deletes the modules and declarations in a folder that no command, no export and no other named file leads to. */
export function pruneBuild(folder: string, { bin, exports }: Manifest, others: readonly string[]): void {
  const named = (paths: Readonly<Record<string, string>>): string[] =>
    Object.values(paths)
      .filter((file) => file.endsWith('.js'))
      .map((file) => path.normalize(file));
  const handedOut = named(exports);
  const wanted = findReachable([
    ...named(bin),
    ...others,
    ...handedOut,
    ...handedOut.map((file) => file.replace(/\.js$/, '.d.ts')),
  ]);
  for (const file of listFiles(folder)) if (!wanted.has(file)) rmSync(file);
}

/** Lists files and, over any number of steps, what they import of ours; a declaration imports declarations. */
function findReachable(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    const ending = file.endsWith('.d.ts') ? '.d.ts' : '.js';
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith('.'))
        found.add(path.join(path.dirname(file), fileName.replace(/\.[jt]s$/, ending)));
    }
  }
  return found;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
}
