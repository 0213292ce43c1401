/** Finds out which packages generated code imports, and whether a project has them installed. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { importsOf } from '../print/imports.ts';
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

/** A package that generated code imports, with the version in the project. */
export interface InstalledPackage extends NeededPackage {
  /** `null` if it is not installed. */
  readonly installed: string | null;
}

/** Returns the version of a package that modules of a folder import; `null` if they cannot. */
export function installedVersion(name: string, folder: string): string | null {
  const { resolve } = createRequire(path.join(folder, 'index.js'));
  const folders = (resolve.paths(name) ?? []).map((each) => path.join(each, name));
  const match = folders.find((each) => existsSync(path.join(each, 'package.json')));
  try {
    return match === undefined ? versionAround(resolve(name), name) : versionIn(match).version;
  } catch {
    return null;
  }
}

/** Why: with Yarn's Plug'n'Play there are no folders to search. */
function versionAround(file: string, name: string): string | null {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const isPackage = existsSync(path.join(folder, 'package.json'));
    const own = isPackage ? versionIn(folder) : null;
    if (own?.name === name) return own.version;
  }
  return null;
}

function versionIn(folder: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
}

/** Returns whether a version is in a range of the forms in `package.json`: `^1.2.3`, `>=1.2.3`, and `||` between them. */
export function isInRange(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  return range.split('||').some((each) => {
    const [leastMajor, leastMinor = 0, leastPatch = 0] = numbersOf(each);
    if (leastMajor === undefined) return true;
    const difference = major - leastMajor || minor - leastMinor || patch - leastPatch;
    const isSameLine = major === leastMajor && (major > 0 || minor === leastMinor);
    return difference >= 0 && (isSameLine || each.includes('>='));
  });
}

function numbersOf(text: string): number[] {
  return /\d+(?:\.\d+)*/.exec(text)?.[0].split('.').map(Number) ?? [];
}
