/** Reads the files of the console, which the build puts next to the mock. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConsoleFile, ConsoleFiles } from '../http/console-page.ts';

/** Folders of the console, relative to `mock/hosts/` in the sources and to `dist/joined/hosts/` in the build. */
const FOLDERS = ['../../dist/console/', '../../console/'];

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Reads all files of the console once; none if it was not built. */
export function createConsoleFiles(): ConsoleFiles {
  const files = new Map<string, ConsoleFile>();
  for (const folder of FOLDERS.map((place) => fileURLToPath(new URL(place, import.meta.url)))) {
    if (files.size > 0) break;
    for (const name of listFiles(folder)) {
      const mediaType = MEDIA_TYPES[path.extname(name)];
      if (mediaType !== undefined)
        files.set(name, { mediaType, bytes: readFileSync(path.join(folder, name)) });
    }
    // The folder of the sources has an index.html as well, which only works once it is built.
    if (![...files.keys()].some((name) => name.endsWith('.js'))) files.clear();
  }
  return { read: (name) => files.get(name) ?? null };
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
