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
import { collectDiagnostics, hasErrors, type Diagnostic } from './diagnostics.ts';
import { DOCS, emitReference, type DescribedContract } from './docs/emit-docs.ts';
import { emitFiles } from './emit/emit-files.ts';
import type { EmittedFile } from './emit/emitter.ts';
import { emitRuntime, RUNTIME } from './emit/runtime.ts';
import { resolveNames } from './naming/resolve-names.ts';
import type { GenerateOptions, Target } from './options.ts';
import { planFolders, type Plan, type PlannedFolder } from './output/plan.ts';
import type { Sink } from './output/sink.ts';
import { loadRenderer, type Renderer } from './render/engine.ts';
import { findTemplatesFolder } from './render/templates-folder.ts';
import { lintDocument } from './source/lint.ts';
import { loadDocuments } from './source/load.ts';
import { locateDiagnostics } from './source/locate.ts';
import { openDocument } from './source/open.ts';

/** What a run found, and what it changes. */
export interface GenerateResult {
  /** In the order of the targets and stages; with line and column where the documents tell them. */
  readonly diagnostics: readonly Diagnostic[];
  /** `null` when an error stopped the run, and then nothing was changed. */
  readonly plan: Plan | null;
}

/**
 * Generates every target.
 *
 * Shape: `write` makes all changes or none; `compare` only plans them.
 */
export async function generate(
  options: GenerateOptions,
  sink: Sink,
  mode: 'write' | 'compare',
): Promise<GenerateResult> {
  const templates = findTemplatesFolder();
  const renderer = await loadRenderer(templates);
  const diagnostics: Diagnostic[] = [];
  const described: DescribedContract[] = [];
  const runtime = await emitRuntime(
    path.join(templates, 'runtime'),
    options.targets.flatMap(({ extras }) => extras),
  );
  const folders: PlannedFolder[] = isWanted(RUNTIME, options)
    ? [inFolder(options.runtime, runtime, options)]
    : [];
  for (const target of options.targets) {
    const generated = await generateTarget(target, options, renderer);
    diagnostics.push(...generated.diagnostics);
    if (options.only === null || generated.files.length > 0)
      folders.push(inFolder(target.out, generated.files, options));
    if (generated.contract !== null) described.push({ folder: target.name, contract: generated.contract });
  }
  if (hasErrors(diagnostics)) return { diagnostics, plan: null };
  if (options.only?.includes(DOCS) === true) {
    const css = await readFile(path.join(templates, 'docs/style.css'), 'utf8');
    folders.push({ ...inFolder(options.docs, emitReference(described, css), options), isWhole: true });
  }

  const plan = await planFolders(folders, sink);
  if (mode === 'write') await sink.commit(plan.changes);
  return { diagnostics, plan };
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
}

async function generateTarget(
  target: Target,
  { folder, runtime, only }: GenerateOptions,
  renderer: Renderer,
): Promise<GeneratedTarget> {
  const { report, diagnostics } = collectDiagnostics();

  const texts = await loadDocuments(target, folder, report);
  const bundles = await Promise.all(texts.map((text) => openDocument(text, folder, report)));
  const locators = bundles.map(({ locate }) => locate);
  const documents = bundles.map(({ document }) => document).filter((document) => document !== null);
  if (target.lint !== null) {
    for (const text of texts) await lintDocument(text, path.resolve(folder, target.lint), folder, report);
  }
  if (hasErrors(diagnostics))
    return { contract: null, files: [], diagnostics: locateDiagnostics(diagnostics, locators) };

  const reading = readDocuments(documents, report);
  const repaired = repairSchemas(reading, report);
  const contract = linkContract(repaired, report);
  checkContract(contract, report);
  const names = resolveNames(contract, report);

  const emission = emitFiles(
    contract,
    names,
    { out: target.out, runtime, only, extras: target.extras },
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
  };
}

function inFolder(folder: string, files: readonly EmittedFile[], { only }: GenerateOptions): PlannedFolder {
  return {
    folder,
    files: files.map(({ path: file, text }) => ({ file: `${folder}/${file}`, text })),
    isWhole: only === null,
  };
}
