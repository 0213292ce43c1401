/**
 * What a world can contain, declared as data: collections of records, indexes with their keys, and settings.
 * The domain declares; the kernel keeps every index in step with its records.
 */
import { noRules } from '../world/dump-rules.ts';
import type { DumpRules } from '../world/dump-rules.ts';
import type { RecordShapes } from '../world/record-shape.ts';

declare const holds: unique symbol;

/** Anything that is stored under an id. Plain JSON, never changed once it is stored. */
export interface StoredRecord {
  readonly id: string;
}

/** Names a kind of record and remembers its type: `const agents = defineCollection<Agent>('agent')`. */
export interface Collection<R extends StoredRecord> {
  readonly name: string;
  readonly [holds]?: R;
}

/**
 * Lists the records of a kind in an order of its own.
 *
 * Shape: records come by `key`, those of one key by id; `null` leaves a record out. `name` is unique in its kind.
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

/** Names a value that a world has one of, with the value it has until somebody sets another. */
export interface Setting<T> {
  readonly name: string;
  readonly initial: T;
}

/** An index as the kernel keeps it: by the name of its table, for records of any type. */
export interface IndexTable {
  readonly table: string;
  readonly key: (record: StoredRecord) => string | null;
}

/** All that a world can hold. Created once by `defineStore`, shared by every world. */
export interface StoreSchema {
  readonly collections: readonly string[];
  readonly indexes: ReadonlyMap<string, readonly IndexTable[]>;
  /** What the records of a dump are checked against before it is loaded. */
  readonly recordShapes: RecordShapes;
  readonly dumpRules: DumpRules;
}

export function defineCollection<R extends StoredRecord>(name: string): Collection<R> {
  return { name };
}

/** Declares an order of a kind, with the record's type taken from the kind. */
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

/**
 * Gathers the kinds and indexes of a domain.
 *
 * Errors: throws when a name is taken twice or an index belongs to a kind that is not listed.
 */
export function defineStore(
  collections: readonly Collection<StoredRecord>[],
  indexes: readonly AnyIndex[],
  recordShapes: RecordShapes = noShapes,
  dumpRules: DumpRules = noRules,
): StoreSchema {
  const names = collections.map((collection) => collection.name);
  assertUnique(names);
  assertUnique(indexes.map(indexTable));
  const tables = new Map<string, IndexTable[]>(names.map((name) => [name, []]));
  for (const index of indexes) {
    const list = tables.get(index.collection.name);
    if (list === undefined)
      throw new Error(`Index ${indexTable(index)} belongs to a kind that the schema does not list.`);
    list.push({ table: indexTable(index), key: index.key as IndexTable['key'] });
  }
  return { collections: names, indexes: tables, recordShapes, dumpRules };
}

const noShapes: RecordShapes = { collections: {}, types: {} };

function assertUnique(names: readonly string[]): void {
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  if (twice !== undefined) throw new Error(`The schema declares ${twice} twice. Rename one.`);
}

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
