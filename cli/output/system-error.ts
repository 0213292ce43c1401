/** Formats file system errors, such as a full disk or a read-only folder, as one line. */
import path from 'node:path';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  EISDIR: 'this is a folder, not a file',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'this is a file, not a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** Returns the line for a file system error; `null` for every other error. */
export function systemErrorLine(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const reason = reasons[String(error.code)];
  if (reason === undefined) return null;
  const place = 'path' in error && typeof error.path === 'string' ? `${shortPath(error.path)}: ` : '';
  return `${place}${reason} (${String(error.code)}).`;
}

/** Returns the path without the temporary folder that files are prepared in. */
function shortPath(file: string): string {
  const parts = path.relative('', file).split(path.sep);
  const staging = parts.findIndex((part) => part.startsWith('.backlot-'));
  return (staging < 0 ? parts : parts.slice(0, staging)).join('/') || '.';
}
