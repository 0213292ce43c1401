/** Reads the arguments of `backlot generate`. */
import path from 'node:path';
import { fileNames, withNeeded } from '../generator/emit/outputs/file-names.ts';
import { importExtensions, type ImportExtension } from '../generator/print/imports.ts';
import type { Selection } from '../generator/read/selection.ts';
import { selectionOf } from '../generator/options/config.ts';
import {
  extras as allExtras,
  layouts,
  runtimeForms,
  type Extra,
  type Layout,
} from '../generator/options/options.ts';
import { dateForms, int64Forms, type DateForm, type Int64Form } from '../generator/schema/conversion-leaf.ts';
import { enumForms, type EnumForm } from '../generator/schema/enum-values.ts';
import type { GenerateMode } from '../generator/pipeline.ts';
import { isFileName } from '../generator/source/document-names.ts';
import type { ReferenceAccess } from '../generator/source/reference-access.ts';
import { formats, type OutputFormat } from './output/print-outcome.ts';
import { defineCommand, flag, option, readChoice, repeatable, UsageError } from './command.ts';
import {
  accessOptions,
  checkDocuments,
  configOption,
  documentOptions,
  overlayOption,
  readAccess,
} from './source-options.ts';

const shortNames = fileNames.map((name) => name.replace('.ts', ''));

const command = defineCommand({
  name: 'generate',
  description: 'Reads API documents and writes types, events, validators, a client, and server handlers.',
  options: {
    config: configOption,
    openapi: { ...documentOptions.openapi, heading: 'Instead of a configuration file:' },
    asyncapi: documentOptions.asyncapi,
    overlay: overlayOption,
    out: option('DIR', 'output folder'),
    with: option('NAMES', `optional outputs, separated by commas: ${allExtras.join(', ')}`),
    runtime: option(
      'FORM',
      'copy (default): copy the runtime to DIR/runtime; package: import it from backlot',
    ),
    enums: option('FORM', 'union (default): unions of literals; const: also an object for each enum'),
    layout: option('FORM', 'single (default): a file for each purpose; split: also for each tag'),
    dates: option('TYPE', 'type of dates in the client: string (default), Date or Temporal'),
    int64: option('TYPE', 'type of 64-bit integers in the client: number (default), string or bigint'),
    include: repeatable(
      'PATTERN',
      'generate only operations with this tag (tag:NAME), path (/agents/**) or id; repeatable',
    ),
    exclude: repeatable('PATTERN', 'generate no operations that match this pattern; repeatable'),
    'import-extension': {
      ...option(
        'EXT',
        'extension of imports between generated files: none, js or ts (default: from the nearest tsconfig.json)',
      ),
      heading: 'In either case:',
    },
    templates: option(
      'DIR',
      'folder of templates that replace the built-in ones of the same name, see docs/templates.md',
    ),
    ...accessOptions,
    strict: flag('reject operation ids that are used twice; default with a configuration'),
    force: flag('overwrite and delete edited files, and your own files in the way'),
    check: flag('write nothing; report files that are missing, out of date or edited'),
    'dry-run': flag('write nothing; list the files that would change, with exit code 0'),
    'explain-names': flag('write nothing; list the names of functions and types, and why they have them'),
    only: option(
      'NAMES',
      `generate only these files and what they import, separated by commas: ${shortNames.join(', ')}; docs is an HTML reference, only generated on request`,
    ),
    watch: flag('generate again whenever an input is saved'),
    cache: option('DIR', 'cache folder (default node_modules/.cache/backlot)'),
    'no-cache': flag('disable the cache'),
    format: { ...option('FORMAT', 'text (default), json or github'), default: 'text' },
    verbose: flag('print every diagnostic, info messages included'),
  },
  exitCodes: '0 success, 1 invalid documents or stale output, 2 invalid arguments.',
});

/** The help text of the command. */
export const { help } = command;

export interface GenerateCall {
  /** `null` for the default. */
  readonly config: string | null;
  readonly documents: CalledDocuments | null;
  /** `null` to use that of the configuration or the project. */
  readonly importExtension: ImportExtension | null;
  /** As given; `null` to use those of the configuration. */
  readonly templates: string | null;
  /** Allowed references in addition to those of the configuration; absolute paths. */
  readonly access: ReferenceAccess;
  readonly mode: GenerateMode;
  /** Whether differences are no failure. */
  readonly isDryRun: boolean;
  /** Whether the names of generated code are listed, and nothing is written. */
  readonly isExplainingNames: boolean;
  /** Whether operation ids that are used twice are errors, as they are with a configuration. */
  readonly isStrict: boolean;
  readonly isWatching: boolean;
  readonly cache:
    { readonly kind: 'none' | 'default' } | { readonly kind: 'folder'; readonly folder: string };
  readonly only: readonly string[] | null;
  readonly format: OutputFormat;
  readonly isVerbose: boolean;
}

/** Documents that were named in the call, in place of a configuration. */
export interface CalledDocuments {
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
  readonly overlays: readonly string[];
  readonly out: string;
  readonly extras: readonly Extra[];
  readonly runtime: (typeof runtimeForms)[number];
  readonly enums: EnumForm;
  readonly layout: Layout;
  readonly dates: DateForm;
  readonly int64: Int64Form;
  readonly selection: Selection | undefined;
}

