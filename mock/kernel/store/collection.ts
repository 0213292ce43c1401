/**
 * The contents of a world, declared as data: collections of records, indexes with their keys, and settings.
 * The domain declares them; the kernel keeps every index consistent with its records.
 */

declare const holds: unique symbol;

/** Any value stored under an id. Plain JSON, immutable once stored. */
export interface StoredRecord {
  readonly id: string;
}

/** A kind of record with its type: `const agents = defineCollection<Agent>('agent')`. */
export interface Collection<R extends StoredRecord> {
  readonly name: string;
  readonly [holds]?: R;
}

/**
 * An order in which to list the records of a kind.
 *
 * Shape: records are sorted by `key`, those with the same key by id; `null` excludes a record. `name` is unique in its
 * kind.
 */
export interface Index<R extends StoredRecord> {
  readonly collection: Collection<R>;
  readonly name: string;
  readonly key: (record: R) => string | null;
}

export interface AnyIndex {
  readonly collection: Collection<StoredRecord>;
  readonly name: string;
  readonly key: (record: never) => string | null;
}

/** A single value of a world, with the default that applies until it is set. */
export interface Setting<T> {
  readonly name: string;
  readonly initial: T;
}

export function defineCollection<R extends StoredRecord>(name: string): Collection<R> {
  return { name };
}

/** Declares an order of a kind, with the record type of the kind. */
export function defineIndex<R extends StoredRecord>(
  collection: Collection<R>,
  name: string,
  key: Index<R>['key'],
): Index<R> {
  return { collection, name, key };
}

export function indexTable(index: AnyIndex): string {
  return `${index.collection.name}.${index.name}`;
}

const partEnd = '\u0001';
const keyEnd = '\u0000';
const beyondText = '\uffff';
const digits = 16;

/** Formats an integer so that the texts of two numbers sort like the numbers. Errors: throws for an unsafe integer. */
export function sortableNumber(value: number): string {
  if (!Number.isSafeInteger(value))
    throw new Error(`${value} can't be sorted as text: it is not a safe integer.`);
  // A minus sign sorts before every digit; after it comes the distance from the smallest number, which grows with the
  // number.
  return value < 0
    ? `-${String(Number.MAX_SAFE_INTEGER + value).padStart(digits, '0')}`
    : String(value).padStart(digits, '0');
}

/**
 * Joins values to one key that sorts by the first value, then the second, and so on.
 *
 * Shape: numbers are integers. `sortKey('org_1')` is a prefix of all keys whose first part is `org_1`, and of no other.
 * Errors: throws for a number that does not fit.
 */
export function sortKey(...parts: readonly (string | number)[]): string {
  let key = '';
  for (const part of parts) key += (typeof part === 'number' ? sortableNumber(part) : part) + partEnd;
  return key;
}

/** Returns the place of a record in an index, which differs between records with the same key. */
export function placeOf(key: string, id: string): string {
  return key + keyEnd + id;
}

/** Returns the first text after all texts that start with a prefix. */
export function endOfPrefix(prefix: string): string {
  return prefix + beyondText;
}

/** Returns the prefix of the places with exactly this key. */
export function placesOfKey(key: string): string {
  return key + keyEnd;
}
