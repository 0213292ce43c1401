/** Returns whether a file is unchanged: by its size and modification time if they are reliable, else by its content. */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** The recorded state of a file. */
export interface FileMark {
  /** Absolute. */
  readonly file: string;
  readonly size: number;
  /** Units: epoch milliseconds with a fraction; `null` when the file was too young for a reliable time. */
  readonly changedAt: number | null;
  readonly digest: string;
}

/**
 * A file younger than this may be written again without a visible change of its modification time.
 *
 * Units: milliseconds.
 */
const TOO_YOUNG = 2_000;

/** Hashes content in the way that marks do. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** Records a file with a known digest; `null` if it does not exist. */
export function markFile(file: string, digest: string): FileMark | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const isYoung = stats.mtimeMs > Date.now() - TOO_YOUNG;
  return { file, size: stats.size, changedAt: isYoung ? null : stats.mtimeMs, digest };
}

/** Records a file as it is on the disk; `null` when it can't be read. */
export function markPresent(file: string): FileMark | null {
  try {
    return markFile(file, digestOf(readFileSync(file)));
  } catch {
    return null;
  }
}

/** Returns whether a file is unchanged; `trust` selects the evidence that suffices. */
export function isUnchanged({ file, size, changedAt, digest }: FileMark, trust: 'time' | 'content'): boolean {
  try {
    const stats = statSync(file);
    if (stats.size !== size) return false;
    if (trust === 'time' && stats.mtimeMs === changedAt) return true;
    return digestOf(readFileSync(file)) === digest;
  } catch {
    return false;
  }
}

/** File times come from a clock with coarse steps, which may be this much behind. Units: milliseconds. */
const CLOCK_STEP = 20;

/** Returns whether a file exists and was last written before an instant. Units: epoch milliseconds. */
export function wasWrittenBefore(file: string, instant: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs < instant - CLOCK_STEP;
}
