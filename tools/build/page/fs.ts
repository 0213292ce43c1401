/** The part of `node:fs` and `node:fs/promises` that the generator reads with, over files in memory. */
import { basename, dirname } from './path.ts';

/** The files that a page has: the templates, and the description. Shape: texts by absolute path. */
export const files = new Map<string, string>();

export const constants = { O_RDONLY: 0, O_NONBLOCK: 0 };

/** Returns whether there is a file or a folder. */
export function existsSync(path: string): boolean {
  return files.has(path) || isFolder(path);
}

/** Reads a file. Errors: throws ENOENT. */
export function readFileSync(path: string): string {
  const text = files.get(path);
  if (text === undefined) throw missing(path);
  return text;
}

/** Lists the names in a folder. Errors: throws ENOENT. */
export function readdirSync(folder: string): readonly string[] {
  if (!isFolder(folder)) throw missing(folder);
  return [...files.keys()].filter((file) => dirname(file) === folder).map((file) => basename(file));
}

/** Describes a file or a folder. Errors: throws ENOENT. */
export function statSync(path: string): FileStats {
  if (!existsSync(path)) throw missing(path);
  const isFile = files.has(path);
  return {
    size: files.get(path)?.length ?? 0,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: () => false,
  };
}

/** Returns the path, since there are no links. Errors: throws ENOENT. */
export function realpathSync(path: string): string {
  if (!existsSync(path)) throw missing(path);
  return path;
}

/** Opens a file. Errors: rejects with ENOENT. */
export async function open(path: string): Promise<FileHandle> {
  const text = await readFile(path);
  return {
    stat: () => stat(path),
    readFile: () => Promise.resolve(text),
    close: () => Promise.resolve(),
  };
}

export const readFile = deferred(readFileSync);
export const readdir = deferred(readdirSync);
export const stat = deferred(statSync);
export const lstat = stat;
export const promises = { open, readFile, readdir, stat, lstat };

/** The known properties of a file or a folder. */
export interface FileStats {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** An open file. */
export interface FileHandle {
  stat(): Promise<FileStats>;
  readFile(): Promise<string>;
  close(): Promise<void>;
}

function isFolder(path: string): boolean {
  const prefix = path.endsWith('/') ? path : `${path}/`;
  return [...files.keys()].some((file) => file.startsWith(prefix));
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
}

function deferred<Result>(read: (path: string) => Result): (path: string) => Promise<Result> {
  return (path) => Promise.resolve().then(() => read(path));
}

export default { constants, existsSync, readFileSync, readdirSync, statSync, realpathSync, promises, open };
