/**
 * The generator from start to end: every stage in order. Stages never call each other; this file passes the output of
 * one to the next.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildModel } from './read/build-model.ts';
import type { ContractModel } from './model/contract-model.ts';
import { collectDiagnostics, hasErrors, type Diagnostic, type Report } from './diagnostics/diagnostics.ts';
import type { DescribedContract } from './docs/emit-docs.ts';
import { convertContract, importJsonTypes } from './emit/convert-contract.ts';
import { emitFiles } from './emit/outputs/emit-files.ts';
import { type EmittedFile, noopCache, type TextCache } from './emit/emitter.ts';
import { DOCS, RUNTIME } from './emit/outputs/file-names.ts';
import { withImportExtension } from './print/imports.ts';
import {
  copiedModules,
  emitRuntime,
  importFromCopy,
  readRuntime,
  runtimePlace,
  type RuntimePlace,
} from './runtime/runtime.ts';
import { splitFiles } from './emit/layout/split-files.ts';
import { runPlugins } from './run-plugins.ts';
import { resolveNames } from './naming/resolve-names.ts';
import { withPagination, type GenerateOptions, type Target } from './options/options.ts';
import { digestInputs } from './output/file-manifest.ts';
import { conflictsOf, planFolders, type Plan, type PlanEntry, type PlannedFolder } from './output/plan.ts';
import type { Sink } from './output/sink.ts';
import { loadRenderer, type Renderer } from './render/engine.ts';
import type { OwnTemplates } from './render/own-templates.ts';
import { findTemplatesFolder, packageVersion } from './packages/package-files.ts';
import { findPackages, type NeededPackage } from './packages/packages.ts';
import { type OpenedDocument, locateDiagnostics } from './source/opened-document.ts';
import { isFileName } from './source/document-names.ts';
import { createSelector } from './read/selection.ts';
import { PROJECT_ONLY } from './source/reference-access.ts';
import { openDocuments } from './overlay/open-documents.ts';

/** The inputs of a run. */
export interface Inputs {
  /** Absolute paths, including those of missing files. */
  readonly files: readonly string[];
  /**
   * Whether these are all inputs: false when the run also read from a network, ran lint rules, or listed a folder of
   * templates.
   */
  readonly areAll: boolean;
}

/**
 * How the output is written: `write` replaces and deletes only what the generator wrote itself, `overwrite` also files
 * that users edited or created in the place of generated ones, and `compare` changes nothing.
 */
export type GenerateMode = 'write' | 'overwrite' | 'compare';

/** The result of a run. */
export interface GenerateResult {
  /** In the order of the targets and stages; with line and column where they are available. */
  readonly diagnostics: readonly Diagnostic[];
  /** `null` when an error stopped the run, in which case nothing was changed. */
  readonly plan: Plan | null;
  /** Files that prevent a `write`, which then changed nothing: edited files, and files that were not generated. */
  readonly conflicts: readonly PlanEntry[];
  readonly inputs: Inputs;
  /** The packages that the generated code imports. */
  readonly packages: readonly NeededPackage[];
}

/**
 * Generates every target.
 *
 * Shape: makes all changes or none. `texts` is a cache of earlier output.
 * Errors: rejects with the error of the system when files can't be read or written.
 */
export async function generate(
  options: GenerateOptions,
  sink: Sink,
  mode: GenerateMode,
  texts: TextCache = noopCache,
): Promise<GenerateResult> {
  const templates = findTemplatesFolder();
  const findings = collectDiagnostics();
  const renderer = await loadRenderer(templates, ownTemplates(options, findings.report));
  const diagnostics: Diagnostic[] = [...findings.diagnostics];
  const described: DescribedContract[] = [];
  const inputs: Inputs[] = [{ files: renderer.ownFiles, areAll: options.templates === undefined }];
  const folders: PlannedFolder[] = [];
  const targets: GeneratedTarget[] = [];
  for (const target of options.targets) {
    const generated = await generateTarget(target, options, renderer, texts);
    inputs.push(generated.inputs);
    diagnostics.push(...generated.diagnostics);
    targets.push(generated);
    if (options.only === null || generated.files.length > 0)
      folders.push({
        ...inFolder(target.out, importFromCopy(generated), options),
        inputs: generated.digests,
      });
    if (generated.contract !== null) described.push({ folder: target.name, contract: generated.contract });
  }
  if (hasErrors(diagnostics))
    return { diagnostics, plan: null, conflicts: [], inputs: joinInputs(inputs), packages: [] };
  if (options.only?.includes(RUNTIME) !== false)
    folders.unshift(...(await copyRuntime(path.join(templates, 'runtime'), targets, options, sink)));
  const packages = findPackages(folders.flatMap(({ files }) => files.map(({ text }) => text)));
  if (options.only?.includes(DOCS) === true) {
    const { emitReference } = await import('./docs/emit-docs.ts');
    const css = await readFile(path.join(templates, 'docs/style.css'), 'utf8');
    const search = await readFile(path.join(templates, 'docs/search.js'), 'utf8');
    folders.push({
      ...inFolder(options.docs, emitReference(described, css, search), options),
      isWhole: true,
    });
  }

  const outcome = await writeFolders(folders, sink, mode);
  return { diagnostics, ...outcome, inputs: joinInputs(inputs), packages };
}

/**
 * Plans the copies of the runtime, and the removal of those that are no longer used. A run for some files keeps the
 * modules that other files may import; one for the runtime alone copies it whole.
 */
