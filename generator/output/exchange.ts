/** Exchanges many files, all or none: even if it is interrupted, and across file systems. */
import { mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, withPath, type Change } from './sink.ts';
import { deferSignals } from './defer-signals.ts';
import {
  closeJournal,
  createStaging,
  exchange,
  newTextOf,
  openJournal,
  undo,
  type Staging,
} from './staging.ts';

/**
 * Writes and removes files by absolute path. First writes all new texts next to the output, and only then exchanges
 * the files.
 *
 * Errors: rejects with the error of the system; the files are then as before.
 */
export async function exchangeFiles(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const signals = deferSignals();
  const stagings: Staging[] = [];
  try {
    for (const group of await groupByDevice(changes)) {
      const folder = await createStaging(group.folder);
      const staged = group.changes.map(({ file, text }, index) => ({
        file,
        index,
        isRemoval: text === null,
      }));
      const staging = { folder, changes: staged };
      stagings.push(staging);
      for (const [index, change] of staged.entries()) {
        const { text = null } = group.changes[index] ?? {};
        if (text !== null) await stageText(newTextOf(staging, change), text, change.file);
      }
    }
    // Before this point an interrupted run has changed nothing; the exchange itself is short and always completes.
    if (!signals.isInterrupted) await exchangeAll(stagings);
  } finally {
    for (const { folder } of stagings) await rm(folder, { recursive: true, force: true });
    signals.release();
  }
  await removeEmptyFolders(changes);
}

/** Removes the folders whose last file was removed. */
async function removeEmptyFolders(changes: readonly Change[]): Promise<void> {
  const removed = changes.filter(({ text }) => text === null);
  for (const folder of new Set(removed.map(({ file }) => path.dirname(file)))) {
    try {
      await rmdir(folder);
    } catch {
      // It has other files.
    }
  }
}

async function stageText(staged: string, text: string, target: string): Promise<void> {
  try {
    await writeFile(staged, text);
  } catch (error) {
    throw withPath(error, target);
  }
}

async function exchangeAll(stagings: readonly Staging[]): Promise<void> {
  const done: (() => Promise<void>)[] = [];
  try {
    for (const staging of stagings) await openJournal(staging);
    for (const staging of stagings) {
      for (const change of staging.changes) {
        if (!change.isRemoval) await mkdir(path.dirname(change.file), { recursive: true });
        done.push(() => undo(staging, change));
        await exchange(staging, change);
      }
    }
    for (const staging of stagings) await closeJournal(staging);
  } catch (error) {
    for (const step of done.reverse()) await step();
    throw error;
  }
}

/** Changes in one file system, and the folder there in which they are prepared. */
interface DeviceGroup {
  readonly folder: string;
  readonly changes: readonly Change[];
}

/** Why: the output may be a mounted volume, also in parts. The folder is the existing one nearest to the root. */
async function groupByDevice(changes: readonly Change[]): Promise<DeviceGroup[]> {
  const present = new Map<string, PresentFolder>();
  const groups = new Map<number, { folder: string; changes: Change[] }>();
  for (const change of changes) {
    const parent = path.dirname(change.file);
    const { folder, device } = present.get(parent) ?? (await findPresentFolder(parent));
    present.set(parent, { folder, device });
    const group = groups.get(device) ?? { folder, changes: [] };
    if (folder.length < group.folder.length) group.folder = folder;
    group.changes.push(change);
    groups.set(device, group);
  }
  return [...groups.values()];
}

interface PresentFolder {
  readonly folder: string;
  readonly device: number;
}

async function findPresentFolder(folder: string): Promise<PresentFolder> {
  try {
    return { folder, device: (await stat(folder)).dev };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return findPresentFolder(path.dirname(folder));
  }
}
