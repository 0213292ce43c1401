/**
 * A world's state: one immutable value. A reference to it is a snapshot.
 * Changed only by `StateBuilder` (`state-builder.ts`), read through `View` (`view.ts`); topics are read by
 * `log/log.ts`.
 */
import { emptyMap, TableSet, type SortedMap } from './persistent-map.ts';
import type { DurationMs, EpochMs, ClockSetting } from '../time/time.ts';
import type { StoreSchema } from './schema.ts';
import type { StoredRecord } from './collection.ts';
import type { TopicState } from './topic.ts';
import type { Timer } from '../machine/trigger.ts';

/**
 * The settings that a world keeps through a reset, in addition to its records.
 *
 * Shape: `pace` and `scenario` are the defaults of runs. `expiresAfter` is real time without a request.
 */
export interface OriginSettings {
  readonly pace?: string | undefined;
  readonly scenario?: string | undefined;
  readonly expiresAfter?: DurationMs | undefined;
}

/**
 * The origin of a world: everything needed to create it again.
 *
 * Shape: `clock` is the clock setting at `createdAt`; `settings` is absent when there are none.
 */
export interface Origin {
  readonly seed: number;
  readonly fixture: string;
  readonly createdAt: EpochMs;
  readonly clock: ClockSetting;
  readonly settings?: OriginSettings | undefined;
}

/**
 * All data for reading a world.
 *
 * Shape: `records` has a table for each kind of the schema, by id; `indexes` one for each index, from place to id;
 * `due` has the timers in firing order, `waits` those that are marked `wait`, by key. `base` is what the fixture of the
 * origin created, from which the tables have developed; `null` for tables that were not created by a fixture.
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
  readonly base: Tables | null;
}

/**
 * A world at one point in time.
 *
 * Shape: `version` is the number of commits in the world's log up to this state.
 */
export interface WorldState extends Tables {
  readonly version: number;
}

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
    base: null,
  };
}
