/**
 * Finds out which packages generated code imports, and whether a project has them installed.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { importsOf } from './import-extension.ts';
import { findTemplatesFolder, packageName, packageVersion } from './package-files.ts';

/** A package that generated code imports. */
export interface NeededPackage {
  readonly name: string;
  /** The range of compatible versions. */
  readonly range: string;
}

/** Lists the packages that the given modules import, sorted by name. */
export function findPackages(texts: Iterable<string>): NeededPackage[] {
  const names = new Set<string>();
  for (const text of texts)
    for (const specifier of importsOf(text))
      if (!/^(?:\.|node:)/.test(specifier)) names.add(nameOf(specifier));
  if (names.size === 0) return [];
  const file = path.join(findTemplatesFolder(), '../package.json');
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const own = { [packageName]: `^${packageVersion()}` };
  const ranges: Readonly<Record<string, string>> = { ...peerDependencies, ...dependencies, ...own };
  return [...names].sort().map((name) => ({ name, range: ranges[name] ?? 'latest' }));
}

/** Returns the package of a specifier, which may name a file in it. */
function nameOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** Returns whether modules of a folder can resolve a package. */
export function isInstalled({ name }: NeededPackage, folder: string): boolean {
  try {
    createRequire(path.join(folder, 'index.js')).resolve(name);
    return true;
  } catch (error) {
    // Another error is about the exports of a package that is installed.
    return !(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND');
  }
}
