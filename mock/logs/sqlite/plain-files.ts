/**
 * Files of an untrusted folder, such as a repository. A link in it could point to a file of the user and a pipe would
 * block, so only plain files are opened.
 */
import {
  existsSync,
  mkdirSync,
  statSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { LogUnavailableError } from '../../kernel/ports.ts';

/** Windows has no such flags. */
const { O_NOFOLLOW: NO_FOLLOW = 0, O_NONBLOCK: NO_WAIT = 0 } = constants as Partial<typeof constants>;

/**
 * Creates a folder and those above it. Node's own recursion never ends in a folder that allows none, such as `/proc`.
 */
export function createFolder(folder: string): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) createFolder(parent);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(folder);
}

/** Errors: throws LogUnavailableError for anything but a plain or missing file. */
export function assertPlainFile(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  const kind = stats.isSymbolicLink()
    ? 'a symbolic link'
    : stats.isDirectory()
      ? 'a folder'
      : 'a special file';
  throw new LogUnavailableError(`${file} is ${kind}, not a file. Remove it, or use another folder.`);
}

/** Writes a file; replaces a file or link with its name. */
export function writePlainFile(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`;
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const descriptor = openSync(part, O_WRONLY | O_CREAT | O_EXCL | NO_FOLLOW, 0o666);
  try {
    writeFileSync(descriptor, text);
    closeSync(descriptor);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Reads a file up to a length. Errors: throws an error of the system, or for a file that is longer. Units: bytes. */
export function readPlainFile(file: string, most: number): string {
  const descriptor = openSync(file, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${file} is not a file.`);
    if (stats.size > most) throw new Error(`${file} is longer than ${most} bytes.`);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
