/**
 * `backlot generate`: from the documents to the code, or only a comparison of the two.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { collectDiagnostics } from '../generator/diagnostics.ts';
import { DOCS } from '../generator/docs/emit-docs.ts';
import { templatedFiles, validatorFiles } from '../generator/emit/registry.ts';
import { RUNTIME } from '../generator/emit/runtime.ts';
import {
  extras as allExtras,
  isExtra,
  readConfig,
  type Extra,
  type GenerateOptions,
} from '../generator/options.ts';
import { createDiskSink } from '../generator/output/disk-sink.ts';
import { generate } from '../generator/pipeline.ts';
import { formats, printOutcome, type Format } from './print-outcome.ts';

const fileNames = [...templatedFiles.map(({ path: file }) => file), ...validatorFiles, RUNTIME, DOCS];

const usage = `Usage: backlot generate [options]

Reads the documents and writes types, events, validators, operations and handler interfaces.

  --config FILE     the configuration, else backlot.config.yaml
  --openapi FILE    an OpenAPI document, instead of a configuration
  --asyncapi FILE   an AsyncAPI document; may be given several times
  --out DIR         where the output goes, with --openapi or --asyncapi; the runtime goes to DIR/runtime
  --with NAMES      what is made only on demand, with --openapi or --asyncapi: ${allExtras.join(', ')}
  --check           write nothing; tell which files are missing, out of date or edited
  --only NAMES      only these files, separated by commas: ${fileNames.map((name) => name.replace('.ts', '')).join(', ')}
                    docs is an HTML reference of the documents, made only when it is asked for
  --format FORMAT   text (default), json or github
  --verbose         tell every finding, also what needs nothing done

Exit codes: 0 done, 1 the documents or the output are not as they should be, 2 the call is wrong.
`;

interface Call {
  readonly isHelp: boolean;
  readonly config: string;
  readonly documents: {
    readonly openapi: string | null;
    readonly asyncapi: readonly string[];
    readonly out: string;
    readonly extras: readonly Extra[];
  } | null;
  readonly mode: 'write' | 'compare';
  readonly only: readonly string[] | null;
  readonly format: Format;
  readonly isVerbose: boolean;
}

/** Generates code from descriptions. */
export async function runGenerate(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if ('problem' in call) {
    process.stderr.write(`${call.problem}\n\n${usage}`);
    return 2;
  }
  if (call.isHelp) {
    process.stdout.write(usage);
    return 0;
  }
  return generateFor(call);
}

async function generateFor(call: Call): Promise<number> {
  const { report, diagnostics } = collectDiagnostics();
  const options = call.documents === null ? await readConfig(call.config, report) : optionsOf(call.documents);
  const { mode, format, isVerbose } = call;
  if (options === null) {
    process.stdout.write(printOutcome({ mode, diagnostics, plan: null, isVerbose }, format));
    return 2;
  }
  const result = await generate({ ...options, only: call.only }, createDiskSink(options.folder), mode);
  process.stdout.write(printOutcome({ mode, ...result, isVerbose }, format));
  if (result.plan === null) return 1;
  const differs = result.plan.entries.some(({ state }) => state !== 'same');
  return mode === 'compare' && differs ? 1 : 0;
}

function optionsOf({ openapi, asyncapi, out, extras }: NonNullable<Call['documents']>): GenerateOptions {
  const target = { name: path.basename(out), openapi, asyncapi, out, lint: null, extras };
  return {
    folder: process.cwd(),
    runtime: `${out}/runtime`,
    docs: `${out}/docs`,
    only: null,
    targets: [target],
  };
}

function toFileName(name: string): string {
  return fileNames.find((known) => known === name || known === `${name}.ts`) ?? name;
}

function readCall(args: readonly string[]): Call | { readonly problem: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        config: { type: 'string', default: 'backlot.config.yaml' },
        openapi: { type: 'string' },
        asyncapi: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
        check: { type: 'boolean', default: false },
        with: { type: 'string' },
        only: { type: 'string' },
        format: { type: 'string', default: 'text' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { openapi, asyncapi, out } = values;
    const hasDocuments = openapi !== undefined || asyncapi.length > 0;
    if (hasDocuments !== (out !== undefined))
      return { problem: '--out goes together with --openapi or --asyncapi.' };
    const extras = values.with?.split(',') ?? [];
    if (!extras.every(isExtra)) return { problem: `--with takes ${allExtras.join(', ')}.` };
    const format = formats.find((known) => known === values.format);
    if (format === undefined) return { problem: `--format is one of ${formats.join(', ')}.` };
    const only = values.only === undefined ? null : values.only.split(',').map(toFileName);
    const unknown = only?.find((name) => !fileNames.includes(name));
    if (unknown !== undefined) return { problem: `--only does not know ${unknown}.` };
    return {
      isHelp: values.help,
      config: values.config,
      documents:
        out === undefined
          ? null
          : { openapi: openapi ?? null, asyncapi, out: out.replace(/\/+$/, ''), extras },
      mode: values.check ? 'compare' : 'write',
      only,
      format,
      isVerbose: values.verbose,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
