/**
 * `backlot generate`: from the documents to the code, or only a comparison of the two.
 */
import path from 'node:path';
import { createRunner, defaultCacheFolder } from '../generator/cache/cached-run.ts';
import { collectDiagnostics, type Diagnostic } from '../generator/diagnostics.ts';
import { detectImportExtension } from '../generator/import-extension.ts';
import { readConfig, type GenerateOptions } from '../generator/options.ts';
import { PROJECT_ONLY, type ReferenceAccess } from '../generator/source/reference-access.ts';
import { refuseCall } from './arguments.ts';
import { readCall, usage, type Call, type CalledDocuments } from './generate-call.ts';
import { isInstalled } from '../generator/packages.ts';
import { printOutcome } from './print-outcome.ts';
import { watchInputs, type WatchedRun } from './watch.ts';

/** Generates code from descriptions. */
export async function runGenerate(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if ('problem' in call) return refuseCall('generate', call.problem);
  if (call.isHelp) {
    process.stdout.write(usage);
    return 0;
  }
  const runOnce = prepareRuns(call);
  if (!call.isWatching) return (await runOnce()).exitCode;
  // What programs read is one answer for each run and nothing else.
  await watchInputs(runOnce, (files) => {
    if (call.format === 'text')
      process.stdout.write(`Watching ${files} ${files === 1 ? 'file' : 'files'}.\n`);
  });
  return 0;
}

/** What one run leaves behind. */
interface Ran extends WatchedRun {
  readonly exitCode: number;
}

/** Answers what generates once and tells about it; what it has loaded and made serves the next time. */
function prepareRuns(call: Call): () => Promise<Ran> {
  const { mode, format, isVerbose } = call;
  let runner: { readonly for: string; readonly run: ReturnType<typeof createRunner>['run'] } | null = null;
  return async () => {
    const { options, diagnostics } = await readOptions(call);
    const read = call.documents === null ? [path.resolve(call.config)] : [];
    if (options === null) {
      const nothing = { plan: null, conflicts: [], packages: [], missing: [] };
      process.stdout.write(printOutcome({ mode, diagnostics, ...nothing, isVerbose }, format));
      return { exitCode: 2, read, isSound: false };
    }
    const wanted = JSON.stringify(options);
    if (runner?.for !== wanted)
      runner = { for: wanted, ...createRunner(options, cacheFolderOf(call, options)) };
    const result = await runner.run(mode);
    const missing = result.packages.filter(
      (each) => !isInstalled(each, path.resolve(options.folder, options.runtime)),
    );
    process.stdout.write(printOutcome({ mode, ...result, missing, isVerbose }, format));
    const differs = result.plan?.entries.some(({ state }) => state !== 'same') ?? true;
    const isSound = result.plan !== null;
    return {
      exitCode: result.conflicts.length > 0 ? 2 : isSound && !(mode === 'compare' && differs) ? 0 : 1,
      read: [...read, ...result.inputs.files],
      isSound,
    };
  };
}

async function readOptions(
  call: Call,
): Promise<{ readonly options: GenerateOptions | null; readonly diagnostics: readonly Diagnostic[] }> {
  const { report, diagnostics } = collectDiagnostics();
  const options = call.documents === null ? await readConfig(call.config, report) : optionsOf(call.documents);
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
          },
    diagnostics,
  };
}

/** On the command line, paths are relative to where it was called. */
function ownTemplates({ templates }: Call): Pick<GenerateOptions, 'templates'> {
  return templates === null ? {} : { templates: path.resolve(templates) };
}

function ownExtension({ importExtension }: Call): Pick<GenerateOptions, 'importExtension'> {
  return importExtension === null ? {} : { importExtension };
}

function joinAccess(configured: ReferenceAccess = PROJECT_ONLY, called: ReferenceAccess): ReferenceAccess {
  return {
    isRemoteAllowed: configured.isRemoteAllowed || called.isRemoteAllowed,
    folders: [...configured.folders, ...called.folders],
  };
}

function cacheFolderOf({ cache }: Call, { folder }: GenerateOptions): string | null {
  if (cache.kind === 'folder') return cache.folder;
  return cache.kind === 'none' ? null : defaultCacheFolder(folder);
}

function optionsOf({ openapi, asyncapi, out, extras }: CalledDocuments): GenerateOptions {
  const target = { name: path.basename(out), openapi, asyncapi, out, lint: null, extras };
  return {
    folder: process.cwd(),
    runtime: `${out}/runtime`,
    docs: `${out}/docs`,
    importExtension: detectImportExtension(path.resolve(out)),
    only: null,
    targets: [target],
  };
}
