/**
 * Decides where generated code imports the runtime from, and emits copies of it: the files of the runtime library that
 * other files import.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EmittedFile } from './emitter.ts';
import { printHeader } from './print-literal.ts';
import { importsOf } from '../import-extension.ts';
import type { GenerateOptions, Target } from '../options.ts';
import { findTemplatesFolder, packageName } from '../package-files.ts';
import { TsText } from '../render/ts-text.ts';

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

/** The origin of the runtime of a target. */
export interface RuntimePlace {
  /** The folder of the copy, relative to the project; `null` if there is none. */
  readonly folder: string | null;
  /** The start of imports, from the output folder. */
  readonly specifier: TsText;
}

/** Returns where the files of a target import the runtime from. */
export function runtimePlace(target: Target, { folder, runtime }: GenerateOptions): RuntimePlace {
  const { out } = target;
  const chosen = target.runtime ?? runtime;
  if (chosen !== 'package') {
    const copy = chosen === 'copy' ? `${out}/runtime` : chosen;
    return { folder: copy, specifier: relativeSpecifier(out, copy) };
  }
  // The project of the package itself imports the sources.
  const sources = path.join(findTemplatesFolder(), 'runtime');
  const own = path.relative(folder, sources).split(path.sep).join('/');
  const isOwn = own === 'templates/runtime';
  return {
    folder: null,
    specifier: isOwn ? relativeSpecifier(out, own) : TsText.trust(`${packageName}/runtime`),
  };
}

function relativeSpecifier(from: string, to: string): TsText {
  const relative = path.posix.relative(from, to);
  const dotted = relative.startsWith('.') ? relative : `./${relative}`;
  return TsText.trust(dotted.replaceAll(/['\\\n\r]/g, ''));
}

/** The files of a target that may import the runtime. */
export interface RuntimeUser {
  readonly out: string;
  readonly runtime: RuntimePlace;
  readonly files: readonly EmittedFile[];
}

/** A copy of the runtime. Shape: the folder is relative to the project, the files to the folder. */
export interface RuntimeCopy {
  readonly folder: string;
  readonly files: readonly EmittedFile[];
}

/** Emits each copy of the runtime that a target needs: the files that are imported, or all if `isWhole`. */
export function emitRuntimes(
  runtime: Runtime,
  users: readonly RuntimeUser[],
  isWhole: boolean,
): RuntimeCopy[] {
  const folders = new Set(users.map(({ out, runtime: { folder } }) => folder ?? `${out}/runtime`));
  return [...folders].map((folder) => {
    const own = users.filter((user) => user.runtime.folder === folder);
    if (own.length === 0) return { folder, files: [] };
    const imported = isWhole ? runtime.files.keys() : own.flatMap((user) => importedFrom(folder, user));
    const hasHandler =
      isWhole || own.some(({ files }) => files.some(({ path: file }) => file === 'handler.ts'));
    return { folder, files: emitCopy(runtime, imported, hasHandler) };
  });
}

function importedFrom(folder: string, { out, files }: RuntimeUser): string[] {
  return files.flatMap(({ path: file, text }) =>
    importsOf(text).map((specifier) =>
      path.posix.relative(folder, path.posix.join(out, path.posix.dirname(file), specifier)),
    ),
  );
}

/** Returns the files that are imported, directly or transitively; with the adapters if there is a handler. */
function emitCopy({ files }: Runtime, imported: Iterable<string>, hasHandler: boolean): EmittedFile[] {
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
