/**
 * Texts that sort like the values they are made of. Used for the keys of indexes.
 */

const partEnd = '\u0001';
const keyEnd = '\u0000';
const beyondText = '\uffff';
const digits = 16;

/** Writes a whole number so that the texts of two numbers sort like the numbers. Errors: throws on one that is not safe. */
export function sortableNumber(value: number): string {
  if (!Number.isSafeInteger(value))
    throw new Error(`${value} can't be sorted as text: it is not a whole number that is exact.`);
  // A minus sign sorts before every digit, and behind it the distance from the least number grows with the number.
  return value < 0
    ? `-${String(Number.MAX_SAFE_INTEGER + value).padStart(digits, '0')}`
    : String(value).padStart(digits, '0');
}

/**
 * Joins values to one key that sorts by the first, then the second, and so on.
 *
 * Shape: numbers are whole. `sortKey('org_1')` is a prefix of all keys whose first part is `org_1`, and of no other.
 * Errors: throws on a number that does not fit.
 */
export function sortKey(...parts: readonly (string | number)[]): string {
  let key = '';
  for (const part of parts) key += (typeof part === 'number' ? sortableNumber(part) : part) + partEnd;
  return key;
}

/** Distinguishes records of one key apart: the place of a record in an index. */
export function placeOf(key: string, id: string): string {
  return key + keyEnd + id;
}

/** Returns the first text behind all texts that begin with a prefix. */
export function behindPrefix(prefix: string): string {
  return prefix + beyondText;
}

/** Begins the places that have exactly this key, and no other. */
export function placesOfKey(key: string): string {
  return key + keyEnd;
}
