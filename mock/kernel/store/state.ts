/**
 * A world's state: one immutable value. A reference to it is a snapshot.
 * Changed only by `StateBuilder` (`state-builder.ts`), read through `View` (`view.ts`); topics are read by
 * `log/log.ts`.
 */
import { emptyMap, TableSet } from './persistent-map.ts';
import type { SortedMap } from './persistent-map.ts';
import type { DurationMs, EpochMs, ClockSetting, Seq } from '../time/time.ts';
import type { StoreSchema, StoredRecord } from './schema.ts';
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

declare const carries: unique symbol;

/** The name of a topic, with the type of its events. */
export type TopicName<E> = string & { readonly [carries]: E };

/** The status of a topic: `paused` may be reopened (as a new segment), `ended` may not. */
export type TopicStatus = 'open' | 'paused' | 'ended';

/**
 * One event in its topic.
 *
 * Shape: `seq` counts from 0 without gaps; `segment` counts the stretches between pauses from 0.
 * Units: `at` is the world's instant of the transaction that wrote it.
 */
export interface Entry<E> {
  readonly seq: Seq;
  readonly segment: number;
  readonly at: EpochMs;
  readonly event: E;
}

/**
 * The head of a topic.
 *
 * Shape: `nextSeq` is that of the next entry; `firstSeq` is that of the oldest stored one (above 0 after old entries
 * were trimmed; equal to `nextSeq` when none is stored); `starts` has the first seq of each segment.
 */
export interface TopicHead {
  readonly status: TopicStatus;
  readonly firstSeq: Seq;
  readonly nextSeq: Seq;
  readonly starts: readonly Seq[];
}

export interface TopicState {
  readonly head: TopicHead;
  readonly entries: SortedMap<number, Entry<unknown>>;
}

export function topicName<E>(text: string): TopicName<E> {
  return text as TopicName<E>;
}

/** The head of a topic without entries. */
export const newTopic: TopicHead = {
  status: 'open',
  firstSeq: 0 as Seq,
  nextSeq: 0 as Seq,
  starts: [0 as Seq],
};
