/** Formats times, durations and amounts. */
import { msPerDay, msPerHour, msPerMinute } from '../templates/runtime/conversion/durations.ts';

/** Formats a span. Units: milliseconds. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0 ms';
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < msPerMinute) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < msPerHour)
    return `${Math.floor(ms / msPerMinute)} min ${Math.floor((ms % msPerMinute) / 1_000)} s`;
  if (ms < msPerDay)
    return `${Math.floor(ms / msPerHour)} h ${Math.floor((ms % msPerHour) / msPerMinute)} min`;
  return `${Math.floor(ms / msPerDay)} d ${Math.floor((ms % msPerDay) / msPerHour)} h`;
}

/** Formats an ISO 8601 time as date and time of day in UTC. */
export function formatTime(iso: string): string {
  return iso
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')
    .replace('Z', '');
}

/** Formats an ISO 8601 time as time of day with milliseconds. */
export function formatClock(iso: string): string {
  return iso.slice(11, 23);
}

/** The units of ages. Units: milliseconds. */
const UNITS = [
  [msPerDay, 'd'],
  [msPerHour, 'h'],
  [msPerMinute, 'min'],
] as const;

/** Formats the age of a time, relative to another one, in its largest unit. */
export function formatAge(iso: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(iso);
  if (Number.isNaN(ms)) return '';
  const [size, unit] = UNITS.find(([least]) => Math.abs(ms) >= least) ?? [1_000, 's'];
  const age = `${Math.floor(Math.abs(ms) / size)} ${unit}`;
  return ms < 0 ? `in ${age}` : `${age} ago`;
}

export function formatCost(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : `$${amount.toFixed(4)}`;
}

/** Shortens a text to a number of characters. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
