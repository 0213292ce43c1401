/** Reads and validates the configuration file. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import type { PaginationRule } from '../../contract/resources/pagination/rule.ts';
import type { Renames } from '../model/operation-names.ts';
import type { Selection } from '../read/selection.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { findProblems } from './config-problems.ts';
import { detectImportExtension } from './import-extension.ts';
import type { ImportExtension } from '../print/imports.ts';
import type { Plugin } from '../emit/plugin.ts';
import type { Extra, GenerateOptions, Layout, runtimeForms, Target } from './options.ts';
import type { DateForm, Int64Form } from '../schema/conversion-leaf.ts';
import type { EnumForm } from '../schema/enum-values.ts';
import type { ReferenceAccess } from '../source/reference-access.ts';

/**
 * Reads a configuration file.
 *
 * Errors: CONFIG_NOT_FOUND, DOCUMENT_SYNTAX, CONFIG_INVALID (reported), then `null`.
 */
export async function readConfig(file: string, report: Report): Promise<GenerateOptions | null> {
  const folder = path.dirname(path.resolve(file));
  const name = path.basename(file);
  const place = { file: name, pointer: '#/' };
  let version: number;
  try {
    version = (await stat(file)).mtimeMs;
  } catch {
    report('CONFIG_NOT_FOUND', null, { file });
    return null;
  }
  try {
    const written = /\.[cm]?[jt]s$/.test(file)
      ? await importConfig(file, version)
      : (parse(await readFile(file, 'utf8')) as unknown);
    const problems = findProblems(written);
    for (const problem of problems) report('CONFIG_INVALID', place, { problem });
    return problems.length > 0 ? null : toOptions(written as GeneratorConfig, folder);
  } catch (error) {
    report('DOCUMENT_SYNTAX', place, {
      problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    });
    return null;
  }
}

/** Imports a configuration. Why the version: a watched one is imported again after each change. */
async function importConfig(file: string, version: number): Promise<unknown> {
  const { default: config } = (await import(`${pathToFileURL(file).href}?v=${version}`)) as {
    readonly default?: unknown;
  };
  return config;
}

/** Returns a configuration unchanged, for the types of `backlot.config.ts`. */
export function defineConfig(config: GeneratorConfig): GeneratorConfig {
  return config;
}

/** The default names of the configuration file, the first one first. */
export const configNames: readonly string[] = [
  'backlot.config.yaml',
  'backlot.config.ts',
  'backlot.config.js',
];

/** Returns the configuration in a folder; the first name if there is none. */
export function findConfig(folder: string): string {
  const files = configNames.map((name) => path.join(folder, name));
  return files.find((file) => existsSync(file)) ?? files[0] ?? '';
}

/** The default folder of the reference documentation. */
const DOCS_FOLDER = 'dist/docs';

/** The configuration of the generator. Shape: paths are relative to its file. */
export interface GeneratorConfig {
  /** `package`, `copy`, or a folder that all targets share; `copy` when absent. */
  readonly runtime?: string;
  readonly docs?: string;
  readonly importExtension?: ImportExtension;
  readonly templates?: string;
  readonly allow?: Allowance;
  /** Whether operation ids that are used twice are errors; `true` when absent. */
  readonly strict?: boolean;
  readonly targets: Readonly<Record<string, TargetConfig>>;
}

/** The references that are allowed outside of the project, and those without a target. */
export interface Allowance {
  readonly remote?: boolean;
  readonly folders?: readonly string[];
  /** Whether references without a target are warnings. */
  readonly unresolved?: boolean;
}

/** One output folder, and what it is generated from. */
export interface TargetConfig {
  readonly openapi?: string;
  readonly asyncapi?: readonly string[];
  readonly overlays?: readonly string[];
  readonly out: string;
  readonly lint?: string;
  readonly with?: readonly Extra[];
  readonly runtime?: (typeof runtimeForms)[number];
  readonly enums?: EnumForm;
  readonly layout?: Layout;
  readonly dates?: DateForm;
  readonly int64?: Int64Form;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Names of functions by operationId, and of types by the name of a schema. */
  readonly rename?: Renames;
  /** How lists are paginated: a rule, or several, for all operations that match it. */
  readonly pagination?: PaginationRule | readonly PaginationRule[];
  /** Functions and outputs that create more files; only in a configuration that is a module. */
  readonly plugins?: readonly Plugin[];
}

function toOptions(written: GeneratorConfig, folder: string): GenerateOptions {
  return {
    folder,
    runtime: written.runtime ?? 'copy',
    docs: written.docs ?? DOCS_FOLDER,
    importExtension:
      written.importExtension ??
      detectImportExtension(path.resolve(folder, Object.values(written.targets)[0]?.out ?? '')),
    ...(written.templates === undefined ? {} : { templates: written.templates }),
    ...(written.allow === undefined ? {} : { access: toAccess(written.allow, folder) }),
    isStrict: written.strict ?? true,
    only: null,
    targets: Object.entries(written.targets).map(([name, target]) => toTarget(name, target)),
  };
}

function toTarget(name: string, target: TargetConfig): Target {
  const { openapi, asyncapi, out, lint, with: wanted, include, exclude } = target;
  const { runtime, enums, layout, plugins } = target;
  return {
    name,
    openapi: openapi ?? null,
    asyncapi: asyncapi ?? [],
    overlays: target.overlays,
    out,
    lint: lint ?? null,
    extras: wanted ?? [],
    runtime,
    enums,
    layout,
    dates: target.dates,
    int64: target.int64,
    selection: selectionOf(include, exclude),
    rename: target.rename,
    pagination: target.pagination === undefined ? undefined : [target.pagination].flat(),
    plugins,
  };
}

/** Returns a selection; `undefined` if there are no patterns. */
export function selectionOf(
  include: readonly string[] = [],
  exclude: readonly string[] = [],
): Selection | undefined {
  return include.length + exclude.length === 0 ? undefined : { include, exclude };
}

function toAccess({ remote, folders = [], unresolved = false }: Allowance, folder: string): ReferenceAccess {
  return {
    isRemoteAllowed: remote === true,
    isUnresolvedAllowed: unresolved,
    folders: folders.map((allowed) => path.resolve(folder, allowed)),
  };
}
