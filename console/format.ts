/** Formats times, durations and amounts. */

/** Formats a span. Units: milliseconds. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0 ms';
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`;
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h ${Math.floor((ms % 3_600_000) / 60_000)} min`;
  return `${Math.floor(ms / 86_400_000)} d ${Math.floor((ms % 86_400_000) / 3_600_000)} h`;
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
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
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
