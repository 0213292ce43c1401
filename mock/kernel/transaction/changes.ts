/**
 * The changes of one transaction, as plain JSON: everything a commit log stores. Of several writes to one place the
 * recorder keeps only the last.
 */
import type { EpochMs, ClockSetting } from '../time/time.ts';
import type { StoredRecord } from '../store/schema.ts';
import type { Entry, TopicHead } from '../store/state.ts';
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
      puts: this.#records.list((_, { kind, record }, add) => record !== null && add({ kind, record })),
      deletes: this.#records.list((_, { kind, id, record }, add) => record === null && add({ kind, id })),
      dropped: this.#dropped.list((topic, _, add) => add(topic)),
      topics: this.#heads.list((topic, head, add) => add({ topic, head })),
      entries: this.#entries.list((topic, entries, add) => {
        for (const entry of entries) add({ topic, entry });
      }),
      timers: this.#timers.list((_, timer, add) => timer !== null && add(timer)),
      cancelled: this.#timers.list((key, timer, add) => timer === null && add(key)),
      counters: this.#counters.list((name, value, add) => add([name, value])),
      settings: this.#settings.list((name, value, add) => add([name, value])),
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
  list<Item>(make: (key: string, value: V, add: (item: Item) => unknown) => unknown): readonly Item[] {
    if (this.#notes === null) return NONE;
    const items: Item[] = [];
    const add = items.push.bind(items);
    for (const [key, value] of this.#notes) make(key, value, add);
    return items;
  }
}

const NONE: readonly never[] = Object.freeze([]);
