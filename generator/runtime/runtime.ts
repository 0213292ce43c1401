/**
 * Decides where generated code imports the runtime from, and emits copies of it: the files of the runtime library that
 * other files import.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EmittedFile } from '../emit/emitter.ts';
import { joinModules, modulesIn, withJoinedImports } from './joined-runtime.ts';
import { importsOf } from '../print/imports.ts';
import type { GenerateOptions, Target } from '../options/options.ts';
import { findTemplatesFolder, packageName } from '../packages/package-files.ts';
import { TsText } from '../print/ts-text.ts';

/** Files that users import themselves, next to a handler. */
const ADAPTERS = /^adapters\//;

/** The files that create services, which run on adapters. */
const SERVICES: readonly string[] = ['handler.ts', 'webhooks.ts'];

/** Every module of the runtime. */
export interface Runtime {
  /** By path in the runtime folder, sorted. */
  readonly files: ReadonlyMap<string, string>;
}

export async function readRuntime(folder: string): Promise<Runtime> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
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

/** Emits a copy of the runtime: the modules that the files of its users import, and those named in `others`. */
export function emitRuntime(
  runtime: Runtime,
  users: readonly RuntimeUser[],
  others: Iterable<string>,
): EmittedFile[] {
  const imported = users.flatMap((user) =>
    user.files.flatMap((file) =>
      importsOf(file.text).map((specifier) => moduleOf(user, file, specifier) ?? specifier),
    ),
  );
  const hasService = users.some(({ files }) => files.some(({ path: file }) => SERVICES.includes(file)));
  return joinModules(neededModules(runtime, [...imported, ...others], hasService));
}

/** Returns the modules that files of the copy contain. */
export function copiedModules(texts: readonly (string | null)[]): string[] {
  return texts.flatMap((text) => modulesIn(text ?? ''));
}

/** Returns the files of a target, which import modules of the runtime, with imports from the files of a copy. */
export function importFromCopy(user: RuntimeUser): readonly EmittedFile[] {
  return user.runtime.folder === null
    ? user.files
    : user.files.map((file) => ({
        path: file.path,
        text: withJoinedImports(file.text, (specifier) => moduleOf(user, file, specifier)),
      }));
}

/** Returns the path of a module in the runtime; `null` for any other file. */
function moduleOf(
  { out, runtime: { folder } }: RuntimeUser,
  file: EmittedFile,
  specifier: string,
): string | null {
  if (folder === null || !specifier.startsWith('.')) return null;
  const target = path.posix.join(out, path.posix.dirname(file.path), specifier);
  const inside = path.posix.relative(folder, target);
  return inside.startsWith('.') ? null : inside;
}

/** Returns the modules that are imported, directly or transitively; with the adapters if there is a service. */
function neededModules(
  { files }: Runtime,
  imported: Iterable<string>,
  hasService: boolean,
): ReadonlyMap<string, string> {
  const adapters = hasService ? [...files.keys()].filter((file) => ADAPTERS.test(file)) : [];
  const wanted = new Set([...imported, ...adapters].filter((file) => files.has(file)));
  for (const file of wanted) {
    for (const specifier of importsOf(files.get(file) ?? '')) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      if (specifier.startsWith('.') && files.has(target)) wanted.add(target);
    }
  }
  return new Map([...files].filter(([file]) => wanted.has(file)));
}
