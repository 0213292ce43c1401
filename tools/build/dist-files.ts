/** The files of `dist/`: whether they are up to date, and which of them are needed. */
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The content of `dist/`. */
const sources = [
  'chat',
  'cli',
  'conformance',
  'contract',
  'control',
  'console',
  'generated',
  'generator',
  'mock',
  'package.json',
  'templates/runtime',
  'tsconfig.build.json',
];

/** Returns whether a build would change nothing. */
export function isBuilt(project: string): boolean {
  try {
    const built = statSync(path.join(project, 'dist/cli/main.js')).mtimeMs;
    return sources.every((source) => newest(path.join(project, source)) <= built);
  } catch {
    return false;
  }
}

function newest(file: string): number {
  const stats = statSync(file);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(file, { withFileTypes: true }).reduce(
    (latest, entry) => Math.max(latest, newest(path.join(file, entry.name))),
    stats.mtimeMs,
  );
}

/** The properties of package.json that name files. Shape: every value of `exports` is a path, or a pattern with `*`. */
export interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

/** Deletes the modules and declarations in a folder that no command, export or other entry point imports. */
export function pruneBuild(folder: string, { bin, exports }: Manifest, others: readonly string[]): void {
  const named = (paths: Readonly<Record<string, string>>): string[] =>
    Object.values(paths)
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => (file.includes('*') ? matchesOf(file, folder) : [path.normalize(file)]));
  const exported = named(exports);
  const reachable = findReachable([
    ...named(bin),
    ...others,
    ...exported,
    ...exported.map((file) => file.replace(/\.js$/, '.d.ts')),
  ]);
  for (const file of listFiles(folder)) if (!reachable.has(file)) rmSync(file);
}

/** Lists the files of a folder that match a pattern of `exports`. */
function matchesOf(pattern: string, folder: string): string[] {
  const [start = '', end = ''] = path.normalize(pattern).split('*');
  return listFiles(folder).filter((file) => file.startsWith(start) && file.endsWith(end));
}

/** Lists files and their local imports, transitively; a declaration imports declarations. */
export function findReachable(entries: readonly string[]): ReadonlySet<string> {
  const files = new Set(entries);
  for (const file of files) {
    const ending = file.endsWith('.d.ts') ? '.d.ts' : '.js';
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith('.'))
        files.add(path.join(path.dirname(file), fileName.replace(/\.[jt]s$/, ending)));
    }
  }
  return files;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
}
