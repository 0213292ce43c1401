/**
 * The generator, start to end: every stage in its order, on one screen.
 * Stages never call each other; what one makes, the next is given here.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkContract } from './contract/check.ts';
import type { Contract } from './contract/contract.ts';
import { linkContract } from './contract/link.ts';
import { readDocuments } from './contract/read.ts';
import { repairSchemas } from './contract/repair.ts';
import { collectDiagnostics, hasErrors, type Diagnostic, type Report } from './diagnostics.ts';
import type { DescribedContract } from './docs/emit-docs.ts';
import { emitFiles } from './emit/emit-files.ts';
import type { EmittedFile } from './emit/emitter.ts';
import { DOCS, RUNTIME } from './emit/file-names.ts';
import { emitRuntime } from './emit/runtime.ts';
import { forgetfulCache, type TextCache } from './emit/text-cache.ts';
import { resolveNames } from './naming/resolve-names.ts';
import type { GenerateOptions, Target } from './options.ts';
import { planFolders, type Plan, type PlannedFolder } from './output/plan.ts';
import type { Sink } from './output/sink.ts';
import { loadRenderer, type Renderer } from './render/engine.ts';
import type { OwnTemplates } from './render/own-templates.ts';
import { findTemplatesFolder } from './render/templates-folder.ts';
import { packageVersion } from './package-version.ts';
import type { Bundling } from './source/bundling.ts';
import { loadDocuments } from './source/load.ts';
import { locateDiagnostics } from './source/locate.ts';
import { openDocument } from './source/open.ts';

/** What a run read. */
export interface Inputs {
  /** Absolute paths, those of files that should have been there too. */
  readonly files: readonly string[];
  /** Whether that is all it depended on: not so when it read from a network, ran the rules of a linter, or looked through a folder of templates. */
  readonly areAll: boolean;
}

/** What a run found, and what it changes. */
export interface GenerateResult {
  /** In the order of the targets and stages; with line and column where the documents tell them. */
  readonly diagnostics: readonly Diagnostic[];
  /** `null` when an error stopped the run, and then nothing was changed. */
  readonly plan: Plan | null;
  readonly inputs: Inputs;
}

/**
 * Generates every target.
 *
 * Shape: `write` makes all changes or none; `compare` only plans them. `texts` spares what was made before.
 */
export async function generate(
  options: GenerateOptions,
  sink: Sink,
  mode: 'write' | 'compare',
  texts: TextCache = forgetfulCache,
): Promise<GenerateResult> {
  const templates = findTemplatesFolder();
  const findings = collectDiagnostics();
  const renderer = await loadRenderer(templates, ownTemplates(options, findings.report));
  const diagnostics: Diagnostic[] = [...findings.diagnostics];
  const described: DescribedContract[] = [];
  const inputs: Inputs[] = [{ files: renderer.ownFiles, areAll: options.templates === undefined }];
  const runtime = await emitRuntime(
    path.join(templates, 'runtime'),
    options.targets.flatMap(({ extras }) => extras),
  );
  const folders: PlannedFolder[] = isWanted(RUNTIME, options)
    ? [inFolder(options.runtime, runtime, options)]
    : [];
  for (const target of options.targets) {
    const generated = await generateTarget(target, options, renderer, texts);
    inputs.push(generated.inputs);
    diagnostics.push(...generated.diagnostics);
    if (options.only === null || generated.files.length > 0)
      folders.push(inFolder(target.out, generated.files, options));
    if (generated.contract !== null) described.push({ folder: target.name, contract: generated.contract });
  }
  if (hasErrors(diagnostics)) return { diagnostics, plan: null, inputs: joinInputs(inputs) };
  if (options.only?.includes(DOCS) === true) {
    const { emitReference } = await import('./docs/emit-docs.ts');
    const css = await readFile(path.join(templates, 'docs/style.css'), 'utf8');
    folders.push({ ...inFolder(options.docs, emitReference(described, css), options), isWhole: true });
  }

  const plan = await planFolders(folders, sink, `backlot ${packageVersion()}`);
  if (mode === 'write') await sink.commit(plan.changes);
  return { diagnostics, plan, inputs: joinInputs(inputs) };
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

function isWanted(name: string, { only }: GenerateOptions): boolean {
  return only === null || only.includes(name);
}

/** What was made of one target. */
interface GeneratedTarget {
  /** `null` when the documents could not be read. */
  readonly contract: Contract | null;
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly inputs: Inputs;
}

async function generateTarget(
  target: Target,
  { folder, runtime, only }: GenerateOptions,
  renderer: Renderer,
  texts: TextCache,
): Promise<GeneratedTarget> {
  const { report, diagnostics } = collectDiagnostics();

  const sources = await loadDocuments(target, folder, report);
  const bundles = await Promise.all(sources.map((source) => openDocument(source, folder, report)));
  const inputs = inputsOf(target, folder, bundles);
  const locators = bundles.map(({ locate }) => locate);
  const documents = bundles.map(({ document }) => document).filter((document) => document !== null);
  if (target.lint !== null) {
    const { lintDocument } = await import('./source/lint.ts');
    for (const source of sources)
      await lintDocument(source, path.resolve(folder, target.lint), folder, report);
  }
  if (hasErrors(diagnostics))
    return { contract: null, files: [], diagnostics: locateDiagnostics(diagnostics, locators), inputs };

  const reading = readDocuments(documents, report);
  const repaired = repairSchemas(reading, report);
  const contract = linkContract(repaired, report);
  checkContract(contract, report);
  const names = resolveNames(contract, report);

  const emission = await emitFiles(
    contract,
    names,
    { out: target.out, runtime, only, extras: target.extras },
    texts,
    report,
  );
  const rendered = emission.views.map(({ path: file, template, view }) => ({
    path: file,
    text: renderer.render(template, view),
  }));
  return {
    contract,
    files: [...rendered, ...emission.files],
    diagnostics: locateDiagnostics([...diagnostics, ...emission.findings], locators),
    inputs,
  };
}

function inputsOf(target: Target, folder: string, bundles: readonly Bundling[]): Inputs {
  const roots = [target.openapi, ...target.asyncapi, target.lint].filter((file) => file !== null);
  const files = [
    ...roots.map((file) => path.resolve(folder, file)),
    ...bundles.flatMap(({ files }) => files),
  ];
  return { files, areAll: target.lint === null && bundles.every(({ areFilesAll }) => areFilesAll) };
}

function inFolder(folder: string, files: readonly EmittedFile[], { only }: GenerateOptions): PlannedFolder {
  return {
    folder,
    files: files.map(({ path: file, text }) => ({ file: `${folder}/${file}`, text })),
    isWhole: only === null,
  };
}
