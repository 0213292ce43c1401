/**
 * Records of a fixture that are built when a world reads their kind for the first time, so that a world with a long past
 * is created as fast as one without. Worlds may share what they are built from.
 */
import type { Collection, StoreSchema, StoredRecord } from '../store/schema.ts';
import { layeredMap } from '../store/persistent-map.ts';
import { StateBuilder } from '../store/state-builder.ts';
import { emptyState } from '../store/state.ts';
import type { Tables, WorldState } from '../store/state.ts';
import { epochMs, milliseconds } from '../time/units.ts';

/** Stores a record of an archive. */
export type PutRecord = <R extends StoredRecord>(collection: Collection<R>, record: R) => void;

/** The tables of an archive. */
export type ArchiveTables = Tables;

/** Describes what an archive holds and how it is built. Shape: `build` is called at most once for a state and its forks. */
export interface Archive {
  readonly collections: readonly Collection<StoredRecord>[];
  readonly build: () => ArchiveTables;
}

/** Builds tables with records in all their orders; on top of others, which stay as they are. */
export function buildTables(
  schema: StoreSchema,
  fill: (put: PutRecord) => void,
  base: ArchiveTables | null = null,
): ArchiveTables {
  const edit = new StateBuilder(base ?? emptyState(schema, noOrigin, 0));
  fill((collection, record) => {
    edit.putRecord(collection.name, record);
  });
  return edit.finish(0);
}

/** Adds the records of an archive to a state; a record of the state wins over an archived one of the same id. */
export function withArchive(state: WorldState, { collections, build }: Archive): WorldState {
  let built: ArchiveTables | null = null;
  const tables = (): ArchiveTables => (built ??= build());
  let { records, indexes } = state;
  for (const { name } of collections) {
    const own = tableOf(records, name);
    records = records.with(
      name,
      layeredMap(own, () => tableOf(tables().records, name)),
    );
    for (const { table } of state.schema.indexes.get(name) ?? []) {
      const ownRows = tableOf(indexes, table);
      indexes = indexes.with(
        table,
        layeredMap(ownRows, () => tableOf(tables().indexes, table)),
      );
    }
  }
  return { ...state, records, indexes };
}

function tableOf<T>(tables: { get(name: string): T | undefined }, name: string): T {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`The layout has no table ${name}.`);
  return table;
}

const noOrigin = {
  seed: 0,
  fixture: '',
  createdAt: epochMs(0),
  clock: { mode: 'real', offset: milliseconds(0) },
} as const;
