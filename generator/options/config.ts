/**
 * Reads and validates the configuration file.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import type { Selection } from '../read/selection.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { detectImportExtension } from './import-extension.ts';
import { importExtensions, isImportExtension, type ImportExtension } from '../print/imports.ts';
import {
  extras,
  isExtra,
  layouts,
  runtimeForms,
  type Extra,
  type GenerateOptions,
  type Layout,
  type Plugin,
  type Target,
} from './options.ts';
import { dateForms, int64Forms, type DateForm, type Int64Form } from '../schema/conversion-leaf.ts';
import { enumForms, type EnumForm } from '../schema/enum-values.ts';
import type { JsonObject } from '../json/documents.ts';
import { isArray, isObject } from '../json/json.ts';
import type { ReferenceAccess } from '../source/reference-access.ts';

/** The properties of a configuration. */
export const configProperties: readonly string[] = [
  'runtime',
  'docs',
  'importExtension',
  'templates',
  'allow',
  'strict',
  'targets',
];

export const targetProperties: readonly string[] = [
  'openapi',
  'asyncapi',
  'overlays',
  'out',
  'lint',
  'with',
  'runtime',
  'enums',
  'layout',
  'dates',
  'int64',
  'include',
  'exclude',
  'plugins',
];

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
    const written = isModule(file)
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

function isModule(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** Imports a configuration. Why the version: a watched one is imported again after each change. */
async function importConfig(file: string, version: number): Promise<unknown> {
  const { default: config } = (await import(`${pathToFileURL(file).href}?v=${version}`)) as {
    readonly default?: unknown;
  };
  return config;
}

/** Returns a configuration as it is; gives `backlot.config.ts` its types. */
export function defineConfig(config: GeneratorConfig): GeneratorConfig {
  return config;
}

/** The names of a configuration that is not named in the call, the first one first. */
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

/** The references that are allowed outside of the project. */
export interface Allowance {
  readonly remote?: boolean;
  readonly folders?: readonly string[];
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
  /** Functions that create more files; only in a configuration that is a module. */
  readonly plugins?: readonly Plugin[];
}

function toOptions(written: GeneratorConfig, folder: string): GenerateOptions {
  return {
    folder,
    runtime: written.runtime ?? 'copy',
    docs: written.docs ?? DOCS_FOLDER,
    importExtension:
      written.importExtension ?? detectImportExtension(path.resolve(folder, firstFolder(written))),
    ...(written.templates === undefined ? {} : { templates: written.templates }),
    ...(written.allow === undefined ? {} : { access: toAccess(written.allow, folder) }),
    isStrict: written.strict ?? true,
    only: null,
    targets: Object.entries(written.targets).map(([name, target]) => toTarget(name, target)),
  };
}

/** Returns a folder that the run generates, by which the compiler options of the project are found. */
function firstFolder({ targets }: GeneratorConfig): string {
  return Object.values(targets)[0]?.out ?? '';
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

function toAccess({ remote, folders = [] }: Allowance, folder: string): ReferenceAccess {
  return {
    isRemoteAllowed: remote === true,
    folders: folders.map((allowed) => path.resolve(folder, allowed)),
  };
}

function findProblems(written: unknown): string[] {
  if (!isObject(written)) return ['The configuration must be an object.'];
  const { runtime, docs, importExtension, templates, allow, strict, targets } = written;
  if (runtime !== undefined && !isFilled(runtime))
    return [`\`runtime\` must be ${runtimeForms.join(', ')} or a folder.`];
  if (docs !== undefined && !isFilled(docs)) return ['`docs` must be a folder.'];
  if (importExtension !== undefined && !isImportExtension(importExtension))
    return [`\`importExtension\` must be one of: ${importExtensions.join(', ')}.`];
  if (templates !== undefined && !isFilled(templates)) return ['`templates` must be a folder.'];
  if (strict !== undefined && typeof strict !== 'boolean') return ['`strict` must be true or false.'];
  if (allow !== undefined && !isAllowance(allow))
    return ['`allow` may only have `remote` (true or false) and `folders` (a list of paths).'];
  if (!isObject(targets) || Object.keys(targets).length === 0) return ['`targets` is empty.'];
  const unknown = Object.keys(written).filter((property) => !configProperties.includes(property));
  return [
    ...unknown.map((property) => `The configuration has an unknown property \`${property}\`.`),
    ...Object.entries(targets).flatMap(([name, target]) => findTargetProblems(name, target)),
  ];
}

/**
 * Returns whether a path is usable. Why: an empty path would be the root or the current folder; output needs a
 * separate folder, so `/` is invalid too.
 */
function isFilled(path: unknown): path is string {
  return typeof path === 'string' && !/^[\s/]*$/.test(path);
}

function isAllowance(written: unknown): boolean {
  if (!isObject(written)) return false;
  const { remote, folders, ...others } = written;
  const areFolders = folders === undefined || (isArray(folders) && folders.every(isFilled));
  return (
    Object.keys(others).length === 0 && (remote === undefined || typeof remote === 'boolean') && areFolders
  );
}

function findTargetProblems(name: string, target: unknown): string[] {
  if (!isObject(target)) return [`The target \`${name}\` must be an object.`];
  const { openapi, asyncapi, out, lint, with: wanted, plugins } = target;
  const lists = (['asyncapi', 'overlays'] as const).filter((key) => {
    const list = target[key];
    return list !== undefined && !(isArray(list) && list.every(isFilled));
  });
  const areExtras = wanted === undefined || (isArray(wanted) && wanted.every(isExtra));
  const hasDocument = isFilled(openapi) || (isArray(asyncapi) && asyncapi.length > 0);
  const patterns = (['include', 'exclude'] as const).filter((key) => {
    const list = target[key];
    return (
      list !== undefined && !(isArray(list) && list.every((text) => typeof text === 'string' && text !== ''))
    );
  });
  const unknown = Object.keys(target).filter((property) => !targetProperties.includes(property));
  return [
    ...(isFilled(out) ? [] : [`The target \`${name}\` has no \`out\` folder.`]),
    ...lists.map((key) => `\`${key}\` of the target \`${name}\` must be a list of paths.`),
    ...(hasDocument ? [] : [`The target \`${name}\` has no document.`]),
    ...(lint === undefined || isFilled(lint) ? [] : [`\`lint\` of the target \`${name}\` must be a path.`]),
    ...(areExtras ? [] : [`\`with\` of the target \`${name}\` must be a list of: ${extras.join(', ')}.`]),
    ...findChoiceProblems(name, target, 'runtime', runtimeForms),
    ...findChoiceProblems(name, target, 'enums', enumForms),
    ...findChoiceProblems(name, target, 'layout', layouts),
    ...findChoiceProblems(name, target, 'dates', dateForms),
    ...findChoiceProblems(name, target, 'int64', int64Forms),
    ...(plugins === undefined || areFunctions(plugins)
      ? []
      : [`\`plugins\` of the target \`${name}\` must be a list of functions, in backlot.config.ts.`]),
    ...patterns.map((key) => `\`${key}\` of the target \`${name}\` must be a list of patterns.`),
    ...unknown.map((property) => `The target \`${name}\` has an unknown property \`${property}\`.`),
  ];
}

function findChoiceProblems(
  name: string,
  target: JsonObject,
  property: string,
  choices: readonly string[],
): string[] {
  const value = target[property];
  if (value === undefined || choices.some((choice) => choice === value)) return [];
  return [`\`${property}\` of the target \`${name}\` must be one of: ${choices.join(', ')}.`];
}

function areFunctions(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'function');
}
