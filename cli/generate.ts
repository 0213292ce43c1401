/** `backlot generate`: writes the code of the documents, or compares it. */
import path from 'node:path';
import { createRunner, defaultCacheFolder } from '../generator/cached-run.ts';
import { collectDiagnostics, type Diagnostic } from '../generator/diagnostics/diagnostics.ts';
import { detectImportExtension } from '../generator/options/import-extension.ts';
import { findConfig, readConfig } from '../generator/options/config.ts';
import type { GenerateOptions } from '../generator/options/options.ts';
import { joinAccess } from '../generator/source/reference-access.ts';
import { readCall, type GenerateCall, type CalledDocuments } from './generate-call.ts';
import { installedVersion } from '../generator/packages/packages.ts';
import { explainNames } from '../generator/explain-names.ts';
import { printNames } from './output/names-table.ts';
import { printOutcome } from './output/print-outcome.ts';
import { watchInputs, type WatchedRun } from './serving/watch.ts';

export async function runGenerate(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if (typeof call === 'number') return call;
  if (call.isExplainingNames) return runExplainNames(call);
  const runOnce = prepareRuns(call);
  if (!call.isWatching) return (await runOnce()).exitCode;
  // Machine-readable output has nothing but the result of each run.
  await watchInputs(runOnce, (files) => {
    if (call.format === 'text')
      process.stdout.write(`Watching ${files} ${files === 1 ? 'file' : 'files'}.\n`);
  });
  return 0;
}

/** Prints the names of generated code, and writes nothing. */
async function runExplainNames(call: GenerateCall): Promise<number> {
  const { options, diagnostics } = await readOptions(call);
  const empty = { mode: call.mode, plan: null, conflicts: [], packages: [], isVerbose: call.isVerbose };
  const fail = (problems: readonly Diagnostic[], exitCode: number): number => {
    process.stdout.write(printOutcome({ ...empty, diagnostics: problems }, call.format));
    return exitCode;
  };
  if (options === null) return fail(diagnostics, 2);
  const explained = await explainNames(options);
  if (explained.names === null) return fail(explained.diagnostics, 1);
  const { names } = explained;
  process.stdout.write(call.format === 'json' ? `${JSON.stringify(names, null, 2)}\n` : printNames(names));
  return 0;
}

interface GenerateResult extends WatchedRun {
  readonly exitCode: number;
}

/** Returns a function that generates once and prints the result; later calls reuse what it has loaded. */
function prepareRuns(call: GenerateCall): () => Promise<GenerateResult> {
  const { mode, format, isVerbose, isDryRun } = call;
  let runner: { readonly key: string; readonly run: ReturnType<typeof createRunner>['run'] } | null = null;
  return async () => {
    const { options, diagnostics } = await readOptions(call);
    const read = call.documents === null ? [path.resolve(configOf(call))] : [];
    if (options === null) {
      const empty = { plan: null, conflicts: [], packages: [] };
      process.stdout.write(printOutcome({ mode, diagnostics, ...empty, isVerbose }, format));
      return { exitCode: 2, read, isSound: false };
    }
    const key = JSON.stringify(options);
    if (runner?.key !== key) runner = { key, ...createRunner(options, cacheFolderOf(call, options)) };
    const result = await runner.run(mode);
    const folders = options.targets.map(({ out }) => path.resolve(options.folder, out));
    const packages = result.packages.map((each) => {
      const versions = folders.map((folder) => installedVersion(each.name, folder));
      return { ...each, installed: versions.find((version) => version !== null) ?? null };
    });
    process.stdout.write(printOutcome({ mode, ...result, packages, isVerbose, isDryRun }, format));
    const differs = result.plan?.entries.some(({ state }) => state !== 'same') ?? true;
    const isSound = result.plan !== null;
    return {
      exitCode:
        result.conflicts.length > 0 ? 2 : isSound && !(mode === 'compare' && differs && !isDryRun) ? 0 : 1,
      read: [...read, ...result.inputs.files],
      isSound,
    };
  };
}

function configOf({ config }: GenerateCall): string {
  return config ?? findConfig('.');
}

async function readOptions(
  call: GenerateCall,
): Promise<{ readonly options: GenerateOptions | null; readonly diagnostics: readonly Diagnostic[] }> {
  const { report, diagnostics } = collectDiagnostics();
  const options =
    call.documents === null ? await readConfig(configOf(call), report) : optionsOf(call.documents);
  return {
    options:
      options === null
        ? null
        : {
            ...options,
            only: call.only,
            access: joinAccess(options.access, call.access),
            ...ownTemplates(call),
            ...ownExtension(call),
            ...(call.isStrict ? { isStrict: true } : {}),
          },
    diagnostics,
  };
}

/** Paths on the command line are relative to the working directory. */
function ownTemplates({ templates }: GenerateCall): Pick<GenerateOptions, 'templates'> {
  return templates === null ? {} : { templates: path.resolve(templates) };
}

function ownExtension({ importExtension }: GenerateCall): Pick<GenerateOptions, 'importExtension'> {
  return importExtension === null ? {} : { importExtension };
}

function cacheFolderOf({ cache }: GenerateCall, { folder }: GenerateOptions): string | null {
  if (cache.kind === 'folder') return cache.folder;
  return cache.kind === 'none' ? null : defaultCacheFolder(folder);
}

function optionsOf({ runtime, ...documents }: CalledDocuments): GenerateOptions {
  const { out } = documents;
  const target = { ...documents, name: path.basename(out), lint: null };
  return {
    folder: process.cwd(),
    runtime,
    docs: `${out}/docs`,
    importExtension: detectImportExtension(path.resolve(out)),
    only: null,
    targets: [target],
  };
}
