/**
 * Notes what a transaction writes and keeps only the last of several writes to one place.
 */
import type { ChangeSet } from './changes.ts';
import type { StoredRecord } from './layout.ts';
import type { Timer } from './timer.ts';
import type { Entry, TopicHead } from './topic.ts';
import type { EpochMs } from './units.ts';
import type { ClockSetting } from './world-time.ts';

type RecordNote = { readonly kind: string; readonly id: string; readonly record: StoredRecord | null };

/** Is the list of what a draft has written. */
export class ChangeNotes {
  random: number | null = null;
  clock: ClockSetting | null = null;
  readonly #records = new Map<string, RecordNote>();
  readonly #dropped = new Set<string>();
  readonly #heads = new Map<string, TopicHead>();
  readonly #entries = new Map<string, Entry<unknown>[]>();
  readonly #timers = new Map<string, Timer | null>();
  readonly #counters = new Map<string, number>();
  readonly #settings = new Map<string, unknown>();

  put(kind: string, record: StoredRecord): void {
    this.#records.set(`${kind} ${record.id}`, { kind, id: record.id, record });
  }

  delete(kind: string, id: string): void {
    this.#records.set(`${kind} ${id}`, { kind, id, record: null });
  }

  dropTopic(topic: string): void {
    this.#dropped.add(topic);
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
    const noted = [this.#records, this.#dropped, this.#heads, this.#timers, this.#counters, this.#settings];
    return this.random === null && this.clock === null && noted.every((notes) => notes.size === 0);
  }

  changes(at: EpochMs): ChangeSet {
    const records = [...this.#records.values()];
    const timers = [...this.#timers];
    return {
      at,
      puts: records.flatMap(({ kind, record }) => (record === null ? [] : [{ kind, record }])),
      deletes: records.flatMap(({ kind, id, record }) => (record === null ? [{ kind, id }] : [])),
      dropped: [...this.#dropped],
      topics: [...this.#heads].map(([topic, head]) => ({ topic, head })),
      entries: [...this.#entries].flatMap(([topic, entries]) => entries.map((entry) => ({ topic, entry }))),
      timers: timers.flatMap(([, timer]) => (timer === null ? [] : [timer])),
      cancelled: timers.flatMap(([key, timer]) => (timer === null ? [key] : [])),
      counters: [...this.#counters],
      settings: [...this.#settings],
      random: this.random,
      clock: this.clock,
    };
  }
}
