/** Detects which extension the imports between generated files need to compile in their project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ImportExtension } from '../print/imports.ts';

/**
 * Returns the extension that the nearest `tsconfig.json` requires.
 *
 * Shape: `ts` if TypeScript may import it; `js` for the module resolution of Node; `none` for a bundler and for
 * CommonJS. Without a `tsconfig.json`: `js` in a project that depends on TypeScript, else `ts`, which Node and Bun run
 * directly.
 */
export function detectImportExtension(folder: string): ImportExtension {
  const owner = ancestorsOf(folder).find((each) => existsSync(path.join(each, 'tsconfig.json')));
  if (owner === undefined) return usesTypescript(folder) ? 'js' : 'ts';
  return extensionFor(resolutionOptions(path.join(owner, 'tsconfig.json'), folder));
}

/** The compiler options that determine the extension. */
interface ResolutionOptions {
  readonly module?: unknown;
  readonly moduleResolution?: unknown;
  readonly allowImportingTsExtensions?: unknown;
  readonly rewriteRelativeImportExtensions?: unknown;
}

function extensionFor(options: ResolutionOptions): ImportExtension {
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true)
    return 'ts';
  const decisive = options.moduleResolution ?? options.module;
  if (typeof decisive !== 'string') return 'js';
  return /^node(?:16|18|20|next)$/i.test(decisive) ? 'js' : 'none';
}

function resolutionOptions(file: string, folder: string): ResolutionOptions {
  const config = readConfigFile(file);
  const options = optionsOf(file, config, 0);
  if (Object.keys(options).length > 0) return options;
  const references = listOf(config['references']).flatMap((reference) => {
    const target = asObject(reference)['path'];
    return typeof target === 'string' ? [configFileAt(path.resolve(path.dirname(file), target))] : [];
  });
  const referenced = references.find((each) => includes(each, folder)) ?? references[0];
  return referenced === undefined ? options : optionsOf(referenced, readConfigFile(referenced), 0);
}

/** Maximum number of inherited configurations, since they may extend each other in a cycle. */
const MAX_EXTENDED = 10;

function optionsOf(
  file: string,
  config: Readonly<Record<string, unknown>>,
  depth: number,
): ResolutionOptions {
  const bases = typeof config['extends'] === 'string' ? [config['extends']] : listOf(config['extends']);
  const inherited = bases.flatMap((base) => {
    const resolved = typeof base === 'string' && depth < MAX_EXTENDED ? resolveBase(base, file) : null;
    return resolved === null ? [] : [optionsOf(resolved, readConfigFile(resolved), depth + 1)];
  });
  const own = asObject(config['compilerOptions']);
  const decisive = Object.entries(own).filter(([name]) => decisiveOptions.has(name));
  return Object.assign({}, ...inherited, Object.fromEntries(decisive)) as ResolutionOptions;
}

const decisiveOptions: ReadonlySet<string> = new Set([
  'module',
  'moduleResolution',
  'allowImportingTsExtensions',
  'rewriteRelativeImportExtensions',
]);

function resolveBase(base: string, from: string): string | null {
  if (/^\.{0,2}[/\\]/.test(base)) return configFileAt(path.resolve(path.dirname(from), base));
  const require = createRequire(from);
  for (const candidate of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      const file = require.resolve(candidate);
      if (file.endsWith('.json')) return file;
    } catch {
      // Try the next candidate.
    }
  }
  return null;
}

function configFileAt(target: string): string {
  if (target.endsWith('.json')) return target;
  return existsSync(`${target}.json`) ? `${target}.json` : path.join(target, 'tsconfig.json');
}

/** Returns whether a configuration includes a folder, judging by the prefixes of its patterns. */
function includes(file: string, folder: string): boolean {
  return listOf(readConfigFile(file)['include']).some((pattern) => {
    const start = typeof pattern === 'string' ? (pattern.split(/[*?]/)[0] ?? '') : '';
    const inside = path.relative(path.resolve(path.dirname(file), start), folder);
    return !inside.startsWith('..') && !path.isAbsolute(inside);
  });
}

function usesTypescript(folder: string): boolean {
  const owner = ancestorsOf(folder).find(
    (each) => existsSync(path.join(each, 'package.json')) || hasOtherConfig(each),
  );
  if (owner === undefined) return false;
  if (hasOtherConfig(owner)) return true;
  const { dependencies, devDependencies } = readConfigFile(path.join(owner, 'package.json'));
  return [dependencies, devDependencies].some((listed) => Object.hasOwn(asObject(listed), 'typescript'));
}

function hasOtherConfig(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => /^tsconfig\..*json$/.test(name));
}

function ancestorsOf(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestorsOf(above)];
}

/** Reads JSON with comments and trailing commas; an unreadable file counts as empty. */
function readConfigFile(file: string): Readonly<Record<string, unknown>> {
  try {
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    const plain = text
      .replaceAll(COMMENT, (token) => (token.startsWith('"') ? token : ' '))
      .replaceAll(TRAILING_COMMA, (token) => (token.startsWith('"') ? token : ''));
    return asObject(JSON.parse(plain));
  } catch {
    return {};
  }
}

const COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g;
const TRAILING_COMMA = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
