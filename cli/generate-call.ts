/**
 * Reads the arguments of `backlot generate`, and says what they may be.
 */
import path from 'node:path';
import { fileNames, withNeeded } from '../generator/emit/file-names.ts';
import { importExtensions, isImportExtension, type ImportExtension } from '../generator/import-extension.ts';
import { extras as allExtras, isExtra, type Extra } from '../generator/options.ts';
import type { GenerateMode } from '../generator/pipeline.ts';
import type { ReferenceAccess } from '../generator/source/reference-access.ts';
import { formats, type Format } from './print-outcome.ts';
import { choiceProblem, parseArguments } from './arguments.ts';

const shortNames = fileNames.map((name) => name.replace('.ts', ''));

/** What `--help` prints. */
export const usage = `Usage: backlot generate [options]

Reads the documents and writes types, events, validators, a client, and handlers for a server.

  --config FILE     the configuration, else backlot.config.yaml
  --openapi FILE    an OpenAPI document, instead of a configuration
  --asyncapi FILE   an AsyncAPI document; may be given several times
  --out DIR         where the output goes, with --openapi or --asyncapi; the runtime goes to DIR/runtime
  --with NAMES      what is made only on demand, with --openapi or --asyncapi: ${allExtras.join(', ')}
  --import-extension EXT
                    what imports between generated files end in, none, js or ts; else what the nearest tsconfig.json of
                    the output asks for
  --templates DIR   a folder of templates that take the place of ours with the same names; docs/templates.md tells how
  --allow-remote    fetch what references lead to on the network
  --allow-folder DIR
                    a folder outside of the project that references may lead to; may be given several times
  --force           replace and delete generated files that were edited, and files of others in their place
  --check           write nothing; tell which files are missing, out of date or edited, and where
  --only NAMES      only these files and what they import, separated by commas: ${shortNames.join(', ')}
                    docs is an HTML reference of the documents, made only when it is asked for
  --watch           keep running, and generate again whenever something that was read is saved
  --cache DIR       where what can be used again is kept, else node_modules/.cache/backlot; may be deleted at any time
  --no-cache        start from nothing, and keep nothing
  --format FORMAT   text (default), json or github
  --verbose         tell every finding, also what needs nothing done

Exit codes: 0 done, 1 the documents or the output are not as they should be, 2 the call is wrong.
`;

/** What `backlot generate` was asked to do. */
export interface Call {
  readonly isHelp: boolean;
  readonly config: string;
  readonly documents: CalledDocuments | null;
  /** `null` for what the configuration or the project says. */
  readonly importExtension: ImportExtension | null;
  /** As written; `null` for what the configuration says. */
  readonly templates: string | null;
  /** What references may lead to, beside what the configuration allows; absolute. */
  readonly access: ReferenceAccess;
  readonly mode: GenerateMode;
  readonly isWatching: boolean;
  /** Where to keep what can be used again. */
  readonly cache:
    { readonly kind: 'none' | 'default' } | { readonly kind: 'folder'; readonly folder: string };
  readonly only: readonly string[] | null;
  readonly format: Format;
  readonly isVerbose: boolean;
}

/** Documents that were named in the call, in place of a configuration. */
export interface CalledDocuments {
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
  readonly out: string;
  readonly extras: readonly Extra[];
}

function toFileName(name: string): string {
  return fileNames.find((known) => known === name || known === `${name}.ts`) ?? name;
}

/** Reads the arguments behind `generate`. */
export function readCall(args: readonly string[]): Call | { readonly problem: string } {
  try {
    const { values } = parseArguments({
      args: [...args],
      options: {
        config: { type: 'string', default: 'backlot.config.yaml' },
        openapi: { type: 'string' },
        asyncapi: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
        check: { type: 'boolean', default: false },
        'allow-remote': { type: 'boolean', default: false },
        'allow-folder': { type: 'string', multiple: true, default: [] },
        force: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        cache: { type: 'string' },
        'no-cache': { type: 'boolean', default: false },
        with: { type: 'string' },
        'import-extension': { type: 'string' },
        templates: { type: 'string' },
        only: { type: 'string' },
        format: { type: 'string', default: 'text' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const empty = Object.entries(values).find(([, value]) => [value].flat().some(isBlank));
    if (empty !== undefined) return { problem: `--${empty[0]} is empty.` };
    const { openapi, asyncapi, out } = values;
    const hasDocuments = openapi !== undefined || asyncapi.length > 0;
    if (hasDocuments !== (out !== undefined))
      return { problem: '--out goes together with --openapi or --asyncapi.' };
    if (out !== undefined && /^\/+$/.test(out))
      return { problem: '--out is the root folder; name a folder in it.' };
    if (values.force && values.check) return { problem: '--force writes and --check does not.' };
    if (values.watch && values.check) return { problem: '--watch writes and --check does not.' };
    const wanted = values.with?.split(',') ?? [];
    const odd = wanted.find((name) => !isExtra(name));
    if (odd !== undefined) return { problem: choiceProblem('--with', odd, allExtras) };
    const format = formats.find((known) => known === values.format);
    if (format === undefined) return { problem: choiceProblem('--format', values.format, formats) };
    const importExtension = values['import-extension'] ?? null;
    if (importExtension !== null && !isImportExtension(importExtension))
      return {
        problem: choiceProblem('--import-extension', values['import-extension'] ?? '', importExtensions),
      };
    const only = values.only === undefined ? null : values.only.split(',').map(toFileName);
    const unknown = only?.find((name) => !fileNames.includes(name));
    if (unknown !== undefined) return { problem: choiceProblem('--only', unknown, shortNames) };
    const named = allExtras.filter((extra) => only?.includes(`${extra}.ts`) === true);
    const extras = [...new Set([...wanted.filter(isExtra), ...named])];
    return {
      isHelp: values.help,
      config: values.config,
      documents:
        out === undefined
          ? null
          : { openapi: openapi ?? null, asyncapi, out: out.replace(/\/+$/, ''), extras },
      importExtension,
      templates: values.templates ?? null,
      access: {
        isRemoteAllowed: values['allow-remote'],
        folders: values['allow-folder'].map((folder) => path.resolve(folder)),
      },
      mode: values.check ? 'compare' : values.force ? 'overwrite' : 'write',
      isWatching: values.watch,
      cache: cacheOf(values.cache, values['no-cache']),
      only: only === null ? null : withNeeded(only),
      format,
      isVerbose: values.verbose,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Why: a variable that is not set must not become the root folder, or the present one. */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function cacheOf(folder: string | undefined, isOff: boolean): Call['cache'] {
  if (isOff) return { kind: 'none' };
  return folder === undefined ? { kind: 'default' } : { kind: 'folder', folder: path.resolve(folder) };
}