type Values = Parameters<Parameters<typeof command.read>[1]>[0]['values'];

/** Reads the arguments of `backlot generate`. Shape: the exit code if help or an error was printed. */
export function readCall(args: readonly string[]): GenerateCall | number {
  return command.read(args, ({ values }) => {
    const hasDocuments = values.openapi !== undefined || values.asyncapi.length > 0;
    const out = values.out ?? (values['explain-names'] && hasDocuments ? 'names' : undefined);
    checkCombinations(values, out);
    const only = readOnly(values.only);
    const extension = values['import-extension'];
    return {
      config: values.config ?? null,
      documents: out === undefined ? null : readDocuments(values, out, only),
      importExtension:
        extension === undefined ? null : readChoice('--import-extension', extension, importExtensions),
      templates: values.templates ?? null,
      access: readAccess(values),
      mode: values.check || values['dry-run'] ? 'compare' : values.force ? 'overwrite' : 'write',
      isDryRun: values['dry-run'],
      isExplainingNames: values['explain-names'],
      isStrict: values.strict,
      isWatching: values.watch,
      cache: cacheOf(values.cache, values['no-cache']),
      only: only === null ? null : withNeeded(only),
      format: readChoice('--format', values.format, formats),
      isVerbose: values.verbose,
    };
  });
}

const perTarget = ['with', 'runtime', 'enums', 'layout', 'dates', 'int64'] as const;

/** Checks options that exclude or need each other. Errors: throws a UsageError about the first problem. */
function checkCombinations(values: Values, out: string | undefined): void {
  const { openapi, asyncapi, overlay, check, force, watch } = values;
  const isDryRun = values['dry-run'];
  const isOther = check || force || watch;
  const empty = Object.entries(values).find(([, value]) => [value].flat().some(isBlank))?.[0];
  const lone = perTarget.find((name) => out === undefined && values[name] !== undefined);
  const documents = [openapi ?? [], asyncapi, overlay].flat();
  const hasDocuments = openapi !== undefined || asyncapi.length > 0;
  const problems: readonly (readonly [isWrong: boolean, message: string])[] = [
    [empty !== undefined, `--${empty} is empty.`],
    [hasDocuments && out === undefined, '--openapi and --asyncapi need --out, the output folder.'],
    [!hasDocuments && out !== undefined, '--out needs --openapi or --asyncapi.'],
    [/^\/+$/.test(out ?? ''), '--out is the root folder; name a folder in it.'],
    [
      openapi === undefined && values.include.length + values.exclude.length > 0,
      '--include and --exclude need --openapi; a configuration has them per target.',
    ],
    [lone !== undefined, `--${lone} needs --openapi or --asyncapi; a configuration has it per target.`],
    [
      out === undefined && overlay.length > 0,
      '--overlay needs --openapi or --asyncapi; a configuration has `overlays` per target.',
    ],
    [force && check, '--force cannot be combined with --check.'],
    [isDryRun && isOther, '--dry-run cannot be combined with --check, --force or --watch.'],
    [
      values['explain-names'] && (isOther || isDryRun),
      '--explain-names cannot be combined with --check, --dry-run, --force or --watch.',
    ],
    [watch && !documents.every(isFileName), '--watch watches files, not addresses or the standard input.'],
    [watch && check, '--watch cannot be combined with --check.'],
  ];
  const problem = problems.find(([isWrong]) => isWrong);
  if (problem !== undefined) throw new UsageError(problem[1]);
  checkDocuments(documents);
}

/** Reads the documents of a call, and what to write for them. */
function readDocuments(values: Values, out: string, only: readonly string[] | null): CalledDocuments {
  const requested = (values.with?.split(',') ?? []).map((name) => readChoice('--with', name, allExtras));
  const included = allExtras.filter((extra) => only?.includes(`${extra}.ts`) === true);
  return {
    openapi: values.openapi ?? null,
    asyncapi: values.asyncapi,
    overlays: values.overlay,
    out: out.replace(/(?<!\/)\/+$/, ''),
    extras: [...new Set([...requested, ...included])],
    runtime: readChoice('--runtime', values.runtime ?? 'copy', runtimeForms),
    enums: readChoice('--enums', values.enums ?? 'union', enumForms),
    layout: readChoice('--layout', values.layout ?? 'single', layouts),
    dates: readChoice('--dates', values.dates ?? 'string', dateForms),
    int64: readChoice('--int64', values.int64 ?? 'number', int64Forms),
    selection: selectionOf(values.include, values.exclude),
  };
}

function readOnly(names: string | undefined): readonly string[] | null {
  const only =
    names
      ?.split(',')
      .map((name) => fileNames.find((each) => each === name || each === `${name}.ts`) ?? name) ?? null;
  const unknown = only?.find((name) => !fileNames.includes(name));
  if (unknown !== undefined) readChoice('--only', unknown, shortNames);
  return only;
}

/** Returns whether a value is blank: an unset shell variable must not select the root or working folder. */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function cacheOf(folder: string | undefined, isOff: boolean): GenerateCall['cache'] {
  if (isOff) return { kind: 'none' };
  return folder === undefined ? { kind: 'default' } : { kind: 'folder', folder: path.resolve(folder) };
}
