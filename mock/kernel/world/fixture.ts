/**
 * The initial content of a world: the records of its fixture, and archives. The records of an archive are built when a
 * world first reads their collection, so that a world with a long history is created as fast as one without.
 */
import type { StoreSchema } from '../store/schema.ts';
import type { Collection, StoredRecord } from '../store/collection.ts';
import { layeredMap } from '../store/persistent-map.ts';
import { StateBuilder } from '../store/state-builder.ts';
import { emptyState, type Origin, type Tables, type WorldState } from '../store/state.ts';
import { epochMs, milliseconds, resumedSetting, startOfTenth, worldInstant } from '../time/time.ts';
import type { EpochMs } from '../time/time.ts';
import { Transaction, type TransactionPorts } from '../transaction/transaction.ts';

export type PutRecord = <R extends StoredRecord>(collection: Collection<R>, record: R) => void;

/**
 * The collections of an archive and how to build them. Shape: `build` is called at most once for a state and its forks.
 */
export interface Archive {
  readonly collections: readonly Collection<StoredRecord>[];
  readonly build: () => Tables;
}

/** Builds tables and indexes from records; on top of others, which are not changed. */
export function buildTables(
  schema: StoreSchema,
  fill: (put: PutRecord) => void,
  base: Tables | null = null,
): Tables {
  const edit = new StateBuilder(base ?? emptyState(schema, noOrigin, 0));
  fill((collection, record) => {
    edit.putRecord(collection.name, record);
  });
  return edit.finish(0);
}

/** Adds the records of an archive to a state; a record of the state wins over an archived one with the same id. */
export function withArchive(state: WorldState, { collections, build }: Archive): WorldState {
  let built: Tables | null = null;
  const tables = (): Tables => (built ??= build());
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

/**
 * Fills a new world. Must be pure: same seed and instant, same records. May return an archive, whose records are built
 * on demand.
 */
export type Fixture = ((tx: Transaction, at: EpochMs) => Archive) | ((tx: Transaction, at: EpochMs) => void);

/** The last state of each fixture: tests create many worlds with the same seed at the same instant. */
const filledStates = new WeakMap<Fixture, WorldState>();

export function beginState(
  schema: StoreSchema,
  origin: Origin,
  fixture: Fixture,
  ports: TransactionPorts,
): WorldState {
  const last = filledStates.get(fixture);
  const isSame =
    last?.schema === schema && last.origin.seed === origin.seed && last.origin.createdAt === origin.createdAt;
  const filled = isSame ? last : fillState(schema, origin, fixture, ports);
  filledStates.set(fixture, filled);
  const begun = { ...filled, origin, clock: origin.clock };
  return { ...begun, base: begun };
}

function fillState(
  schema: StoreSchema,
  origin: Origin,
  fixture: Fixture,
  ports: TransactionPorts,
): WorldState {
  const start = emptyState(schema, origin, ports.random.start(origin.seed));
  const tx = new Transaction(start, origin.createdAt, ports);
  const archive = fixture(tx, origin.createdAt);
  const state = tx.finish();
  return { ...(archive ? withArchive(state, archive) : state), version: 0 };
}

/**
 * Returns the origin of a world that is created at an instant of the host; one in real time begins at a whole tenth of a
 * second. Why: worlds that begin at the same instant share the records of their fixture, whose creation takes milliseconds.
 */
export function originFrom(like: Omit<Origin, 'createdAt'>, host: EpochMs): Origin {
  const { seed, fixture, settings } = like;
  const clock = resumedSetting(like.clock, host);
  const now = worldInstant(clock, host);
  const createdAt = clock.mode === 'real' ? startOfTenth(now) : now;
  return { seed, fixture, createdAt, clock, ...(settings !== undefined && { settings }) };
}
