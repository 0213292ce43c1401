/**
 * Reads a state: records by id, pages in index order, topics, timers, settings. A transaction is read in the same way.
 */
import { countRange, firstPair, firstWithPrefix, forEachWhile, walk } from './persistent-map.ts';
import type { KeyRange, SortedMap } from './persistent-map.ts';
import { indexTable, endOfPrefix, placeOf, placesOfKey } from './collection.ts';
import type { Index, Collection, Setting, StoredRecord } from './collection.ts';
import type { Tables } from './state.ts';
import type { Entry, TopicHead, TopicName } from './topic.ts';
import type { Timer } from '../machine/trigger.ts';
import type { Seq } from '../time/time.ts';

export type RecordSource<R extends StoredRecord> = Collection<R> | Index<R>;

/**
 * A part of a kind or an index.
 *
 * Shape: `prefix` selects the ids or keys that start with it; `after` is the place (`placeIn`) after which to continue,
 * in the direction of iteration; `limit` counts records, absent for all; `reverse` starts at the end.
 */
export interface Scan {
  readonly prefix?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  readonly reverse?: boolean | undefined;
}

/**
 * A part of a topic: entries after `after` (`null` for the start), at most `limit`; `reverse` returns the newest first.
 */
export interface EntryRange {
  readonly after?: Seq | null | undefined;
  readonly limit?: number | undefined;
  readonly reverse?: boolean | undefined;
}

/**
 * Returns the place of a record in a kind or an index; `null` when the index excludes it. Opaque, sorts like the
 * listing.
 */
export function placeIn<R extends StoredRecord>(source: RecordSource<R>, record: R): string | null {
  if (!isIndex(source)) return record.id;
  const key = source.key(record);
  return key === null ? null : placeOf(key, record.id);
}

/** Reads one state. Cheap to create; never changes the state. */
export class View {
  protected readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  get<R extends StoredRecord>(collection: Collection<R>, id: string): R | undefined {
    return this.#records(collection).get(id);
  }

  has(collection: Collection<StoredRecord>, id: string): boolean {
    return this.#records(collection).has(id);
  }

  /** Returns a value that stays the same as long as no record of a kind changes; only for a committed state. */
  identityOf(collection: Collection<StoredRecord>): object {
    return this.#records(collection);
  }

  find<R extends StoredRecord>(index: Index<R>, key: string): R | undefined {
    const id = firstWithPrefix(this.#places(index), placesOfKey(key));
    return id === undefined ? undefined : this.get(index.collection, id);
  }

  /** Lists the records of a kind or an index in order. Takes time proportional to the page, not the table. */
  scan<R extends StoredRecord>(source: RecordSource<R>, scan: Scan = {}): readonly R[] {
    const { limit = Infinity } = scan;
    const page: R[] = [];
    if (limit <= 0) return page;
    if (!isIndex(source)) {
      forEachWhile(this.#records(source), rangeOf(scan), (record) => page.push(record) < limit);
      return page;
    }
    const records = this.#records(source.collection);
    forEachWhile(this.#places(source), rangeOf(scan), (id) => {
      const record = records.get(id);
      return record === undefined || page.push(record) < limit;
    });
    return page;
  }

  /** Counts records: in constant time for a whole kind or index, in the time of a listing for a prefix. */
  count<R extends StoredRecord>(source: RecordSource<R>, prefix = ''): number {
    const rows = isIndex(source) ? this.#places(source) : this.#records(source);
    return prefix === '' ? rows.size : countRange<string, unknown>(rows, prefix, endOfPrefix(prefix));
  }

  /** Returns the head of a topic, `undefined` for a topic that was never started. */
  topic(topic: string): TopicHead | undefined {
    return this.tables.topics.get(topic)?.head;
  }

  /** Reads entries of a topic in order; empty for a topic that was never started. */
  entries<E>(topic: TopicName<E>, range: EntryRange = {}): readonly Entry<E>[] {
    return this.readTopic(topic, range)?.entries ?? [];
  }

  /** Reads the head of a topic and entries in order; `undefined` for a topic that was never started. */
  readTopic<E>(
    topic: TopicName<E>,
    { after, limit = Infinity, reverse }: EntryRange,
  ): { readonly head: TopicHead; readonly entries: readonly Entry<E>[] } | undefined {
    const state = this.tables.topics.get(topic);
    if (state === undefined) return undefined;
    const { head } = state;
    const page: Entry<E>[] = [];
    if (limit <= 0 || (reverse !== true && (after ?? -1) >= head.nextSeq - 1)) return { head, entries: page };
    const entries = state.entries as SortedMap<number, Entry<E>>;
    for (const [, entry] of walk(entries, { after: after ?? undefined, reverse }))
      if (page.push(entry) >= limit) break;
    return { head, entries: page };
  }

  timer(key: string): Timer | undefined {
    return this.tables.timers.get(key);
  }

  /** Returns the timer that fires next. */
  firstTimer(): Timer | undefined {
    return firstPair(this.tables.due)?.[1];
  }

  /** Lists the timers that fire first, in the order in which they fire. */
  timers(limit: number): readonly Timer[] {
    const timers: Timer[] = [];
    for (const [, timer] of walk(this.tables.due)) {
      if (timers.length >= limit) break;
      timers.push(timer);
    }
    return timers;
  }

  get timerCount(): number {
    return this.tables.timers.size;
  }

  setting<T>(setting: Setting<T>): T {
    return (this.tables.settings.get(setting.name) as T | undefined) ?? setting.initial;
  }

  #records<R extends StoredRecord>(collection: Collection<R>): SortedMap<string, R> {
    const table = this.tables.records.get(collection.name);
    if (table === undefined) throw new Error(`The schema has no kind ${collection.name}.`);
    return table as SortedMap<string, R>;
  }

  #places<R extends StoredRecord>(index: Index<R>): SortedMap<string, string> {
    const table = this.tables.indexes.get(indexTable(index));
    if (table === undefined) throw new Error(`The schema has no index ${indexTable(index)}.`);
    return table;
  }
}

function isIndex<R extends StoredRecord>(source: RecordSource<R>): source is Index<R> {
  return 'key' in source;
}

function rangeOf({ prefix = '', after, reverse }: Scan): KeyRange<string> {
  return prefix === '' ? { after, reverse } : { from: prefix, to: endOfPrefix(prefix), after, reverse };
}
