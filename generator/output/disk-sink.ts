/**
 * The sink of files on the disk. The only place of the generator that writes.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Change, Sink } from './sink.ts';

/** Makes a sink of one project folder. */
export function createDiskSink(folder: string): Sink {
  const absolute = (file: string): string => path.resolve(folder, file);
  return {
    async read(file) {
      try {
        return await readFile(absolute(file), 'utf8');
      } catch {
        return null;
      }
    },
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
    commit: (changes) => commitChanges(changes, folder, absolute),
  };
}

/** New texts are written beside the output first; only when all of them lie there are files exchanged. */
async function commitChanges(
  changes: readonly Change[],
  folder: string,
  absolute: (file: string) => string,
): Promise<void> {
  if (changes.length === 0) return;
  const staging = await mkdtemp(path.join(folder, '.backlot-'));
  const undo: (() => Promise<void>)[] = [];
  try {
    const staged = await Promise.all(changes.map((change, index) => stage(change, staging, index)));
    for (const [index, { file, text }] of changes.entries()) {
      const target = absolute(file);
      const backup = path.join(staging, `old-${index}`);
      const hadFile = await moveIfThere(target, backup);
      if (hadFile) undo.push(() => rename(backup, target));
      else undo.push(() => rm(target, { force: true }));
      if (text === null) continue;
      await mkdir(path.dirname(target), { recursive: true });
      await rename(staged[index] ?? '', target);
    }
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function stage({ text }: Change, staging: string, index: number): Promise<string> {
  const file = path.join(staging, `new-${index}`);
  if (text !== null) await writeFile(file, text);
  return file;
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
