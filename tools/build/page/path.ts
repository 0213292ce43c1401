/** The paths of Node's `node:path`, for a page: those of POSIX, below the folder `/`. */

export const sep = '/';

/** Returns whether a path begins at the root. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

/** Returns a path without `.`, `..` and empty parts. */
export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part === '..' && !isAbsolute(path)) parts.push(part);
    else if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return (isAbsolute(path) ? '/' : '') + parts.join('/') || '.';
}

/** Returns the parts as one path. */
export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== '').join('/'));
}

/** Returns the absolute path of the joined parts, resolved from the right. */
export function resolve(...parts: readonly string[]): string {
  const start = parts.findLastIndex((part) => isAbsolute(part));
  return normalize(['/', ...parts.slice(Math.max(start, 0))].join('/'));
}

/** Returns the folder of a path. */
export function dirname(path: string): string {
  const at = path.replace(/\/+$/, '').lastIndexOf('/');
  if (at < 0) return '.';
  return path.slice(0, at) || '/';
}

/** Returns the last part of a path, without an ending. */
export function basename(path: string, ending = ''): string {
  const name = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}

/** Returns the ending of a path, with its dot. */
export function extname(path: string): string {
  return /[^./]((?:\.[^./]*))$/.exec(path)?.[1] ?? '';
}

/** Returns the path from a folder to a target. */
export function relative(from: string, to: string): string {
  const [start, end] = [partsOf(from), partsOf(to)];
  const split = start.findIndex((part, index) => part !== end[index]);
  const shared = split < 0 ? start.length : split;
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/');
}

function partsOf(path: string): readonly string[] {
  return resolve(path)
    .split('/')
    .filter((part) => part !== '');
}

const posix = { sep, isAbsolute, normalize, join, resolve, dirname, basename, extname, relative };
export { posix };
export default posix;
