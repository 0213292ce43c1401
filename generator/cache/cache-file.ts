/**
 * Files of the cache: read whole, written at once, and never the reason that a run fails.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Reads a file; `null` when it can't be read. */
export function readCacheFile(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/**
 * Writes a file beside its place and moves it there, so that nobody ever reads half of it.
 * A folder that can't be written to keeps nothing, and the next run is as slow as this one.
 */
export function writeCacheFile(file: string, content: string | Uint8Array): void {
  const staged = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(staged, content);
    renameSync(staged, file);
  } catch {
    rmSync(staged, { force: true });
  }
}
