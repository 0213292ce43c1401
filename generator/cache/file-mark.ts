/**
 * Returns whether a file is still what it was: by its size and time where they can be trusted, else by its content.
 */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** What is remembered of a file. */
export interface FileMark {
  /** Absolute. */
  readonly file: string;
  readonly size: number;
  /** Units: epoch milliseconds with a fraction; `null` when the file was too young for its time to mean anything. */
  readonly changedAt: number | null;
  readonly digest: string;
}

/**
 * A file younger than this may be written again without a visible change of its modification time.
 *
 * Units: milliseconds.
 */
const TOO_YOUNG = 2_000;

/** Hashes a content the way that marks do. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** Remembers a file whose content had a digest; `null` when there is no such file. */
export function markFile(file: string, digest: string): FileMark | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const isYoung = stats.mtimeMs > Date.now() - TOO_YOUNG;
  return { file, size: stats.size, changedAt: isYoung ? null : stats.mtimeMs, digest };
}

/** Remembers a file as it lies there; `null` when it can't be read. */
export function markPresent(file: string): FileMark | null {
  try {
    return markFile(file, digestOf(readFileSync(file)));
  } catch {
    return null;
  }
}

/** Returns whether a file is as it was; `trust` is what is enough to believe it. */
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

/**
 * Systems give files times of a clock that steps, and so lies behind.
 *
 * Units: milliseconds.
 */
const CLOCK_STEP = 20;

/** Returns whether a file is there and was last written before an instant, in epoch milliseconds. */
export function wasWrittenBefore(file: string, instant: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs < instant - CLOCK_STEP;
}
