/**
 * Copies the runtime: the part of the generated code that is the same for every contract.
 * It is written as TypeScript and tested as such; nothing is filled in here.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Extra } from '../options.ts';
import type { EmittedFile } from './emitter.ts';
import { printHeader } from './header.ts';

/** Parts of the runtime that only an extra needs, by their folder or file. */
const foldersOfExtras: Readonly<Record<string, Extra>> = {
  arbitraries: 'arbitraries',
  'provenance.ts': 'provenance',
};

/** Reads the files of the runtime, each with the line that says where it comes from. */
export async function emitRuntime(folder: string, extras: readonly Extra[]): Promise<EmittedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => isNeeded(file, extras))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const header = printHeader([`templates/runtime/${file}`]).toString();
      return { path: file, text: `${header}\n${await readFile(path.join(folder, file), 'utf8')}` };
    }),
  );
}

function isNeeded(file: string, extras: readonly Extra[]): boolean {
  const [folder = ''] = file.split('/');
  const extra = Object.hasOwn(foldersOfExtras, folder) ? foldersOfExtras[folder] : undefined;
  return extra === undefined || extras.includes(extra);
}
