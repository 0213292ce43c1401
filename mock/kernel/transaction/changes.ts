/**
 * The changes of one transaction, as plain JSON: everything a commit log stores. Of several writes to one place the
 * recorder keeps only the last.
 */
import type { EpochMs, ClockSetting } from '../time/time.ts';
import type { StoredRecord } from '../store/collection.ts';
import type { Entry, TopicHead } from '../store/topic.ts';
import type { Timer } from '../machine/trigger.ts';

/** A stored record. */
export interface RecordPut {
  readonly kind: string;
  readonly record: StoredRecord;
  readonly kept?: readonly string[];
}

/**
 * The net effect of one transaction: each record, timer, counter and setting occurs at most once.
 *
 * Shape: topics in `dropped` are removed before `topics` and `entries` are written, so a topic can be dropped and
 * restarted in one transaction. A setting of `null` restores its default. `random` and `clock` are `null` when
 * unchanged. `kept` are the properties that a log has left out because they are as before.
 * Units: `at` is the world's instant of the transaction.
 */
export interface ChangeSet {
  readonly at: EpochMs;
  readonly puts: readonly RecordPut[];
  readonly deletes: readonly { readonly kind: string; readonly id: string }[];
  readonly dropped: readonly string[];
  readonly topics: readonly { readonly topic: string; readonly head: TopicHead }[];
  readonly entries: readonly { readonly topic: string; readonly entry: Entry<unknown> }[];
  readonly timers: readonly Timer[];
  readonly cancelled: readonly string[];
  readonly counters: readonly (readonly [name: string, value: number])[];
  readonly settings: readonly (readonly [name: string, value: unknown])[];
  readonly random: number | null;
  readonly clock: ClockSetting | null;
}

type RecordNote = { readonly kind: string; readonly id: string; readonly record: StoredRecord | null };

export class ChangeRecorder {
  random: number | null = null;
  clock: ClockSetting | null = null;
  readonly #records = new Notes<RecordNote>();
  readonly #dropped = new Notes<true>();
  readonly #heads = new Notes<TopicHead>();
  readonly #entries = new Notes<Entry<unknown>[]>();
  readonly #timers = new Notes<Timer | null>();
  readonly #counters = new Notes<number>();
  readonly #settings = new Notes<unknown>();

  put(kind: string, record: StoredRecord): void {
    this.#records.set(`${kind} ${record.id}`, { kind, id: record.id, record });
  }

  delete(kind: string, id: string): void {
    this.#records.set(`${kind} ${id}`, { kind, id, record: null });
  }

  dropTopic(topic: string): void {
    this.#dropped.set(topic, true);
    this.#heads.delete(topic);
    this.#entries.delete(topic);
  }

  head(topic: string, head: TopicHead): void {
    this.#heads.set(topic, head);
  }

  entry(topic: string, entry: Entry<unknown>): void {
    const entries = this.#entries.get(topic);
    if (entries === undefined) this.#entries.set(topic, [entry]);
    else entries.push(entry);
  }

  timer(timer: Timer): void {
    this.#timers.set(timer.key, timer);
  }

  cancel(key: string): void {
    this.#timers.set(key, null);
  }

  counter(name: string, value: number): void {
    this.#counters.set(name, value);
  }

  setting(name: string, value: unknown): void {
    this.#settings.set(name, value);
  }

  isEmpty(): boolean {
    return (
      this.random === null &&
      this.clock === null &&
      this.#records.isEmpty &&
      this.#dropped.isEmpty &&
      this.#heads.isEmpty &&
      this.#timers.isEmpty &&
      this.#counters.isEmpty &&
      this.#settings.isEmpty
    );
  }

  changes(at: EpochMs): ChangeSet {
    return {
      at,
      puts: this.#records.list(listPut),
      deletes: this.#records.list(listDelete),
      dropped: this.#dropped.list(listKey),
      topics: this.#heads.list(listHead),
      entries: this.#entries.list(listEntries),
      timers: this.#timers.list(listTimer),
      cancelled: this.#timers.list(listCancelled),
      counters: this.#counters.list(listPair),
      settings: this.#settings.list(listPair),
      random: this.random,
      clock: this.clock,
    };
  }
}

/**
 * The last write of each key, in the order of the first writes. Created lazily, since most are empty in a transaction.
 */
class Notes<V> {
  #notes: Map<string, V> | null = null;

  get isEmpty(): boolean {
    return this.#notes === null || this.#notes.size === 0;
  }

  get(key: string): V | undefined {
    return this.#notes?.get(key);
  }

  set(key: string, value: V): void {
    this.#notes ??= new Map();
    this.#notes.set(key, value);
  }

  delete(key: string): void {
    this.#notes?.delete(key);
  }

  /** Lists the items that a function adds for each write: none, one or several. */
  list<Item>(add: (items: Item[], key: string, value: V) => void): readonly Item[] {
    if (this.#notes === null) return NONE;
    const items: Item[] = [];
    for (const [key, value] of this.#notes) add(items, key, value);
    return items.length === 0 ? NONE : items;
  }
}

const NONE: readonly never[] = Object.freeze([]);

function listPut(puts: RecordPut[], _key: string, { kind, record }: RecordNote): void {
  if (record !== null) puts.push({ kind, record });
}

function listDelete(deletes: ChangeSet['deletes'][number][], _key: string, note: RecordNote): void {
  if (note.record === null) deletes.push({ kind: note.kind, id: note.id });
}

function listKey(keys: string[], key: string): void {
  keys.push(key);
}

function listHead(heads: ChangeSet['topics'][number][], topic: string, head: TopicHead): void {
  heads.push({ topic, head });
}

function listEntries(
  list: ChangeSet['entries'][number][],
  topic: string,
  entries: readonly Entry<unknown>[],
): void {
  for (const entry of entries) list.push({ topic, entry });
}

function listTimer(timers: Timer[], _key: string, timer: Timer | null): void {
  if (timer !== null) timers.push(timer);
}

function listCancelled(keys: string[], key: string, timer: Timer | null): void {
  if (timer === null) keys.push(key);
}

function listPair<V>(pairs: (readonly [name: string, value: V])[], name: string, value: V): void {
  pairs.push([name, value]);
}
