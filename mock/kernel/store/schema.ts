/**
 * What a world can hold, declared as data: kinds of records, the orders they are listed in, and settings.
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

/** An index of any kind. */
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
  /** What has to fit together in a dump. */
  readonly dumpRules: DumpRules;
}

/** Names a kind of record. */
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

/** Names the table in which the kernel keeps an index. */
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
