/** Converts texts with the formats `date-time` and `date` to `Date`. */
import type { Leaf } from './convert.ts';

/** Converts a point in time. */
export const dateTime: Leaf = {
  decode: toDate,
  // Why not left to `JSON.stringify`: parameters and forms are not JSON.
  encode: (value) => (value instanceof Date ? value.toISOString() : value),
};

/** Converts a day to its first moment in UTC, and a moment to its day in UTC. */
export const date: Leaf = {
  decode: toDate,
  encode: (value) => (value instanceof Date ? value.toISOString().slice(0, 'yyyy-mm-dd'.length) : value),
};

/** Reads a date. Errors: throws RangeError for an invalid one. */
function toDate(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const read = new Date(value);
  if (Number.isNaN(read.getTime())) throw new RangeError(`${JSON.stringify(value)} is not a valid date`);
  return read;
}
