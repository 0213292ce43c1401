/**
 * Emits the runtime: the files of the runtime library that other files import.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EmittedFile } from './emitter.ts';
import { printHeader } from './print-literal.ts';
import { importsOf } from '../import-extension.ts';

/** Files that users import themselves, next to a handler. */
const ADAPTERS = /^adapters\//;

/** Every file of the runtime. */
export interface Runtime {
  /** By path in the runtime folder, sorted; each with a line that names its origin. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads the runtime. */
export async function readRuntime(folder: string): Promise<Runtime> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  const texts = await Promise.all(
    files.map(async (file) => {
      const header = printHeader([`templates/runtime/${file}`]).toString();
      return [file, `${header}\n${await readFile(path.join(folder, file), 'utf8')}`] as const;
    }),
  );
  return { files: new Map(texts) };
}

/** The parts of the runtime to emit. */
export interface RuntimeWish {
  /** Paths in the runtime folder that other files import. */
  readonly imported: Iterable<string>;
  /** Whether there is a handler, which an adapter connects to a server. */
  readonly hasHandler: boolean;
}

/** Returns the files that are imported, directly or transitively. */
export function emitRuntime({ files }: Runtime, { imported, hasHandler }: RuntimeWish): EmittedFile[] {
  const adapters = hasHandler ? [...files.keys()].filter((file) => ADAPTERS.test(file)) : [];
  const wanted = new Set([...imported, ...adapters].filter((file) => files.has(file)));
  for (const file of wanted) {
    for (const specifier of importsOf(files.get(file) ?? '')) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      if (specifier.startsWith('.') && files.has(target)) wanted.add(target);
    }
  }
  return [...wanted].sort().map((file) => ({ path: file, text: files.get(file) ?? '' }));
}
