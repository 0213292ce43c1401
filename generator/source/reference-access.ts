/**
 * Decides which targets a reference may have, and reads them: a third-party description must not read the rest of the
 * disk or of the network.
 */
import { constants, existsSync, realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { DanglingPolicy } from './dangling-references.ts';
import { isAddress } from './document-names.ts';
import { fetchDocument } from './fetch-document.ts';

/** The targets that references may have outside the project, and what becomes of those without one. */
export interface ReferenceAccess extends DanglingPolicy {
  /** Whether remote addresses are fetched. */
  readonly isRemoteAllowed: boolean;
  /** Absolute folders outside of the project. */
  readonly folders: readonly string[];
  /** Documents that overlays changed, by their absolute paths or addresses; read in place of the files. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** No access outside the project. */
export const PROJECT_ONLY: ReferenceAccess = { isRemoteAllowed: false, folders: [] };

/** Returns what a configuration and a call allow together. */
export function joinAccess(
  configured: ReferenceAccess = PROJECT_ONLY,
  called: ReferenceAccess,
): ReferenceAccess {
  return {
    isRemoteAllowed: configured.isRemoteAllowed || called.isRemoteAllowed,
    folders: [...configured.folders, ...called.folders],
    isUnresolvedAllowed: configured.isUnresolvedAllowed === true || called.isUnresolvedAllowed === true,
  };
}

/** A reference that is not followed, and why. */
export class ReferenceRejected extends Error {}

/** Reads the targets of references. */
export interface ReferenceReader {
  /** Errors: rejects with `ReferenceRejected`, or with the error of the system or the network. */
  read(absolute: string): Promise<{ readonly text: string; readonly mediaType: string | null }>;
}

/** Units: bytes. */
const MAX_FILE_SIZE = 256 * 1024 * 1024;

/**
 * Creates a reader for a document, by its absolute path or its address, of a project folder. A document from an address
 * may refer to its own server, and never to files.
 */
export function createReferenceReader(
  document: string,
  project: string,
  access: ReferenceAccess,
): ReferenceReader {
  const reader = isAddress(document)
    ? createRemoteReader(document, access)
    : createProjectReader(document, project, access);
  return {
    async read(absolute) {
      const text = access.texts?.get(absolute);
      return text === undefined ? reader.read(absolute) : { text, mediaType: null };
    },
  };
}

function createRemoteReader(document: string, { isRemoteAllowed }: ReferenceAccess): ReferenceReader {
  const { origin } = new URL(document);
  return {
    async read(absolute) {
      if (!isAddress(absolute))
        throw new ReferenceRejected('a document from an address may not refer to files');
      if (!isRemoteAllowed && new URL(absolute).origin !== origin)
        throw new ReferenceRejected(
          'addresses of other servers are fetched only with --allow-remote (`allow.remote`)',
        );
      return fetchDocument(absolute);
    },
  };
}

function createProjectReader(
  document: string,
  project: string,
  { isRemoteAllowed, folders }: ReferenceAccess,
): ReferenceReader {
  const roots = [project, projectOf(document), ...folders].map(realPath);
  return {
    async read(absolute) {
      if (isAddress(absolute)) {
        if (!isRemoteAllowed)
          throw new ReferenceRejected('URLs are fetched only with --allow-remote (`allow.remote`)');
        return fetchDocument(absolute);
      }
      const real = realPath(absolute);
      if (!roots.some((root) => isInside(real, root)))
        throw new ReferenceRejected(
          'it is outside of the project; use --allow-folder (`allow.folders`) to read from other folders',
        );
      return { text: await readRegularFile(real), mediaType: null };
    },
  };
}

/**
 * Returns the project of a document: the nearest folder with a `package.json` or a repository, else the document's
 * folder.
 */
function projectOf(document: string): string {
  const own = path.dirname(realPath(document));
  for (let folder = own; ; folder = path.dirname(folder)) {
    if (['package.json', '.git'].some((name) => existsSync(path.join(folder, name)))) return folder;
    if (path.dirname(folder) === folder) return own;
  }
}

/** Resolves symbolic links; of a path that does not exist, those of the part that does. */
function realPath(absolute: string): string {
  try {
    return realpathSync(absolute);
  } catch {
    const parent = path.dirname(absolute);
    return parent === absolute ? absolute : path.join(realPath(parent), path.basename(absolute));
  }
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/**
 * Reads a regular file; rejects pipes, which may never end, and devices.
 *
 * Errors: rejects with `ReferenceRejected`, or with an error whose message explains why the file can't be read.
 */
export async function readRegularFile(file: string): Promise<string> {
  // Without O_NONBLOCK, opening a pipe blocks until it has a writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing ? new Error('the file does not exist', { cause: error }) : error;
  });
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new Error('it is a folder');
    if (!stats.isFile()) throw new ReferenceRejected('it is not a regular file');
    if (stats.size > MAX_FILE_SIZE) throw new ReferenceRejected(`it is larger than ${MAX_FILE_SIZE} bytes`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