async function copyRuntime(
  templates: string,
  targets: readonly GeneratedTarget[],
  options: GenerateOptions,
  sink: Sink,
): Promise<PlannedFolder[]> {
  const runtime = await readRuntime(templates);
  const folders = new Set(targets.map(({ out, runtime: { folder } }) => folder ?? `${out}/runtime`));
  return Promise.all(
    [...folders].map(async (folder) => {
      const users = targets.filter((target) => target.runtime.folder === folder);
      if (users.length === 0) return inFolder(folder, [], options);
      const present = options.only === null ? [] : await sink.list(folder);
      const kept = copiedModules(await Promise.all(present.map((file) => sink.read(file))));
      const isAlone = options.only?.every((name) => name === RUNTIME) === true;
      return inFolder(folder, emitRuntime(runtime, users, isAlone ? runtime.files.keys() : kept), options);
    }),
  );
}

async function writeFolders(
  folders: readonly PlannedFolder[],
  sink: Sink,
  mode: GenerateMode,
): Promise<{ readonly plan: Plan; readonly conflicts: readonly PlanEntry[] }> {
  if (mode !== 'compare') await sink.recover?.(folders.map(({ folder }) => folder));
  const version = `backlot ${packageVersion()}`;
  const plan = await planFolders(folders, { sink, version, overwrites: mode === 'overwrite' });
  const conflicts = mode === 'write' ? conflictsOf(plan) : [];
  if (mode !== 'compare' && conflicts.length === 0) await sink.commit(plan.changes);
  return { plan, conflicts };
}

function ownTemplates({ folder, templates }: GenerateOptions, report: Report): OwnTemplates | null {
  return templates === undefined
    ? null
    : { folder: path.resolve(folder, templates), project: folder, report };
}

function joinInputs(inputs: readonly Inputs[]): Inputs {
  return {
    files: [...new Set(inputs.flatMap(({ files }) => files))],
    areAll: inputs.every(({ areAll }) => areAll),
  };
}

interface GeneratedTarget {
  readonly out: string;
  readonly runtime: RuntimePlace;
  /** `null` when the documents could not be read. */
  readonly contract: ContractModel | null;
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly inputs: Inputs;
  /** Digests of its documents, by their paths in the project; empty when they could not be read. */
  readonly digests: ReadonlyMap<string, string>;
}

async function generateTarget(
  target: Target,
  options: GenerateOptions,
  renderer: Renderer,
  texts: TextCache,
): Promise<GeneratedTarget> {
  const { folder, only, access } = options;
  const { report, diagnostics } = collectDiagnostics(options.isStrict);
  const runtime = runtimePlace(target, options);
  const selects = target.selection === undefined ? undefined : createSelector(target.selection).selects;
  const policy = { ...PROJECT_ONLY, ...access, selects };
  const { sources, opened } = await openDocuments(target, folder, report, policy);
  const inputs = inputsOf(target, folder, opened);
  const locators = opened.map(({ locate }) => locate);
  const documents = opened.map(({ document }) => document).filter((document) => document !== null);
  if (target.lint !== null) {
    const { lintDocument } = await import('./source/lint.ts');
    for (const source of sources)
      await lintDocument(source, path.resolve(folder, target.lint), folder, report, access);
  }
  if (hasErrors(diagnostics))
    return {
      out: target.out,
      runtime,
      contract: null,
      files: [],
      diagnostics: locateDiagnostics(diagnostics, locators),
      inputs,
      digests: new Map(),
    };

  const contract = withPagination(buildModel(documents, report, target.selection, target.rename), target);
  const names = resolveNames(contract, report, target.enums, target.rename?.schemas);
  const forms = { dates: target.dates ?? 'string', int64: target.int64 ?? 'number' };
  const converts = forms.dates !== 'string' || forms.int64 !== 'number';
  const conversions = converts ? convertContract(contract, names, forms, report) : null;

  const emission = await emitFiles(
    contract,
    names,
    { runtime: runtime.specifier, only, extras: target.extras, conversions },
    texts,
    report,
  );
  const rendered = emission.views.map(({ path: file, template, view, hasJsonTypes }) => {
    const text = renderer.render(template, view);
    return { path: file, text: hasJsonTypes ? importJsonTypes(text) : text };
  });
  const whole = [...rendered, ...emission.files];
  const own = target.layout === 'split' ? splitFiles(whole, contract, names) : whole;
  const added =
    only === null
      ? await runPlugins(target, { contract, names, runtime: runtime.specifier, own, folder }, report)
      : [];
  return {
    out: target.out,
    runtime,
    contract,
    files: [...own, ...added],
    diagnostics: locateDiagnostics([...diagnostics, ...emission.findings], locators),
    inputs,
    digests: digestInputs(folder, documentFiles(opened)),
  };
}

function inputsOf(target: Target, folder: string, opened: readonly OpenedDocument[]): Inputs {
  const { openapi, asyncapi, overlays = [], lint } = target;
  const roots = [openapi, ...asyncapi, ...overlays, lint].filter((file) => file !== null);
  const files = [
    ...roots.filter(isFileName).map((file) => path.resolve(folder, file)),
    ...documentFiles(opened),
  ];
  return {
    files,
    areAll:
      roots.every(isFileName) &&
      target.lint === null &&
      target.plugins === undefined &&
      opened.every(({ areFilesAll }) => areFilesAll),
  };
}

/** Returns the files of documents, without remote ones. Shape: absolute. */
function documentFiles(opened: readonly OpenedDocument[]): string[] {
  return opened.flatMap(({ files }) => files.filter((file) => path.isAbsolute(file)));
}

function inFolder(
  folder: string,
  files: readonly EmittedFile[],
  { only, importExtension = 'ts' }: GenerateOptions,
): PlannedFolder {
  return {
    folder,
    files: files.map(({ path: file, text }) => ({
      file: `${folder}/${file}`,
      text: file.endsWith('.ts') ? withImportExtension(text, importExtension) : text,
    })),
    isWhole: only === null,
  };
}
