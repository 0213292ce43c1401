/**
 * Compares what was generated with what is there: what must be written, what removed, what stays.
 */
import { hash } from 'node:crypto';
import { findDifference, type Difference } from './difference.ts';
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
export type FileState = 'same' | 'missing' | 'stale' | 'other-version' | 'edited' | 'surplus';

/** One file of a plan. */
export interface PlanEntry {
  readonly file: string;
  readonly state: FileState;
  /** Where the two texts part; `null` when one of them is not there or both are the same. */
  readonly difference: Difference | null;
}

/** What a run would do. */
export interface Plan {
  readonly entries: readonly PlanEntry[];
  readonly changes: readonly Change[];
  /** Digests of all texts that were planned, by their files. */
  readonly digests: ReadonlyMap<string, string>;
}

/** The file that remembers what was written, by which an edit is told from a file that is only out of date. */
const RECEIPT = '.receipt.json';

/** Says whether a file is one that remembers what was written. */
export function isReceipt(file: string): boolean {
  return file.endsWith(`/${RECEIPT}`);
}

/**
 * Plans the changes of some folders.
 *
 * Shape: entries sorted by file; a file is `surplus` only when an earlier run wrote it, anything else is left alone.
 * `version` names the generator; what another one wrote is told apart from what is only out of date.
 */
export async function planFolders(
  folders: readonly PlannedFolder[],
  sink: Sink,
  version: string,
): Promise<Plan> {
  const plans = await Promise.all(folders.map((folder) => planFolder(folder, sink, version)));
  const entries = plans
    .flatMap((plan) => plan.entries)
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  return {
    entries,
    changes: plans.flatMap((plan) => plan.changes),
    digests: new Map(plans.flatMap((plan) => [...plan.digests])),
  };
}

async function planFolder(
  { folder, files, isWhole }: PlannedFolder,
  sink: Sink,
  version: string,
): Promise<Plan> {
  const receiptFile = `${folder}/${RECEIPT}`;
  const written = await sink.read(receiptFile);
  const before = readReceipt(written);
  const digests = new Map(files.map(({ file, text }) => [file, digest(text)]));
  const generated = await Promise.all(
    files.map(async ({ file, text }) => {
      const present = await sink.read(file);
      const state = stateOf(text, present, before.files.get(file), before.version === version);
      return { file, text, state, difference: state === 'same' ? null : findDifference(present, text) };
    }),
  );
  const present = new Set(await sink.list(folder));
  const surplus = isWhole
    ? [...before.files.keys()].filter((file) => !digests.has(file) && present.has(file))
    : [];
  const kept = [...before.files].filter(
    ([file]) => !digests.has(file) && !surplus.includes(file) && present.has(file),
  );
  const receipt = receiptText(version, [...digests, ...kept]);
  const isKept = written === receipt;
  const receiptState = before.version === null || before.version === version ? 'stale' : 'other-version';
  return {
    entries: [
      ...generated.map(({ file, state, difference }) => ({ file, state, difference })),
      ...surplus.map((file) => ({ file, state: 'surplus' as const, difference: null })),
      ...(isKept ? [] : [{ file: receiptFile, state: receiptState, difference: null } as const]),
    ],
    changes: [
      ...generated.filter(({ state }) => state !== 'same').map(({ file, text }) => ({ file, text })),
      ...surplus.map((file) => ({ file, text: null })),
      ...(isKept ? [] : [{ file: receiptFile, text: receipt }]),
    ],
    digests: new Map([...digests, [receiptFile, digest(receipt)]]),
  };
}

function stateOf(
  text: string,
  present: string | null,
  written: string | undefined,
  isThisVersion: boolean,
): FileState {
  if (present === null) return 'missing';
  if (present === text) return 'same';
  if (written !== undefined && digest(present) !== written) return 'edited';
  return written === undefined || isThisVersion ? 'stale' : 'other-version';
}

function digest(text: string): string {
  return hash('sha256', text);
}

/** What an earlier run wrote. */
interface Receipt {
  /** The generator that ran; `null` when that is not known. */
  readonly version: string | null;
  /** Digests by file. */
  readonly files: ReadonlyMap<string, string>;
}

const NO_RECEIPT: Receipt = { version: null, files: new Map() };

function readReceipt(text: string | null): Receipt {
  if (text === null) return NO_RECEIPT;
  try {
    const written: unknown = JSON.parse(text);
    const version = memberOf(written, 'generator');
    const files = memberOf(written, 'files');
    const entries = typeof files === 'object' && files !== null ? Object.entries(files) : [];
    return {
      version: typeof version === 'string' ? version : null,
      files: new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    };
  } catch {
    return NO_RECEIPT;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return Object.entries(value ?? {}).find(([member]) => member === name)?.[1];
}

function receiptText(
  generator: string,
  entries: readonly (readonly [file: string, digest: string])[],
): string {
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify({ generator, files: Object.fromEntries(sorted) }, null, 2)}\n`;
}
