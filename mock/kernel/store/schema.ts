/** The schema of a world: its collections and indexes, and the rules for its dumps. */
import { noRules, type DumpRules } from '../world/dump-rules.ts';
import type { RecordShapes } from '../world/record-shape.ts';
import { indexTable, type AnyIndex, type Collection, type StoredRecord } from './collection.ts';

/** An index as the kernel stores it: by the name of its table, for records of any type. */
export interface IndexTable {
  readonly table: string;
  readonly key: (record: StoredRecord) => string | null;
}

/** The schema of everything a world can contain. Created once by `defineStore`, shared by all worlds. */
export interface StoreSchema {
  readonly collections: readonly string[];
  readonly indexes: ReadonlyMap<string, readonly IndexTable[]>;
  /** The shapes that the records of a dump are checked against before it is loaded. */
  readonly recordShapes: RecordShapes;
  readonly dumpRules: DumpRules;
}

/**
 * Collects the kinds and indexes of a domain.
 *
 * Errors: throws when a name is used twice or an index belongs to a kind that is not listed.
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
