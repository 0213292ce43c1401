/**
 * The only code that creates one state from another. A transaction and the replay of a commit both use
 * it, which is why they cannot produce different states.
 */
import { edit, emptyMap, walk } from './persistent-map.ts';
import type { SortedMap, SortedMapEdit, SortKey, TableSet } from './persistent-map.ts';
import { placeOf, sortableNumber, type StoredRecord } from './collection.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import type { StoreSchema } from './schema.ts';
import type { Origin, Tables, WorldState } from './state.ts';
import type { Entry, TopicHead, TopicState } from './topic.ts';
import type { Timer } from '../machine/trigger.ts';
import type { ClockSetting } from '../time/time.ts';

/** A mutable copy of a state. Tables are copied when they are first written to. */
export class StateBuilder implements Tables {
  readonly schema: StoreSchema;
  readonly origin: Origin;
  clock: ClockSetting;
  records: TableSet<StoredRecord>;
  indexes: TableSet<string>;
  topics: SortedMap<string, TopicState>;
  timers: SortedMap<string, Timer>;
  due: SortedMap<string, Timer>;
  waits: SortedMap<string, Timer>;
  counters: SortedMap<string, number>;
  settings: SortedMap<string, unknown>;
  random: number;
  readonly base: Tables | null;
  readonly #opened = new Set<unknown>();

  constructor(state: Tables) {
    this.schema = state.schema;
    this.origin = state.origin;
    this.clock = state.clock;
    this.records = state.records;
    this.indexes = state.indexes;
    this.topics = state.topics;
    this.timers = state.timers;
    this.due = state.due;
    this.waits = state.waits;
    this.counters = state.counters;
    this.settings = state.settings;
    this.random = state.random;
    this.base = state.base;
  }

  /** Stores a record and updates the indexes of its kind. */
  putRecord(kind: string, record: StoredRecord): void {
    const table = this.#table(kind);
    this.#reindex(kind, table.get(record.id), record);
    table.set(record.id, record);
  }

  /** Deletes a record if it exists. */
  deleteRecord(kind: string, id: string): void {
    const table = this.#table(kind);
    this.#reindex(kind, table.get(id), undefined);
    table.delete(id);
  }

  dropTopic(topic: string): void {
    this.topics = this.#open(this.topics);
    this.#open(this.topics).delete(topic);
  }

  /** Sets the head of a topic, creates the topic if necessary, and drops the entries before its first one. */
  putHead(topic: string, head: TopicHead): void {
    const before = this.topics.get(topic);
    const entries = before?.entries ?? emptyMap<number, Entry<unknown>>();
    const trimmed =
      before !== undefined && before.head.firstSeq < head.firstSeq
        ? this.#trim(entries, head.firstSeq)
        : entries;
    this.#setTopic(topic, { head, entries: trimmed });
  }

  putEntry(topic: string, entry: Entry<unknown>): void {
    const state = this.topics.get(topic);
    if (state === undefined) throw new Error(`Topic ${topic} has no head.`);
    if (entry.seq < state.head.firstSeq) return;
    const entries = this.#open(state.entries);
    entries.set(entry.seq, entry);
    this.#setTopic(topic, { head: state.head, entries });
  }

  /** Adds an entry to a topic whose new head counts it. */
  appendEntry(topic: string, head: TopicHead, entry: Entry<unknown>): void {
    const entries = this.#open(this.topics.get(topic)?.entries ?? emptyMap<number, Entry<unknown>>());
    entries.set(entry.seq, entry);
    this.#setTopic(topic, { head, entries });
  }

