/** Explains errors of SQLite and of the file system: the problem, its place, and what to do. */
import { LogUnavailableError } from '../../kernel/ports.ts';

/** Primary result codes. Source: https://sqlite.org/rescode.html */
const BUSY = 5;
const DAMAGE: ReadonlySet<number> = new Set([11, 26]);
const RESTORE =
  'Restore a copy of it, look with `backlot data inspect` at what can be read, or recover it with `sqlite3 FILE .recover`.';
const reasons: Readonly<Record<number, readonly [problem: string, fix: string]>> = {
  3: ['access is denied', 'Make the file and its folder writable for this user.'],
  6: ['the file is locked', 'End the other program that uses it.'],
  7: ['SQLite is out of memory', 'Give the process more memory.'],
  8: ['the file is read-only', 'Make the file and its folder writable for this user.'],
  10: ['reading or writing failed', 'Check the disk and its free space.'],
  11: ['the file is damaged', RESTORE],
  13: ['the disk is full', 'Free some space.'],
  14: ['the file cannot be opened', 'Make the file and its folder readable and writable for this user.'],
  26: ['the file is damaged, or not a SQLite database', 'Restore a copy of it, or use another folder.'],
};

const systemReasons: Readonly<Record<string, readonly [problem: string, fix: string]>> = {
  EACCES: ['permission denied', 'Make the folder writable for this user.'],
  EPERM: ['permission denied', 'Make the folder writable for this user.'],
  // For a folder that cannot be created, Node reports that it does not exist.
  ENOENT: ['this folder cannot be created', 'Use a folder on a file system that is writable for this user.'],
  EROFS: ['the file system is read-only', 'Use a folder on another one.'],
  ENOSPC: ['the disk is full', 'Free some space.'],
  EEXIST: ['this is a file, not a folder', 'Use a folder.'],
  ENOTDIR: ['this is a file, not a folder', 'Use a folder.'],
  EISDIR: ['this is a folder, not a file', 'Use a file.'],
};

/** Returns the primary result code of an error of SQLite; 0 for all others. */
export function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

/** Returns whether a page of the file is damaged, or has values that this version does not write. */
export function isDamaged(error: unknown): boolean {
  const isOutOfRange = error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
  return isOutOfRange || DAMAGE.has(resultCode(error));
}

/** Returns whether another process, or another log of this process, has opened the file. */
export function isInUse(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Returns the error for callers of the log. Shape: errors without a known reason are returned unchanged. */
export function explainError(file: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof LogUnavailableError) return error;
  const code = 'code' in error ? String(error.code) : '';
  const isSqlite = code === 'ERR_SQLITE_ERROR';
  if (code === 'ERR_OUT_OF_RANGE') return explainDamage(file, error);
  const reason = isSqlite ? reasons[resultCode(error)] : systemReasons[code];
  if (reason === undefined && !isSqlite) return error;
  const [problem, fix] = reason ?? [error.message, 'Check the file.'];
  const place = 'path' in error && typeof error.path === 'string' ? error.path : file;
  return new LogUnavailableError(`${place}: ${problem}. ${fix}`, { cause: error });
}

/** Returns the error for a file with a damaged page. */
export function explainDamage(file: string, cause: unknown): LogUnavailableError {
  return new LogUnavailableError(`${file}: the file is damaged. ${RESTORE}`, { cause });
}
