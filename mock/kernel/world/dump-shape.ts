/**
 * Describes what is wrong with a dump, and where.
 */

import { isInstant } from '../time/units.ts';
import type { EpochMs } from '../time/units.ts';

/** Names the part of a dump that can't be taken. `path` is dotted, empty for the whole. */
export interface DumpProblem {
  readonly code: 'DUMP_MALFORMED';
  readonly path: string;
  readonly message: string;
}

/** Carries a problem out of the depths of a dump; caught by `loadState`. */
export class DumpMalformed extends Error {
  readonly problem: DumpProblem;

  constructor(path: string, message: string) {
    super(`${path} ${message}`);
    this.problem = { code: 'DUMP_MALFORMED', path, message };
  }
}

/** Takes an object that is neither `null` nor a list. */
export function expectObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DumpMalformed(path, 'must be an object');
  return value as Readonly<Record<string, unknown>>;
}

/** Takes a list. */
export function expectArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DumpMalformed(path, 'must be a list');
  return value;
}

/** Takes a text. */
export function expectString(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new DumpMalformed(path, 'must be a text');
  return value;
}

/** Takes a finite number. */
export function expectNumber(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DumpMalformed(path, 'must be a number');
  return value;
}

/** Takes a whole number from 0 on. */
export function expectCount(value: unknown, path: string): number {
  const number = expectNumber(value, path);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new DumpMalformed(path, 'must be a whole number from 0 on');
  return number;
}

/** Takes an instant that a world can have. */
export function expectInstant(value: unknown, path: string): EpochMs {
  const number = expectNumber(value, path);
  if (!isInstant(number)) throw new DumpMalformed(path, 'must be milliseconds from 1970 to the end of 9999');
  return number as EpochMs;
}

/** Takes a whole number, negative ones included. */
export function expectInteger(value: unknown, path: string): number {
  const number = expectNumber(value, path);
  if (!Number.isSafeInteger(number)) throw new DumpMalformed(path, 'must be a whole number');
  return number;
}

/** Takes exactly one value. */
export function expectEqual(value: unknown, wanted: string | number, path: string): void {
  if (value !== wanted) throw new DumpMalformed(path, `must be ${JSON.stringify(wanted)}`);
}

/** Takes one of several names. */
export function expectOneOf<T extends string>(value: unknown, known: readonly T[], path: string): T {
  const found = known.find((name) => name === value);
  if (found === undefined) throw new DumpMalformed(path, `must be one of ${known.join(', ')}`);
  return found;
}
