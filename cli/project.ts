/** `backlot project`: writes the documents as one OpenAPI 3.2 document. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { collectDiagnostics, type Diagnostic } from '../generator/diagnostics/diagnostics.ts';
import { findConfig, readConfig } from '../generator/options/config.ts';
import { projectDocuments } from '../generator/project/project.ts';
import type { DocumentPaths } from '../generator/source/load.ts';
import { joinAccess, type ReferenceAccess } from '../generator/source/reference-access.ts';
import { defineCommand, flag, option, readChoice, UsageError } from './command.ts';
import { printDiagnostics } from './output/print-outcome.ts';
import {
  accessOptions,
  checkDocuments,
  configOption,
  documentOptions,
  overlayOption,
  readAccess,
  withOverlays,
} from './source-options.ts';

const command = defineCommand({
  name: 'project',
  description:
    'Writes an OpenAPI document and its AsyncAPI documents as one OpenAPI 3.2 document. Event streams become `itemSchema`; the schemas of messages are added.',
  options: {
    to: { ...option('VERSION', 'version of OpenAPI: 3.2 (default)'), default: '3.2' },
    openapi: {
      ...documentOptions.openapi,
      help: `${documentOptions.openapi.help}, instead of a configuration`,
    },
    asyncapi: documentOptions.asyncapi,
    overlay: overlayOption,
    config: configOption,
    target: option('NAME', 'target of the configuration (default: the only one with an OpenAPI document)'),
    out: option('FILE', 'file to write, as JSON if it ends with .json (default: the standard output)'),
    format: option('FORMAT', 'yaml or json (default: that of the file, or else yaml)'),
    ...accessOptions,
    verbose: flag('print every diagnostic, info messages included'),
  },
  exitCodes: '0 success, 1 invalid documents, 2 invalid arguments.',
});

interface Call {
  readonly documents: DocumentPaths | null;
  /** Relative to the working directory; applied after those of the configuration. */
  readonly overlays: readonly string[];
  /** `null` for the one in the working directory. */
  readonly config: string | null;
  readonly target: string | null;
  readonly out: string | null;
  readonly isJson: boolean;
  readonly access: ReferenceAccess;
  readonly isVerbose: boolean;
}

interface Source {
  readonly folder: string;
  readonly documents: DocumentPaths;
  readonly access: ReferenceAccess;
}

/** Writes documents as one OpenAPI 3.2 document. */
export async function runProject(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if (typeof call === 'number') return call;
  const source = await findSource(call);
  if (typeof source === 'number') return source;
  const { document, diagnostics } = await projectDocuments(source.documents, source.folder, source.access);
  complain(diagnostics, call.isVerbose);
  if (document === null) return 1;
  const text = call.isJson
    ? `${JSON.stringify(document, null, 2)}\n`
    : stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
  if (call.out === null) {
    process.stdout.write(text);
    return 0;
  }
  await mkdir(path.dirname(call.out), { recursive: true });
  await writeFile(call.out, text);
  return 0;
}

function readCall(args: readonly string[]): Call | number {
  return command.read(args, ({ values }) => {
    readChoice('--to', values.to, ['3.2']);
    const { openapi, asyncapi, config = null, target = null, out = null, overlay: overlays } = values;
    if ([openapi, out, target, config, ...asyncapi, ...overlays].some((value) => value?.trim() === ''))
      throw new UsageError('An option is empty.');
    checkDocuments([openapi ?? [], asyncapi, overlays].flat());
    if (openapi === undefined && asyncapi.length > 0) throw new UsageError('--asyncapi needs --openapi.');
    if (openapi !== undefined && target !== null)
      throw new UsageError('--target selects from a configuration, so it cannot be used with --openapi.');
    const format = values.format ?? (out?.endsWith('.json') === true ? 'json' : 'yaml');
    return {
      isJson: readChoice('--format', format, ['yaml', 'json']) === 'json',
      documents: openapi === undefined ? null : { openapi, asyncapi },
      overlays,
      config,
      target,
      out,
      access: readAccess(values),
      isVerbose: values.verbose,
    };
  });
}

/** Finds the documents; the exit code if an error was printed instead. */
async function findSource({ documents, overlays, config, target, access }: Call): Promise<Source | number> {
  if (documents !== null) return { folder: process.cwd(), documents: { ...documents, overlays }, access };
  const { report, diagnostics } = collectDiagnostics();
  const file = config ?? findConfig('.');
  const options = await readConfig(file, report);
  if (options === null) {
    complain(diagnostics, false);
    return 2;
  }
  const candidates = options.targets.filter(({ openapi }) => openapi !== null);
  const chosen = target === null ? candidates : candidates.filter(({ name }) => name === target);
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) {
    const names = candidates.map(({ name }) => name).join(', ') || 'none';
    process.stderr.write(
      `backlot project: Name a target of ${file} with --target. Those with an OpenAPI document: ${names}.\n`,
    );
    return 2;
  }
  return {
    folder: options.folder,
    documents: withOverlays(only, overlays),
    access: joinAccess(options.access, access),
  };
}

function complain(diagnostics: readonly Diagnostic[], isVerbose: boolean): void {
  const lines = printDiagnostics(diagnostics, isVerbose);
  if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
}
