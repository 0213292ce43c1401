/** Applies overlays to root documents, before their references are resolved. */
import type { Report } from '../diagnostics/diagnostics.ts';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { JsonObject, Place } from '../json/documents.ts';
import { isAddress, relativeFile } from '../source/document-names.ts';
import { MAX_BODY_SIZE } from '../source/fetch-document.ts';
import { childPointer, isArray, isObject, referenceOf } from '../json/json.ts';
import { createLines } from '../source/json-positions.ts';
import type { SourceText } from '../source/load.ts';
import type { Locate, OpenedDocument } from '../source/opened-document.ts';
import { locateInText, parseSource } from '../source/parse-source.ts';
import { ChangedTree } from './changed-tree.ts';
import type { Overlay, OverlayAction, OverlayChange } from './overlay.ts';
import { explainMiss, type SelectedNode } from './target.ts';

/** A document with overlays applied. */
export interface OverlaidDocument {
  /** The source to read instead: JSON, under the same path. The same one if nothing changed. */
  readonly source: SourceText;
  /** Maps places in the changed document to where they were written. */
  readonly inOriginal: (opened: OpenedDocument) => Promise<OpenedDocument>;
}

interface OverlayResult {
  /** In the order of the sources. */
  readonly documents: readonly OverlaidDocument[];
  /** In the order of the actions; without those that selected nothing. */
  readonly changes: readonly OverlayChange[];
}

/** One document that overlays may change. */
interface Candidate {
  readonly source: SourceText;
  readonly tree: ChangedTree;
}

/**
 * Applies overlays in order, each action to the result of the one before. An action applies to the document that its
 * overlay extends, or else to the first one in which it selects something.
 *
 * Errors: OVERLAY_DOCUMENT_OTHER, OVERLAY_TARGET_INVALID, OVERLAY_TARGET_UNMATCHED, OVERLAY_TOO_LARGE,
 * OVERLAY_UPDATE_INVALID (reported). A source that can't be parsed is unchanged: opening it reports why.
 */
export async function overlayDocuments(
  sources: readonly SourceText[],
  overlays: readonly Overlay[],
  folder: string,
  report: Report,
): Promise<OverlayResult> {
  const trees = await Promise.all(
    sources.map(async (source) => {
      const root = await parseSource(source.text);
      return root === null ? null : new ChangedTree(source.file, root);
    }),
  );
  const candidates = sources.flatMap((source, index) => {
    const tree = trees[index] ?? null;
    return tree === null ? [] : [{ source, tree }];
  });
  const applier = new Applier(report);
  for (const overlay of overlays) {
    const chosen = chooseDocuments(overlay, candidates, folder, report);
    if (chosen.length === 0) continue;
    for (const action of overlay.actions) applier.apply(overlay, action, chosen);
  }
  const changed = new Set(applier.changes.map(({ document }) => document));
  const documents = sources.map((source, index): OverlaidDocument => {
    const tree = trees[index] ?? null;
    if (tree === null || !changed.has(source.file))
      return { source, inOriginal: (opened) => Promise.resolve(withFiles(opened, overlays)) };
    return {
      source: { ...source, text: JSON.stringify(tree.root) },
      inOriginal: async (opened) =>
        withFiles(await placeInOriginal(opened, source, tree, overlays), overlays),
    };
  });
  return { documents, changes: applier.changes };
}

function chooseDocuments(
  overlay: Overlay,
  candidates: readonly Candidate[],
  folder: string,
  report: Report,
): readonly Candidate[] {
  const { extends: named, file, positionOf } = overlay;
  if (named === null || candidates.length === 0) return candidates;
  const chosen = candidates.filter(({ source }) => source.absolute === named);
  if (chosen.length > 0) return chosen;
  const details = { named: relativeFile(named, folder), documents: namesOf(candidates) };
  const pointer = '#/extends';
  report('OVERLAY_DOCUMENT_OTHER', { file, pointer }, details, positionOf(pointer));
  return candidates;
}

function namesOf(candidates: readonly Candidate[]): string {
  return candidates.map(({ source }) => source.file).join(' and ');
}

/** Applies actions; records what they changed. */
class Applier {
  readonly changes: OverlayChange[] = [];
  private readonly report: Report;
  /** Units: characters. */
  private added = 0;

  constructor(report: Report) {
    this.report = report;
  }