  putTimer(timer: Timer): void {
    this.deleteTimer(timer.key);
    this.timers = set(this.#open(this.timers), timer.key, timer);
    this.due = set(this.#open(this.due), placeOf(sortableNumber(timer.due), timer.key), timer);
    if (timer.wait) this.waits = set(this.#open(this.waits), timer.key, timer);
  }

  /** Deletes a timer if it exists. */
  deleteTimer(key: string): void {
    const timer = this.timers.get(key);
    if (timer === undefined) return;
    this.timers = remove(this.#open(this.timers), key);
    this.due = remove(this.#open(this.due), placeOf(sortableNumber(timer.due), key));
    if (timer.wait) this.waits = remove(this.#open(this.waits), key);
  }

  setCounter(name: string, value: number): void {
    this.counters = set(this.#open(this.counters), name, value);
  }

  /** Sets a setting; `null` restores its default. */
  putSetting(name: string, value: unknown): void {
    const settings = this.#open(this.settings);
    this.settings = value === null ? remove(settings, name) : set(settings, name, value);
  }

  /** Finishes the edit; the builder must not be used again. */
  finish(version: number): WorldState {
    const {
      schema,
      origin,
      clock,
      records,
      indexes,
      topics,
      timers,
      due,
      waits,
      counters,
      settings,
      random,
      base,
    } = this;
    return {
      schema,
      origin,
      clock,
      version,
      records,
      indexes,
      topics,
      timers,
      due,
      waits,
      counters,
      settings,
      random,
      base,
    };
  }

  #table(kind: string): SortedMapEdit<string, StoredRecord> {
    const table = this.records.get(kind);
    if (table === undefined) throw new Error(`The schema has no kind ${kind}.`);
    if (this.#opened.has(table)) return this.#open(table);
    const opened = this.#open(table);
    this.records = this.records.with(kind, opened);
    return opened;
  }

  #reindex(kind: string, before: StoredRecord | undefined, now: StoredRecord | undefined): void {
    for (const index of this.schema.indexes.get(kind) ?? []) {
      const oldKey = before === undefined ? null : index.key(before);
      const newKey = now === undefined ? null : index.key(now);
      if (oldKey === newKey) continue;
      const rows = this.#index(index.table);
      if (before !== undefined && oldKey !== null) rows.delete(placeOf(oldKey, before.id));
      if (now !== undefined && newKey !== null) rows.set(placeOf(newKey, now.id), now.id);
    }
  }

  #index(table: string): SortedMapEdit<string, string> {
    const rows = this.indexes.get(table) ?? emptyMap<string, string>();
    if (this.#opened.has(rows)) return this.#open(rows);
    const opened = this.#open(rows);
    this.indexes = this.indexes.with(table, opened);
    return opened;
  }

  #setTopic(topic: string, state: TopicState): void {
    this.topics = set(this.#open(this.topics), topic, state);
  }

  #trim(entries: TopicState['entries'], firstSeq: number): TopicState['entries'] {
    const rest = this.#open(entries);
    for (const [key] of [...walk(entries, { to: firstSeq })]) rest.delete(key);
    return rest;
  }

  /** Returns the mutable copy of a map for this edit, created on first use. */
  #open<K extends SortKey, V>(map: SortedMap<K, V>): SortedMapEdit<K, V> {
    if (this.#opened.has(map)) return map as SortedMapEdit<K, V>;
    const opened = edit(map);
    this.#opened.add(opened);
    return opened;
  }
}

/** Returns the state after a transaction's changes. Pure; the old state stays valid. */
export function applyChanges(state: WorldState, changes: ChangeSet): WorldState {
  const next = new StateBuilder(state);
  for (const { kind, record } of changes.puts) next.putRecord(kind, record);
  for (const { kind, id } of changes.deletes) next.deleteRecord(kind, id);
  for (const topic of changes.dropped) next.dropTopic(topic);
  for (const { topic, head } of changes.topics) next.putHead(topic, head);
  for (const { topic, entry } of changes.entries) next.putEntry(topic, entry);
  for (const key of changes.cancelled) next.deleteTimer(key);
  for (const timer of changes.timers) next.putTimer(timer);
  for (const [name, value] of changes.counters) next.setCounter(name, value);
  for (const [name, value] of changes.settings) next.putSetting(name, value);
  if (changes.random !== null) next.random = changes.random;
  if (changes.clock !== null) next.clock = changes.clock;
  return next.finish(state.version + 1);
}

function set<K extends SortKey, V>(map: SortedMapEdit<K, V>, key: K, value: V): SortedMap<K, V> {
  map.set(key, value);
  return map;
}

function remove<K extends SortKey, V>(map: SortedMapEdit<K, V>, key: K): SortedMap<K, V> {
  map.delete(key);
  return map;
}
