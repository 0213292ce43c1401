/**
 * The date and time formats of RFC 3339, restricted to dates that exist.
 * Compares character codes instead of using regular expressions, since they run for every event.
 */

const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const COLON = 58;
const DASH = 45;
const DOT = 46;
const PLUS = 43;

/** Returns whether the text is a date such as `2026-01-31`. Source: RFC 3339 `full-date`. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text);
}

/** Returns whether the text is a time with a zone such as `12:00:00Z`. Source: RFC 3339 `full-time`. */
export function isTime(text: string): boolean {
  return endsWithTime(text, 0);
}

/** Returns whether the text is a moment such as `2026-01-31T12:00:00.000Z`. Source: RFC 3339 `date-time`. */
export function isDateTime(text: string): boolean {
  const separator = text.charCodeAt(10);
  return (separator === 84 || separator === 116) && startsWithDate(text) && endsWithTime(text, 11);
}

/** Returns whether the text is a duration such as `P1DT12H`. Source: RFC 3339 appendix A. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

const DURATION =
  /^P(?:\d+W|(?=.)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  const century = twoDigits(text, 0);
  const yearOfCentury = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysIn(century * 100 + yearOfCentury, month);
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month] ?? 0);
}

function endsWithTime(text: string, start: number): boolean {
  if (text.charCodeAt(start + 2) !== COLON || text.charCodeAt(start + 5) !== COLON) return false;
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  const zone = readZone(text, endOfFraction(text, start + 8));
  if (zone === null) return false;
  return second < 60 || isLastMinuteOfDay(hour * 60 + minute - zone);
}

/** Skips `.123`; returns -1 for a dot without digits. */
function endOfFraction(text: string, start: number): number {
  if (text.charCodeAt(start) !== DOT) return start;
  let end = start + 1;
  while (isDigit(text.charCodeAt(end))) end++;
  return end === start + 1 ? -1 : end;
}

/** Returns the offset from UTC in minutes; `null` if there is no zone or something follows it. */
function readZone(text: string, start: number): number | null {
  if (start < 0) return null;
  const sign = text.charCodeAt(start);
  if (sign === 90 || sign === 122) return text.length === start + 1 ? 0 : null;
  if ((sign !== PLUS && sign !== DASH) || text.length !== start + 6 || text.charCodeAt(start + 3) !== COLON)
    return null;
  const hours = twoDigits(text, start + 1);
  const minutes = twoDigits(text, start + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  return (hours * 60 + minutes) * (sign === PLUS ? 1 : -1);
}

/** Returns whether a minute may have a leap second, which is always the last second of a day in UTC. */
function isLastMinuteOfDay(minuteInUtc: number): boolean {
  return ((minuteInUtc % 1440) + 1440) % 1440 === 1439;
}

function twoDigits(text: string, start: number): number {
  const tens = text.charCodeAt(start);
  const ones = text.charCodeAt(start + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : -1;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
