/**
 * Reads and validates the configuration file.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { isArray, isObject } from './source/json.ts';
import type { Selection } from './contract/selection.ts';
import type { Report } from './diagnostics.ts';
import type { ReferenceAccess } from './source/reference-access.ts';
import {
  detectImportExtension,
  importExtensions,
  isImportExtension,
  type ImportExtension,
} from './import-extension.ts';

/** Optional output that a target must request; `arbitraries` needs fast-check as a dependency of the project. */
export const extras = ['samples', 'arbitraries', 'provenance', 'paths', 'tanstack', 'msw'] as const;

/** One of `extras`. */
export type Extra = (typeof extras)[number];

/** One output folder and the documents it is generated from. */
export interface Target {
  readonly name: string;
  /** Relative to the project folder; `null` for a target with AsyncAPI only. */
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
  readonly out: string;
  /** Rule file of the linter; `null` to skip linting. */
  readonly lint: string | null;
  readonly extras: readonly Extra[];
  /** The operations to generate; all when absent. */
  readonly selection?: Selection | undefined;
}

/** Everything one run generates. */
export interface GenerateOptions {
  /** Project folder, absolute; every other path is relative to it. */
  readonly folder: string;
  readonly targets: readonly Target[];
  /** Folder of the runtime, which all targets share. */
  readonly runtime: string;
  /** Folder of the reference documentation, if it is requested. */
  readonly docs: string;
  /** Ending of the imports between generated files; `ts` when absent. */
  readonly importExtension?: ImportExtension;
  /** Folder of templates that replace ours; absent when there are none. */
  readonly templates?: string;
  /** The targets that references may have outside of the project; absent for none. */
  readonly access?: ReferenceAccess;
  /** File names to generate; `null` for all. */
  readonly only: readonly string[] | null;
}

/** The properties of a configuration. */
export const configMembers: readonly string[] = [
  'runtime',
  'docs',
  'importExtension',
  'templates',
  'allow',
  'targets',
];

/** The properties of a target. */
export const targetMembers: readonly string[] = [
  'openapi',
  'asyncapi',
  'out',
  'lint',
  'with',
  'include',
  'exclude',
];

/**
 * Reads a configuration file.
 *
 * Errors: DOCUMENT_NOT_FOUND, DOCUMENT_SYNTAX, CONFIG_INVALID (reported), then `null`.
 */
export async function readConfig(file: string, report: Report): Promise<GenerateOptions | null> {
  const folder = path.dirname(path.resolve(file));
  const name = path.basename(file);
  const place = { file: name, pointer: '#/' };
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    report('DOCUMENT_NOT_FOUND', null, { file });
    return null;
  }
  try {
    const written: unknown = parse(text);
    const problems = findProblems(written);
    for (const problem of problems) report('CONFIG_INVALID', place, { problem });
    return problems.length > 0 ? null : toOptions(written as WrittenConfig, folder);
  } catch (error) {
    report('DOCUMENT_SYNTAX', place, {
      problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    });
    return null;
  }
}

/** The default folder of the reference documentation. */
const DOCS_FOLDER = 'dist/docs';

interface WrittenConfig {
  readonly runtime: string;
  readonly docs?: string;
  readonly importExtension?: ImportExtension;
  readonly templates?: string;
  readonly allow?: Allowance;
  readonly targets: Readonly<Record<string, WrittenTarget>>;
}

interface Allowance {
  readonly remote?: boolean;
  readonly folders?: readonly string[];
}

interface WrittenTarget {
  readonly openapi?: string;
  readonly asyncapi?: readonly string[];
  readonly out: string;
  readonly lint?: string;
  readonly with?: readonly Extra[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

function toOptions(written: WrittenConfig, folder: string): GenerateOptions {
  return {
    folder,
    runtime: written.runtime,
    docs: written.docs ?? DOCS_FOLDER,
    importExtension: written.importExtension ?? detectImportExtension(path.resolve(folder, written.runtime)),
    ...(written.templates === undefined ? {} : { templates: written.templates }),
    ...(written.allow === undefined ? {} : { access: toAccess(written.allow, folder) }),
    only: null,
    targets: Object.entries(written.targets).map(
      ([name, { openapi, asyncapi, out, lint, with: wanted, include, exclude }]) => ({
        name,
        openapi: openapi ?? null,
        asyncapi: asyncapi ?? [],
        out,
        lint: lint ?? null,
        extras: wanted ?? [],
        selection: selectionOf(include, exclude),
      }),
    ),
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
  const { runtime, docs, importExtension, templates, allow, targets } = written;
  if (!isFilled(runtime)) return ['`runtime` must be a folder.'];
  if (docs !== undefined && !isFilled(docs)) return ['`docs` must be a folder.'];
  if (importExtension !== undefined && !isImportExtension(importExtension))
    return [`\`importExtension\` must be one of: ${importExtensions.join(', ')}.`];
  if (templates !== undefined && !isFilled(templates)) return ['`templates` must be a folder.'];
  if (allow !== undefined && !isAllowance(allow))
    return ['`allow` may only have `remote` (true or false) and `folders` (a list of paths).'];
  if (!isObject(targets) || Object.keys(targets).length === 0) return ['`targets` is empty.'];
  const unknown = Object.keys(written).filter((member) => !configMembers.includes(member));
  return [
    ...unknown.map((member) => `The configuration has an unknown property \`${member}\`.`),
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

/** Returns whether a value is the name of an extra. */
export function isExtra(written: unknown): written is Extra {
  return extras.some((extra) => extra === written);
}

function findTargetProblems(name: string, target: unknown): string[] {
  if (!isObject(target)) return [`The target \`${name}\` must be an object.`];
  const { openapi, asyncapi, out, lint, with: wanted } = target;
  const isTexts = asyncapi === undefined || (isArray(asyncapi) && asyncapi.every(isFilled));
  const areExtras = wanted === undefined || (isArray(wanted) && wanted.every(isExtra));
  const hasDocument = isFilled(openapi) || (isArray(asyncapi) && asyncapi.length > 0);
  const patterns = (['include', 'exclude'] as const).filter((key) => {
    const list = target[key];
    return (
      list !== undefined && !(isArray(list) && list.every((text) => typeof text === 'string' && text !== ''))
    );
  });
  const unknown = Object.keys(target).filter((member) => !targetMembers.includes(member));
  return [
    ...(isFilled(out) ? [] : [`The target \`${name}\` has no \`out\` folder.`]),
    ...(isTexts ? [] : [`\`asyncapi\` of the target \`${name}\` must be a list of paths.`]),
    ...(hasDocument ? [] : [`The target \`${name}\` has no document.`]),
    ...(lint === undefined || isFilled(lint) ? [] : [`\`lint\` of the target \`${name}\` must be a path.`]),
    ...(areExtras ? [] : [`\`with\` of the target \`${name}\` must be a list of: ${extras.join(', ')}.`]),
    ...patterns.map((key) => `\`${key}\` of the target \`${name}\` must be a list of patterns.`),
    ...unknown.map((member) => `The target \`${name}\` has an unknown property \`${member}\`.`),
  ];
}
