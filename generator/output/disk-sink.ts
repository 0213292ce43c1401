/** The sink for files on the disk. With `exchange.ts` the only code of the generator that writes files. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, withPath, type Sink } from './sink.ts';
import { exchangeFiles } from './exchange.ts';
import { recoverStaging } from './staging.ts';

/** Creates a sink of one project folder. */
export function createDiskSink(folder: string): Sink {
  const absolute = (file: string): string => path.resolve(folder, file);
  return {
    read: (file) => readPresent(absolute(file)),
    async list(inside) {
      try {
        const entries = await readdir(absolute(inside), { withFileTypes: true, recursive: true });
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) =>
            path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
          )
          .sort();
      } catch {
        return [];
      }
    },
    recover: (folders) => recoverStaging(folders.map(absolute)),
    commit: (changes) => exchangeFiles(changes.map(({ file, text }) => ({ file: absolute(file), text }))),
  };
}

async function readPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw withPath(error, file);
    // A broken link is a user's file too; its text is empty, which no generated file is.
    return (await isLink(file)) ? '' : null;
  }
}

async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch {
    return false;
  }
}
