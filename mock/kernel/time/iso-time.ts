/** Instants of a world in the format of the contract. */
import { epochMs, latestInstant, type EpochMs } from './time.ts';
import { msPerDay, msPerHour, msPerMinute } from '../../../templates/runtime/conversion/durations.ts';

/**
 * Formats an instant in ISO 8601: UTC, with milliseconds, such as `2026-01-15T09:30:00.000Z`; an instant after the year
 * 9999 is formatted as the end of that year.
 *
 * Source: the proleptic Gregorian calendar, by days since 1970; the domain has no `Date`.
 */
export function isoTime(instant: EpochMs): string {
  if (last.instant !== instant) last = { instant, text: formatInstant(Math.min(instant, latestInstant)) };
  return last.text;
}

/** Why: the times of a new record are the same instant. */
let last = { instant: Number.NaN, text: '' };

function formatInstant(at: number): string {
  const day = Math.floor(at / msPerDay);
  const ms = at - day * msPerDay;
  const { year, month, dayOfMonth } = civilDate(day);
  return (
    `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}` +
    `T${pad(Math.floor(ms / msPerHour), 2)}:${pad(Math.floor(ms / msPerMinute) % 60, 2)}:` +
    `${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}Z`
  );
}

/** Formats an instant; null for null. */
export function isoTimeOrNull(at: EpochMs | null): string | null {
  return at === null ? null : isoTime(at);
}

export const isoDate = /^\d{4}-\d{2}-\d{2}$/;

const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Parses a date or a time in ISO 8601; a date is its first instant, a time without a zone is UTC.
 *
 * Errors: null when the text is neither, or contains a day that the calendar does not have.
 */
export function parseIsoTime(text: string): EpochMs | null {
  const parts = isoForm.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, dayOfMonth = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map(Number)
    .map(orZero);
  const day = daysSince1970(year, month, dayOfMonth);
  const date = civilDate(day);
  if (date.month !== month || date.dayOfMonth !== dayOfMonth || hour > 23 || minute > 59 || second > 59)
    return null;
  const ms = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return epochMs(
    day * msPerDay + hour * msPerHour + minute * msPerMinute + second * 1000 + ms - zoneOffset(parts[8]),
  );
}

const durationForm = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const durationUnits = [7 * msPerDay, msPerDay, msPerHour, msPerMinute, 1000];

/** Parses an ISO 8601 duration without years and months. Units: milliseconds; 0 for any other text. */
export function parseDuration(text: string): number {
  const counts = durationForm.exec(text)?.slice(1) ?? [];
  return Math.round(
    counts.reduce((sum, count, unit) => sum + orZero(Number(count)) * (durationUnits[unit] ?? 0), 0),
  );
}

function orZero(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.replace(':', '');
  const sign = digits.startsWith('-') ? -1 : 1;
  return sign * (Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))) * msPerMinute;
}

function daysSince1970(year: number, month: number, dayOfMonth: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Converts days to a date. Counts in years that start in March, so that the leap day is the last day of its year. */
function civilDate(daysSince1970: number): { year: number; month: number; dayOfMonth: number } {
  const shifted = daysSince1970 + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** A range that includes both ends; null for an open end. */
export interface TimeRange {
  readonly from: EpochMs | null;
  readonly to: EpochMs | null;
}

/**
 * Parses one end of a range: a time, or a date without a time, which is that whole day in UTC.
 *
 * Shape: null for an absent or empty end; undefined when the text is neither a date nor a time.
 * Source: assumption A-DATE-FILTER.
 */
export function readBound(end: 'from' | 'to', text: string | undefined): EpochMs | null | undefined {
  if (text === undefined || text === '') return null;
  const at = parseIsoTime(text);
  if (at === null) return undefined;
  return end === 'to' && isoDate.test(text) ? epochMs(at + msPerDay - 1) : at;
}

export function isWithin({ from, to }: TimeRange, at: EpochMs): boolean {
  return (from === null || at >= from) && (to === null || at <= to);
}
