/**
 * Compares what was generated with what is there: what must be written, what removed, what stays.
 */
import { createHash } from 'node:crypto';
import type { Change, Sink } from './sink.ts';

/** A generated file, by its path in the project. */
export interface PlannedFile {
  readonly file: string;
  readonly text: string;
}

/** A folder that belongs to the generator. */
export interface PlannedFolder {
  readonly folder: string;
  readonly files: readonly PlannedFile[];
  /** Whether `files` is all the folder should hold. */
  readonly isWhole: boolean;
}

/** How a file on the disk relates to what was generated. */
export type FileState = 'same' | 'missing' | 'stale' | 'edited' | 'surplus';

/** One file of a plan. */
export interface PlanEntry {
  readonly file: string;
  readonly state: FileState;
}

/** What a run would do. */
export interface Plan {
  readonly entries: readonly PlanEntry[];
  readonly changes: readonly Change[];
}

/** The file that remembers what was written, by which an edit is told from a file that is only out of date. */
const RECEIPT = '.receipt.json';

/**
 * Plans the changes of some folders.
 *
 * Shape: entries sorted by file; a file is `surplus` only when an earlier run wrote it, anything else is left alone.
 */
export async function planFolders(folders: readonly PlannedFolder[], sink: Sink): Promise<Plan> {
  const plans = await Promise.all(folders.map((folder) => planFolder(folder, sink)));
  const entries = plans
    .flatMap((plan) => plan.entries)
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  return { entries, changes: plans.flatMap((plan) => plan.changes) };
}

async function planFolder({ folder, files, isWhole }: PlannedFolder, sink: Sink): Promise<Plan> {
  const receiptFile = `${folder}/${RECEIPT}`;
  const before = readReceipt(await sink.read(receiptFile));
  const generated = await Promise.all(
    files.map(async ({ file, text }) => ({
      file,
      text,
      state: stateOf(text, await sink.read(file), before.get(file)),
    })),
  );
  const kept = new Set(files.map(({ file }) => file));
  const present = new Set(await sink.list(folder));
  const surplus = isWhole ? [...before.keys()].filter((file) => !kept.has(file) && present.has(file)) : [];
  const receipt = receiptText([
    ...files.map(({ file, text }): [string, string] => [file, digest(text)]),
    ...[...before].filter(([file]) => !kept.has(file) && !surplus.includes(file) && present.has(file)),
  ]);
  const receiptChange =
    (await sink.read(receiptFile)) === receipt ? [] : [{ file: receiptFile, text: receipt }];
  return {
    entries: [
      ...generated.map(({ file, state }) => ({ file, state })),
      ...surplus.map((file) => ({ file, state: 'surplus' as const })),
      ...receiptChange.map(({ file }) => ({ file, state: 'stale' as const })),
    ],
    changes: [
      ...generated.filter(({ state }) => state !== 'same').map(({ file, text }) => ({ file, text })),
      ...surplus.map((file) => ({ file, text: null })),
      ...receiptChange,
    ],
  };
}

function stateOf(text: string, present: string | null, written: string | undefined): FileState {
  if (present === null) return 'missing';
  if (present === text) return 'same';
  return written === undefined || digest(present) === written ? 'stale' : 'edited';
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function readReceipt(text: string | null): ReadonlyMap<string, string> {
  if (text === null) return new Map();
  try {
    const written: unknown = JSON.parse(text);
    const entries = typeof written === 'object' && written !== null ? Object.entries(written) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}

function receiptText(entries: readonly [file: string, digest: string][]): string {
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}
