/** The names of documents: paths of files, addresses, and `-`. Apart from what reads them, which loads more of Node. */
import path from 'node:path';

/** Names the standard input as a document. */
export const STANDARD_INPUT = '-';

/** Returns whether a text is an address that can be fetched. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Returns whether a document is a file, as opposed to an address or the standard input. */
export function isFileName(written: string): boolean {
  return written !== STANDARD_INPUT && !isAddress(written);
}

/**
 * Returns a path relative to the project folder, the same on every system, `.` for the folder itself, or an address without its query, which may
 * be secret.
 */
export function relativeFile(absolute: string, folder: string): string {
  if (isAddress(absolute)) {
    const { origin, pathname } = new URL(absolute);
    return origin + pathname;
  }
  return path.relative(folder, absolute).split(path.sep).join('/') || '.';
}
