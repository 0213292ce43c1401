/**
 * Parses ISO 8601 timestamps leniently: calendar, week and ordinal dates, extended and basic format, any
 * precision, any zone.
 */

/** The result of parsing: complete, without a zone, without a time of day, close to the standard, or invalid. */
export type TimeReading = 'complete' | 'zoneless' | 'date' | 'loose' | 'wrong';

const date =
  /(?<year>[+-]\d{6}|\d{4})(?:-(?<month>\d\d)-(?<day>\d\d)|(?<basicMonth>\d\d)(?<basicDay>\d\d)|-?W(?<week>\d\d)-?(?<weekday>\d)|-?(?<ordinal>\d{3}))/;
const time = /(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?:[.,]\d+)?/;
const zone = /(?<zone>Z|[+\-\u2212](?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?)/;
const moment = new RegExp(
  `^${date.source}(?:(?<separator>[T ])${time.source}(?<gap> ?)${zone.source}?)?$`,
  'i',
);

/** Parses a text as a timestamp. Shape: `date` has no time of day. */
export function readTimestamp(text: string): TimeReading {
  const fields = moment.exec(text)?.groups;
  if (fields === undefined || !isPossible(fields)) return 'wrong';
  if (fields['separator'] === undefined) return 'date';
  if (fields['separator'] === ' ' || fields['gap'] === ' ') return 'loose';
  return fields['zone'] === undefined ? 'zoneless' : 'complete';
}

const calendarTime =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Returns the time of a timestamp in extended or basic format, in UTC if it has no zone. Units: epoch milliseconds;
 * `null` for other values.
 */
export function timeOfTimestamp(value: unknown): number | null {
  const match = typeof value === 'string' ? calendarTime.exec(value) : null;
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', zone = 'Z'] = match;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const at = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3)}${offset}`,
  );
  return Number.isNaN(at) ? null : at;
}

type Fields = Readonly<Record<string, string | undefined>>;

function isPossible(fields: Fields): boolean {
  const month = fields['month'] ?? fields['basicMonth'];
  const day = fields['day'] ?? fields['basicDay'];
  return (
    (month === undefined || isWithin(month, 1, 12)) &&
    (day === undefined || isWithin(day, 1, daysOf(Number(fields['year']), Number(month)))) &&
    isWithin(fields['week'], 1, 53) &&
    isWithin(fields['weekday'], 1, 7) &&
    isWithin(fields['ordinal'], 1, 366) &&
    isWithin(fields['hour'], 0, 24) &&
    isWithin(fields['minute'], 0, 59) &&
    isWithin(fields['second'], 0, 60) &&
    isWithin(fields['zoneHour'], 0, 23) &&
    isWithin(fields['zoneMinute'], 0, 59)
  );
}

function isWithin(digits: string | undefined, least: number, most: number): boolean {
  if (digits === undefined) return true;
  const value = Number(digits);
  return value >= least && value <= most;
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