  apply(overlay: Overlay, action: OverlayAction, candidates: readonly Candidate[]): void {
    const { index, written: target, description, effect } = action;
    const place = { file: overlay.file, pointer: `#/actions/${index}/target` };
    const position = overlay.positionOf(place.pointer);
    let match: { readonly candidate: Candidate; readonly nodes: readonly SelectedNode[] } | null;
    try {
      match = findMatch(action, candidates);
    } catch {
      const problem = 'the document is nested too deeply';
      this.report('OVERLAY_TARGET_INVALID', place, { target, problem }, position);
      return;
    }
    if (match === null) {
      const [first] = candidates;
      const documents = namesOf(candidates);
      const hint = first === undefined ? '.' : hintOf(first.tree.root, action);
      this.report('OVERLAY_TARGET_UNMATCHED', place, { target, documents, hint }, position);
      return;
    }
    if (effect === null) return;
    const { candidate, nodes } = match;
    const problem = findProblem(nodes, effect);
    if (problem !== null) {
      this.report('OVERLAY_UPDATE_INVALID', place, { target, problem }, position);
      return;
    }
    const { tree, source } = candidate;
    const pointers =
      effect.kind === 'remove' ? tree.remove(nodes) : this.update(overlay, action, candidate, nodes);
    if (pointers === null) return;
    const { kind } = effect;
    const { file: document } = source;
    this.changes.push({
      overlay: overlay.file,
      action: index,
      target,
      description,
      kind,
      document,
      pointers,
    });
  }

  /** Returns the pointers that changed; `null` if there would be too many. */
  private update(
    { file, positionOf }: Overlay,
    { index, effect }: OverlayAction,
    { tree }: Candidate,
    nodes: readonly SelectedNode[],
  ): string[] | null {
    if (effect?.kind !== 'update') return null;
    const from = { file, pointer: `#/actions/${index}/update` };
    const text = JSON.stringify(effect.value);
    this.added += text.length * nodes.length;
    if (this.added <= MAX_BODY_SIZE)
      return tree.update(nodes, () => JSON.parse(text) as typeof effect.value, from);
    this.report('OVERLAY_TOO_LARGE', from, { limit: MAX_BODY_SIZE / 1024 / 1024 }, positionOf(from.pointer));
    return null;
  }
}

function findMatch(
  { target }: OverlayAction,
  candidates: readonly Candidate[],
): { readonly candidate: Candidate; readonly nodes: readonly SelectedNode[] } | null {
  for (const candidate of candidates) {
    const nodes = target.select(candidate.tree.root);
    if (nodes.length > 0) return { candidate, nodes };
  }
  return null;
}

/** Returns the end of a sentence about a target that selects nothing. */
function hintOf(root: JsonObject, { target }: OverlayAction): string {
  const miss = explainMiss(root, target);
  if (miss === null) return '.';
  const { at, node } = miss;
  const reference = referenceOf(node);
  if (reference !== null) return `: \`${at}\` would be behind the reference to \`${reference}\`.`;
  const closest = closestWord(at, Object.keys(node));
  return closest === null
    ? `: there is no \`${at}\`.`
    : `: there is no \`${at}\`; did you mean \`${closest}\`?`;
}

function findProblem(
  nodes: readonly SelectedNode[],
  effect: NonNullable<OverlayAction['effect']>,
): string | null {
  if (effect.kind === 'remove')
    return nodes.some(({ location }) => location.length === 0) ? "the whole document can't be removed" : null;
  for (const { value, location } of nodes) {
    if (isArray(value) || (isObject(value) && isObject(effect.value))) continue;
    const at = childPointer('#', ...location);
    return isObject(value)
      ? `\`${at}\` is an object, and \`update\` is not`
      : `\`${at}\` is neither an object nor a list`;
  }
  return null;
}

/** Adds the overlays to the files that were read. */
function withFiles(opened: OpenedDocument, overlays: readonly Overlay[]): OpenedDocument {
  const local = overlays.map(({ absolute }) => absolute).filter((absolute) => !isAddress(absolute));
  const areFilesAll = opened.areFilesAll && local.length === overlays.length;
  return { ...opened, files: [...opened.files, ...local], areFilesAll };
}

async function placeInOriginal(
  opened: OpenedDocument,
  source: SourceText,
  tree: ChangedTree,
  overlays: readonly Overlay[],
): Promise<OpenedDocument> {
  const locateInSource = await locateInText(source);
  const overlayOf = (file: string): Overlay | undefined => overlays.find((overlay) => overlay.file === file);
  const locate: Locate = (place) => {
    if (place.file !== source.file) return opened.locate(place);
    const original: Place = tree.placeOf(place.pointer);
    const overlay = overlayOf(original.file);
    if (overlay === undefined || original.file === source.file) return locateInSource(original);
    return { ...overlay.positionOf(original.pointer), place: original };
  };
  const lines = createLines(source.text);
  return {
    ...opened,
    locate,
    lineOf: (file, line) => {
      if (file === source.file) return lines.textOf(line);
      const overlay = overlayOf(file);
      return overlay === undefined ? opened.lineOf(file, line) : createLines(overlay.text).textOf(line);
    },
  };
}
