/**
 * Ranges of time that a client filters by: one rule for every list and count.
 */
import { epochMs } from '../kernel/time/units.ts';
import type { EpochMs } from '../kernel/time/units.ts';
import { isoDate, parseIsoTime } from './time.ts';

/** A range that includes both ends; null for an end that is open. */
export interface TimeRange {
  readonly from: EpochMs | null;
  readonly to: EpochMs | null;
}

const msPerDay = 86_400_000;

/**
 * Reads one end of a range: a time, or a date without a time, which is that whole day in UTC.
 *
 * Shape: null for an end that is absent or empty; undefined when the text is neither a date nor a time.
 * Source: assumption A-DATE-FILTER.
 */
export function readBound(end: 'from' | 'to', text: string | undefined): EpochMs | null | undefined {
  if (text === undefined || text === '') return null;
  const at = parseIsoTime(text);
  if (at === null) return undefined;
  return end === 'to' && isoDate.test(text) ? epochMs(at + msPerDay - 1) : at;
}

/** Returns whether an instant is in a range. */
export function isWithin({ from, to }: TimeRange, at: EpochMs): boolean {
  return (from === null || at >= from) && (to === null || at <= to);
}
