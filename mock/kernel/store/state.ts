/**
 * A world's state: one immutable value. Whoever keeps a reference keeps a snapshot.
 * Changed only by `StateBuilder` (`state-builder.ts`), read through `View` (`view.ts`).
 */
import { emptyMap } from './persistent-map.ts';
import type { SortedMap } from './persistent-map.ts';
import type { EpochMs } from '../time/units.ts';
import type { StoreSchema, StoredRecord } from './schema.ts';
import { TableSet } from './table-set.ts';
import type { TopicState } from '../log/topic.ts';
import type { Timer } from '../time/timer.ts';
import type { ClockSetting } from '../time/world-time.ts';

/**
 * Describes where a world comes from: all that it takes to make it again.
 *
 * Shape: `clock` is how its time ran at `createdAt`.
 */
export interface Origin {
  readonly seed: number;
  readonly fixture: string;
  readonly createdAt: EpochMs;
  readonly clock: ClockSetting;
}

/**
 * Everything that reading a world needs.
 *
 * Shape: `records` has a table for each kind of the schema, by id; `indexes` one for each index, from place to id;
 * `due` holds the timers in the order they fire, `waits` those that are marked `wait`, by key.
 */
export interface Tables {
  readonly schema: StoreSchema;
  readonly origin: Origin;
  readonly clock: ClockSetting;
  readonly records: TableSet<StoredRecord>;
  readonly indexes: TableSet<string>;
  readonly topics: SortedMap<string, TopicState>;
  readonly timers: SortedMap<string, Timer>;
  readonly due: SortedMap<string, Timer>;
  readonly waits: SortedMap<string, Timer>;
  readonly counters: SortedMap<string, number>;
  readonly settings: SortedMap<string, unknown>;
  readonly random: number;
}

/**
 * A world at one moment.
 *
 * Shape: `version` is the number of commits in the world's log that led here.
 */
export interface WorldState extends Tables {
  readonly version: number;
}

/** Creates the state of a world in which nothing has happened yet. */
export function emptyState(schema: StoreSchema, origin: Origin, random: number): WorldState {
  const tables = [...schema.indexes.values()].flat().map((index) => index.table);
  return {
    schema,
    origin,
    clock: origin.clock,
    version: 0,
    records: TableSet.of(schema.collections),
    indexes: TableSet.of(tables),
    topics: emptyMap(),
    timers: emptyMap(),
    due: emptyMap(),
    waits: emptyMap(),
    counters: emptyMap(),
    settings: emptyMap(),
    random,
  };
}
