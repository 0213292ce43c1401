/** Compares two descriptions of one record, which may have different properties. */
import { isFields, type JsonFields } from '../model/json-fields.ts';
import { containsValue } from '../model/search-value.ts';
import { timeOfTimestamp } from './timestamps.ts';

/**
 * How strictly two values are compared. Shape: `isStrict` is whether null, shortened texts, lists of another length and
 * inner properties that only the second value has are differences.
 */
export interface RecordComparison {
  readonly isStrict: boolean;
}

/** Times and numbers may be rounded. Units: milliseconds, and a share of the number. */
const ROUNDING_MS = 60_000;
const ROUNDING = 0.01;

/** Texts that are cut off without an ellipsis are longer. Units: characters. */
const MIN_EXCERPT_LENGTH = 60;

const MAX_DEPTH = 6;

/** Returns the paths of values that both have and that differ. */
export function differencesOf(
  one: unknown,
  other: unknown,
  comparison: RecordComparison = { isStrict: false },
  path = '',
): readonly string[] {
  if (isFields(one) && isFields(other)) {
    if (path.split('.').length > MAX_DEPTH) return [];
    // Why: a property such as `_links` describes the response and not the record.
    const names = Object.keys(one).filter(
      (name) => other[name] !== undefined && one[name] !== undefined && !name.startsWith('_'),
    );
    const lost = Object.keys(other).filter((name) => one[name] === undefined && other[name] != null);
    return [
      ...(comparison.isStrict && path !== '' ? lost.map((name) => `${path}.${name}`) : []),
      ...names.flatMap((name) =>
        differencesOf(one[name], other[name], comparison, path === '' ? name : `${path}.${name}`),
      ),
      ...countsThatDiffer(one, other, path),
      ...countsThatDiffer(other, one, path),
    ];
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return comparison.isStrict ? [path] : [];
    return one.flatMap((item: unknown, index) => differencesOf(item, other[index], comparison, `${path}[]`));
  }
  return isAlike(one, other, comparison) || isSameAmount(one, other, path) ? [] : [path];
}

/** With more properties that the second value lacks, or fewer that both have, the two are different views. */
const MAX_LOST = 2;
const MIN_SHARED = 3;

/** Properties that lists add: links, figures, excerpts, and what other records of the row are. */
const derived = /^_|^(?:last|latest|next)[A-Z]|(?:Count|Summary|Preview)$/;

/**
 * Returns the properties of one description that another, more detailed one lacks.
 *
 * Shape: none if much is missing, or if the value has another name there.
 */
export function namesLost(one: unknown, detail: unknown): readonly string[] {
  if (!isFields(one) || !isFields(detail)) return [];
  const present = Object.keys(one).filter((name) => one[name] != null && !derived.test(name));
  const lost = present.filter((name) => detail[name] == null);
  const shared = present.length - lost.length;
  if (shared < MIN_SHARED || lost.length > MAX_LOST) return [];
  const others = Object.entries(detail).filter(([name]) => one[name] === undefined);
  return lost.filter((name) => !others.some(([, value]) => containsValue(value, one[name])));
}

/** Returns the counts of one value that are not the lengths of lists of the other: `capabilityCount`. */
function countsThatDiffer(one: JsonFields, other: JsonFields, path: string): readonly string[] {
  return Object.entries(one).flatMap(([name, count]) => {
    const stem = /^(.+)Count$/.exec(name)?.[1];
    if (stem === undefined || typeof count !== 'number') return [];
    const list = [stem, `${stem}s`, `${stem.replace(/y$/, 'ie')}s`]
      .map((each) => other[each])
      .find(Array.isArray);
    return list === undefined || list.length === count ? [] : [path === '' ? name : `${path}.${name}`];
  });
}

function isAlike(one: unknown, other: unknown, { isStrict }: RecordComparison): boolean {
  if (one === null || other === null) return one === other || !isStrict;
  if (typeof one === 'object' || typeof other === 'object') return !isStrict || typeof one === typeof other;
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  if (one === other) return true;
  if (!isStrict && (isShortened(one, other) || isShortened(other, one))) return true;
  const [at, otherAt] = [timeOfTimestamp(one), timeOfTimestamp(other)];
  return at !== null && otherAt !== null && Math.abs(at - otherAt) <= ROUNDING_MS;
}

/** Returns whether an amount of money is a text in one place and a number in the other. */
function isSameAmount(one: unknown, other: unknown, path: string): boolean {
  return /cost|price|amount/i.test(path) && isAlike(Number(one), Number(other), { isStrict: false });
}

/** Returns whether a text is another one that was cut off, as lists show it. */
function isShortened(one: string, other: string): boolean {
  const start = one.replace(/(?:…|\.\.\.)$/, '').trimEnd();
  const isLong = start.length >= MIN_EXCERPT_LENGTH || start.length < one.length;
  return isLong && start.length < other.length && other.startsWith(start);
}
