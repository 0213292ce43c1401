/** Files of the cache: read and written as a whole. An error never makes a run fail. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { msPerDay } from '../../templates/runtime/conversion/durations.ts';

/** Reads a file; `null` when it can't be read. */
export function readCacheFile(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/**
 * Writes a file through a temporary file next to it, so that it is never read half-written. If the folder is not
 * writable, nothing is cached and the next run is as slow as this one. Deletes files next to it that have not been
 * written for a month.
 */
export function writeCacheFile(file: string, content: string | Uint8Array): void {
  const staged = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(staged, content);
    renameSync(staged, file);
    deleteOld(path.dirname(file));
  } catch {
    rmSync(staged, { force: true });
  }
}

const MONTH = 30 * msPerDay;

function deleteOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (OWN.test(name) && statSync(file).mtimeMs < Date.now() - MONTH) rmSync(file, { force: true });
  }
}

/** Records, texts, and leftovers of interrupted runs. */
const OWN = /^[0-9a-f]{16}\.(?:run|texts)(?:\.\d+)?$/;
