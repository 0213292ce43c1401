/** Records what a run read, wrote and reported, so that the next run can be skipped when nothing has changed. */
import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostics.ts';
import type { NeededPackage } from '../packages/packages.ts';
import { readCacheFile, writeCacheFile } from './cache-file.ts';
import {
  digestOf,
  isUnchanged,
  markFile,
  markPresent,
  wasWrittenBefore,
  type FileMark,
} from './file-mark.ts';

/** What a run reported. */
export interface RecordedRun {
  readonly diagnostics: readonly Diagnostic[];
  /** The packages that its files import. */
  readonly packages: readonly NeededPackage[];
  /** The files it wrote, as the plan lists them. */
  readonly made: readonly string[];
  /** Absolute paths of everything it read. */
  readonly read: readonly string[];
}

export interface FinishedRun {
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly NeededPackage[];
  /** Absolute paths of everything it read. */
  readonly inputs: readonly string[];
  /** Digests of the files it wrote, by their paths in the project. */
  readonly digests: ReadonlyMap<string, string>;
  /** The files it wrote, as the plan lists them. */
  readonly made: readonly string[];
  /** Units: epoch milliseconds. */
  readonly began: number;
}

interface WrittenRecord extends Omit<RecordedRun, 'read'> {
  readonly generator: string;
  readonly inputs: readonly FileMark[];
  readonly outputs: readonly FileMark[];
}

/**
 * Returns what the last run reported, if another run would have the same result.
 *
 * Shape: `null` when any input or output has changed, or there is no record.
 */
export function recallRun(file: string, generator: string, trust: 'time' | 'content'): RecordedRun | null {
  const record = readRecord(file);
  if (record === null || record.generator !== generator) return null;
  const marks = [...record.inputs, ...record.outputs];
  if (!marks.every((mark) => isUnchanged(mark, trust))) return null;
  if (marks.some(({ changedAt }) => changedAt === null))
    writeRecord(file, { ...record, inputs: markAgain(record.inputs), outputs: markAgain(record.outputs) });
  const { diagnostics, packages, made, inputs } = record;
  return { diagnostics, packages, made, read: inputs.map((mark) => mark.file) };
}

/** Records a run whose output is on the disk, unless a document was saved again in the meantime. */
export function recordRun(file: string, generator: string, folder: string, run: FinishedRun): void {
  if (!run.inputs.every((input) => wasWrittenBefore(input, run.began))) return;
  const inputs = run.inputs.map(markPresent).filter((mark) => mark !== null);
  const outputs = [...run.digests]
    .map(([made, digest]) => markFile(path.resolve(folder, made), digest))
    .filter((mark) => mark !== null);
  if (inputs.length < run.inputs.length || outputs.length < run.digests.size) return;
  const { diagnostics, packages, made } = run;
  writeRecord(file, { generator, inputs, outputs, diagnostics, packages, made });
}

function markAgain(marks: readonly FileMark[]): FileMark[] {
  return marks.map((mark) => (mark.changedAt === null ? (markFile(mark.file, mark.digest) ?? mark) : mark));
}

/** Writes a record. Its first line is the digest of the rest, so that a truncated record is detected. */
function writeRecord(file: string, record: WrittenRecord): void {
  const text = JSON.stringify(record);
  writeCacheFile(file, `${digestOf(text)}\n${text}`);
}

function readRecord(file: string): WrittenRecord | null {
  const content = readCacheFile(file)?.toString('utf8');
  const end = content?.indexOf('\n') ?? -1;
  if (content === undefined || end < 0) return null;
  const text = content.slice(end + 1);
  return digestOf(text) === content.slice(0, end) ? (JSON.parse(text) as WrittenRecord) : null;
}
