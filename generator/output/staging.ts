/**
 * Folders next to the output in which files are prepared, and their content. Each is on the file system of its
 * targets, because a rename cannot cross file systems. Its name identifies the process that created it, so that a
 * later run can undo an exchange whose process was killed.
 */
import { hash } from 'node:crypto';
import {
  copyFile,
  link,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from './sink.ts';

/** One file of an exchange. */
export interface StagedChange {
  /** Absolute. */
  readonly file: string;
  /** The number in the names of its new and its old text. */
  readonly index: number;
  readonly isRemoval: boolean;
}

/** A folder next to the output, with the changes that are prepared in it. */
export interface Staging {
  /** Absolute. */
  readonly folder: string;
  readonly changes: readonly StagedChange[];
}

const PREFIX = '.backlot-';

/** Identifies computer and process, since process ids of another computer are meaningless here. */
const NAME = /^\.backlot-(?<host>[0-9a-f]{8})-(?<pid>\d+)-[A-Za-z0-9]{6}$/;

/** A list of the files, which exists while they are exchanged. */
const JOURNAL = 'exchange.json';

/** Units: milliseconds after which an exchange of another computer must have ended. */
const MAX_EXCHANGE = 10 * 60 * 1000;

function hostMark(): string {
  return hash('sha256', os.hostname()).slice(0, 8);
}

/** Creates an empty folder inside another one. */
export async function createStaging(inside: string): Promise<string> {
  return mkdtemp(path.join(inside, `${PREFIX}${hostMark()}-${process.pid}-`));
}

/** Records which files are about to be exchanged. */
export async function openJournal({ folder, changes }: Staging): Promise<void> {
  const staged = path.join(folder, 'journal');
  await writeFile(staged, JSON.stringify(changes));
  await rename(staged, path.join(folder, JOURNAL));
}

/** Records that all files are exchanged: from now on nothing is undone. */
export async function closeJournal({ folder }: Staging): Promise<void> {
  await rm(path.join(folder, JOURNAL), { force: true });
}

/** Returns the path of the new text of a change. */
export function newTextOf({ folder }: Staging, { index }: StagedChange): string {
  return path.join(folder, `new-${index}`);
}

function oldTextOf({ folder }: Staging, { index }: StagedChange): string {
  return path.join(folder, `old-${index}`);
}

/** Applies a change; the old text stays in the folder. */
export async function exchange(staging: Staging, change: StagedChange): Promise<void> {
  const backup = oldTextOf(staging, change);
  if (change.isRemoval) {
    await ignoreMissing(move(change.file, backup));
    return;
  }
  await ignoreMissing(copyOrLink(change.file, backup));
  await move(newTextOf(staging, change), change.file);
}

/** Restores the state before a change; does nothing for a change that was not applied. */
export async function undo(staging: Staging, change: StagedChange): Promise<void> {
  const backup = oldTextOf(staging, change);
  if (await isPresent(backup)) await move(backup, change.file);
  else if (!change.isRemoval && !(await isPresent(newTextOf(staging, change))))
    await rm(change.file, { force: true });
}

/** Moves a file. A rename is atomic, but cannot cross file systems or replace a mounted file. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!['EXDEV', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}

/**
 * Why: a hard link is as good as a copy, since files are replaced and never written to; not every file system has
 * links.
 */
async function copyOrLink(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw error;
    await copyFile(from, to);
  }
}

async function ignoreMissing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

async function isPresent(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => null)) !== null;
}

/** Undoes exchanges whose process was killed, and removes their folders; `outputs` are absolute. */
export async function recoverStaging(outputs: readonly string[]): Promise<void> {
  const folders = new Set(outputs.flatMap(withFoldersAround));
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const staging = path.join(folder, name);
      if (name.startsWith(PREFIX) && (await isAbandoned(staging))) await recover(staging);
    }
  }
}

/** Why: the first run creates its output, so its folder may be further up. */
function withFoldersAround(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withFoldersAround(parent)];
}

async function isAbandoned(folder: string): Promise<boolean> {
  const { host, pid } = NAME.exec(path.basename(folder))?.groups ?? {};
  if (host === undefined) return isLeftByOldVersion(folder);
  return host === hostMark() ? !isRunning(Number(pid)) : isOlderThan(folder, MAX_EXCHANGE);
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Why: earlier versions did not name the process, and their folders contained only numbered texts. */
async function isLeftByOldVersion(folder: string): Promise<boolean> {
  if (!/^\.backlot-[A-Za-z0-9]{6}$/.test(path.basename(folder))) return false;
  const names = await readdir(folder).catch(() => ['unreadable']);
  return names.every((name) => /^(?:new|old)-\d+$/.test(name)) && isOlderThan(folder, MAX_EXCHANGE);
}

async function isOlderThan(folder: string, age: number): Promise<boolean> {
  const stats = await stat(folder).catch(() => null);
  return stats !== null && stats.mtimeMs < Date.now() - age;
}

async function recover(folder: string): Promise<void> {
  const journal = await readFile(path.join(folder, JOURNAL), 'utf8').catch(() => null);
  const changes = journal === null ? [] : (JSON.parse(journal) as readonly StagedChange[]);
  for (const change of changes) await undo({ folder, changes }, change);
  await rm(folder, { recursive: true, force: true });
}
