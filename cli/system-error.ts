/**
 * Says in one line what the system refused: a full disk, a folder that can't be written to.
 */
import path from 'node:path';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  EISDIR: 'this is a folder, and a file has to be here',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a file is in the place of a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** Returns what to print of an error of the file system; `null` for every other error. */
export function systemErrorLine(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const reason = reasons[String(error.code)];
  if (reason === undefined) return null;
  const place = 'path' in error && typeof error.path === 'string' ? `${shortPath(error.path)}: ` : '';
  return `${place}${reason} (${String(error.code)}).`;
}

/** Files are prepared in folders of no interest beside the ones that were asked for. */
function shortPath(file: string): string {
  const parts = path.relative('', file).split(path.sep);
  const staging = parts.findIndex((part) => part.startsWith('.backlot-'));
  return (staging < 0 ? parts : parts.slice(0, staging)).join('/') || '.';
}
