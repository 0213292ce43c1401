/**
 * The file that records what a run wrote to a folder, and from which documents. It distinguishes an edited file from
 * one that is only out of date, and shows whether the documents have changed since.
 */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { propertyOf } from '../../templates/runtime/json/value.ts';

/** The name of the file, in each folder that the generator manages. */
export const MANIFEST = '.receipt.json';

/** The text that even a receipt with merge conflicts still contains. */
export const MANIFEST_MARK = '"generator": "backlot';

/** The receipt of an earlier run. */
export interface Manifest {
  /** The generator of that run; `null` when it is unknown. */
  readonly version: string | null;
  /** Digests of the documents, by file. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Digests of the generated files, by file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Returns whether a file is a receipt. */
export function isManifest(file: string): boolean {
  return file.endsWith(`/${MANIFEST}`);
}

/** Reads a receipt. Shape: empty if it is missing or damaged. */
export function readManifest(text: string | null): Manifest {
  if (text === null) return NO_MANIFEST;
  try {
    const written: unknown = JSON.parse(text);
    const version = propertyOf(written, 'generator');
    return {
      version: typeof version === 'string' && version.startsWith('backlot') ? version : null,
      inputs: digestsOf(propertyOf(written, 'inputs')),
      files: digestsOf(propertyOf(written, 'files')),
    };
  } catch {
    return NO_MANIFEST;
  }
}

const NO_MANIFEST: Manifest = { version: null, inputs: new Map(), files: new Map() };

function digestsOf(written: unknown): ReadonlyMap<string, string> {
  const entries = typeof written === 'object' && written !== null ? Object.entries(written) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Writes a receipt. Shape: sorted by file. */
export function manifestText(
  generator: string,
  inputs: ReadonlyMap<string, string>,
  files: Iterable<readonly [file: string, digest: string]>,
): string {
  const content = {
    generator,
    ...(inputs.size === 0 ? {} : { inputs: sortEntries(inputs) }),
    files: sortEntries(files),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function sortEntries(entries: Iterable<readonly [file: string, digest: string]>): Record<string, string> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns whether a text is what was written. Normalizes line endings, which version control may have changed. */
export function isUnedited(text: string, written: string): boolean {
  return digestText(text) === written || digestText(text.replaceAll('\r\n', '\n')) === written;
}

export function digestText(text: string): string {
  return hash('sha256', text);
}

/** Hashes documents. Shape: by their paths relative to the folder; without those that are not files. */
export function digestInputs(folder: string, files: readonly string[]): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const file of new Set(files)) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const text = readFileSync(file, 'utf8');
    const name = path.relative(folder, file).replaceAll(path.sep, '/');
    // Why: a checkout may change line endings, and an editor a byte order mark.
    digests.set(name, digestText(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')));
  }
  return digests;
}

/**
 * Returns whether documents have changed since a run wrote the receipt of `output`, a path relative to `folder`.
 *
 * Shape: false if there is no receipt. Lets a server respond between two files.
 */
export async function haveInputsChanged(folder: string, output: string): Promise<boolean> {
  const { inputs } = readManifest(readOptional(path.join(folder, output, MANIFEST)));
  for (const [file, written] of inputs) {
    const text = readOptional(path.join(folder, file));
    if (text === null || !isUnedited(text, written)) return true;
    await setImmediate();
  }
  return false;
}

/**
 * Reads a file; `null` if it can't be read.
 *
 * Why: synchronous, which takes a tenth of the time for small files.
 */
function readOptional(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
