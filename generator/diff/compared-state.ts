/** Finds the documents of one side of a comparison: a file, an address, a folder or a git revision. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ComparedDocuments } from './comparison.ts';
import { collectDiagnostics, type Diagnostic } from '../diagnostics/diagnostics.ts';
import { readConfig } from '../options/config.ts';
import { isAddress } from '../source/document-names.ts';
import { isRevisionText, readRevision } from '../source/git-revision.ts';
import { readDocument } from '../source/load.ts';

/** The documents to use from a folder or a revision with several; paths are relative to it. */
export interface DocumentChoice {
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
  readonly config: string | null;
}

/** One side of a comparison. */
export interface StateFiles {
  /** Documents by the name of their target; the name is empty without a configuration. */
  readonly targets: ReadonlyMap<string, ComparedDocuments>;
  readonly close: () => Promise<void>;
}

/** Why a side can't be read: a sentence, and the problems of a configuration. */
export interface StateProblem {
  readonly problem: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file or a folder on the disk. */
interface PathName {
  readonly kind: 'file' | 'folder';
  readonly absolute: string;
}

/** What an argument on the command line refers to. */
export type StateName =
  | PathName
  | { readonly kind: 'address'; readonly address: string }
  | {
      readonly kind: 'revision';
      readonly revision: string;
      /** The file or folder in it, relative to the working directory; empty for all of it. */
      readonly part: string;
    };

/** Determines what an argument refers to: an address, a path if it exists, else a revision; `git:` always marks a revision. */
export async function nameState(text: string, cwd: string): Promise<StateName | StateProblem> {
  if (isAddress(text)) return { kind: 'address', address: text };
  if (text.startsWith('git:')) return { kind: 'revision', revision: text.slice('git:'.length), part: '' };
  const absolute = path.resolve(cwd, text);
  const entry = await stat(absolute).catch(() => null);
  if (entry !== null) return { kind: entry.isDirectory() ? 'folder' : 'file', absolute };
  if (/\.(?:ya?ml|json)$/i.test(text)) return problem(`The file ${JSON.stringify(text)} was not found.`);
  if (isRevisionText(text)) return { kind: 'revision', revision: text, part: '' };
  return problem(`${JSON.stringify(text)} is not a file or folder, and not a valid revision.`);
}

/** Applies a revision to the file or folder on the other side of the comparison. */
export function nameBeside(name: StateName, other: StateName, cwd: string): StateName {
  if (name.kind !== 'revision' || other.kind === 'revision' || other.kind === 'address') return name;
  const part = path.relative(cwd, other.absolute);
  return isOutside(part) ? name : { ...name, part };
}

/** Finds the documents behind a name. */
export async function openState(
  name: StateName,
  choice: DocumentChoice,
  cwd: string,
): Promise<StateFiles | StateProblem> {
  if (name.kind === 'address') return withoutClose(await findRemoteTarget(name.address, cwd));
  if (name.kind !== 'revision') return withoutClose(await findTargets(name, choice, cwd));
  const revision = await readRevision(name.revision, cwd);
  if ('problem' in revision) return problem(revision.problem);
  const { folder, close } = revision;
  const absolute = path.join(folder, name.part);
  const kind = (await isFile(absolute)) ? 'file' : 'folder';
  const targets = await findTargets({ kind, absolute }, choice, folder);
  if (!('problem' in targets)) return { targets, close };
  await close();
  return { ...targets, problem: targets.problem.replaceAll(folder, `revision ${name.revision}`) };
}

type Targets = ReadonlyMap<string, ComparedDocuments>;

function withoutClose(targets: Targets | StateProblem): StateFiles | StateProblem {
  return 'problem' in targets ? targets : { targets, close: () => Promise.resolve() };
}

/** Finds documents in this order: named ones, a configuration, files with the usual names. */
async function findTargets(
  { kind, absolute }: PathName,
  { openapi, asyncapi, config }: DocumentChoice,
  cwd: string,
): Promise<Targets | StateProblem> {
  if (kind === 'file') return findTarget(absolute, cwd);
  const from = (file: string): string => path.resolve(absolute, file);
  if (openapi !== null || asyncapi.length > 0)
    return unnamed({ openapi: openapi && from(openapi), asyncapi: asyncapi.map(from) }, absolute, cwd);
  const configFile = from(config ?? 'backlot.config.yaml');
  if (config !== null || (await isFile(configFile))) return readTargets(configFile, cwd);
  const state = {
    openapi: await firstFile(defaultNames('openapi').map(from)),
    asyncapi: [await firstFile(defaultNames('asyncapi').map(from))].filter((file) => file !== null),
  };
  if (state.openapi !== null || state.asyncapi.length > 0) return unnamed(state, absolute, cwd);
  return problem(
    `${absolute} has no backlot.config.yaml, openapi.yaml or asyncapi.yaml. ` +
      'Specify the document with --openapi or --asyncapi, or the configuration with --config.',
  );
}

function defaultNames(kind: string): string[] {
  return ['yaml', 'yml', 'json'].map((ending) => `${kind}.${ending}`);
}

async function findTarget(absolute: string, cwd: string): Promise<Targets | StateProblem> {
  const text = await readFile(absolute, 'utf8').catch(() => null);
  if (text === null) return problem(`${absolute} can't be read.`);
  return unnamed(documentsOf(absolute, text), path.dirname(absolute), cwd);
}

/** Fetches a document to determine its kind. */
async function findRemoteTarget(address: string, cwd: string): Promise<Targets | StateProblem> {
  const { report, diagnostics } = collectDiagnostics();
  const document = await readDocument(address, cwd, report);
  if (document === null) return { problem: `${address} can't be read.`, diagnostics };
  return new Map([['', { folder: cwd, ...documentsOf(address, document.text) }]]);
}

function documentsOf(file: string, text: string): AbsoluteDocuments {
  const isEvents = /^[ \t{,]{0,20}["']?asyncapi["']?[ \t]{0,20}:/m.test(text);
  return isEvents ? { openapi: null, asyncapi: [file] } : { openapi: file, asyncapi: [] };
}

interface AbsoluteDocuments {
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
}

function unnamed(documents: AbsoluteDocuments, folder: string, cwd: string): Targets {
  return new Map([['', relativeTo(documents, folder, cwd)]]);
}

/** Returns file names relative to the working directory, or to their own folder when that is outside of it. */
function relativeTo(
  { openapi, asyncapi }: AbsoluteDocuments,
  folder: string,
  cwd: string,
): ComparedDocuments {
  const root = isOutside(path.relative(cwd, folder)) ? folder : cwd;
  const from = (file: string): string => (isAddress(file) ? file : path.relative(root, file));
  return { folder: root, openapi: openapi && from(openapi), asyncapi: asyncapi.map(from) };
}

function isOutside(relative: string): boolean {
  return relative.split(path.sep)[0] === '..' || path.isAbsolute(relative);
}

async function readTargets(configFile: string, cwd: string): Promise<Targets | StateProblem> {
  const { report, diagnostics } = collectDiagnostics();
  const options = await readConfig(configFile, report);
  if (options === null) return { problem: `The configuration ${configFile} can't be used.`, diagnostics };
  const from = (file: string): string => (isAddress(file) ? file : path.resolve(options.folder, file));
  return new Map(
    options.targets.map(({ name, openapi, asyncapi, overlays = [] }) => [
      name,
      {
        ...relativeTo(
          { openapi: openapi && from(openapi), asyncapi: asyncapi.map(from) },
          options.folder,
          cwd,
        ),
        overlays: overlays.map(from),
      },
    ]),
  );
}

async function firstFile(files: readonly string[]): Promise<string | null> {
  for (const file of files) if (await isFile(file)) return file;
  return null;
}

async function isFile(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isFile() === true;
}

function problem(text: string): StateProblem {
  return { problem: text, diagnostics: [] };
}

/** Documents of one target in both states; a target that is missing on one side is compared with nothing. */
export interface TargetPair {
  readonly name: string;
  readonly before: ComparedDocuments;
  readonly after: ComparedDocuments;
}

/**
 * Pairs the targets of both sides by name; if each side has only one target, pairs them regardless of names.
 *
 * Errors: `problem` when one side is a document and the other one has several targets.
 */
export function pairTargets(before: Targets, after: Targets): readonly TargetPair[] | StateProblem {
  const [[oldName, old] = [], [newName, fresh] = []] = [[...before][0], [...after][0]];
  if (before.size === 1 && after.size === 1 && old !== undefined && fresh !== undefined)
    return [{ name: (newName ?? '') || (oldName ?? ''), before: old, after: fresh }];
  if (before.has('') !== after.has('')) {
    const names = [...(before.has('') ? after : before).keys()].join(', ');
    return problem(
      `One side is one document and the other has the targets ${names}. Name it with --openapi or --asyncapi.`,
    );
  }
  return [...new Set([...after.keys(), ...before.keys()])].map((name) => ({
    name,
    before: before.get(name) ?? nothing,
    after: after.get(name) ?? nothing,
  }));
}

const nothing: ComparedDocuments = { folder: '/', openapi: null, asyncapi: [] };
