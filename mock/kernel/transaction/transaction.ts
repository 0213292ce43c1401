/**
 * A transaction: reads see its own writes, and every write is recorded, so that the transaction is both a new state and
 * a set of changes. Belongs to one command; nothing else sees it before it is committed.
 */
import { View } from '../store/view.ts';
import { ChangeRecorder, type ChangeSet } from './changes.ts';
import type { Collection, Setting, StoredRecord } from '../store/collection.ts';
import type { IdRequest, IdSource, Random } from '../ports.ts';
import { StateBuilder } from '../store/state-builder.ts';
import type { WorldState } from '../store/state.ts';
import type { Timer, TimerStart } from '../machine/trigger.ts';
import { newTopic, type Entry, type TopicHead, type TopicName } from '../store/topic.ts';
import { segmentOf } from '../log/log.ts';
import type { Result } from './result.ts';
import { after, seq, type EpochMs, type Seq, type ClockSetting } from '../time/time.ts';

/**
 * A change of a world, as a pure function: it may run several times, and only the last run counts.
 * After an error or an exception nothing is changed.
 */
export type Command<T, E> = (tx: Transaction, at: EpochMs) => Result<T, E>;

/** The ports of a transaction: pure sources of ids and random numbers. */
export interface TransactionPorts {
  readonly ids: IdSource;
  readonly random: Random;
}

/** Streams are numbered from 0 to below this, a power of two, so that each starts at a different state. */
const streamCount = 2 ** 20;

export class Transaction extends View {
  readonly #edit: StateBuilder;
  readonly #version: number;
  readonly #notes = new ChangeRecorder();
  readonly #ports: TransactionPorts;
  #at: EpochMs;

  constructor(state: WorldState, at: EpochMs, ports: TransactionPorts) {
    const edit = new StateBuilder(state);
    super(edit);
    this.#at = at;
    this.#edit = edit;
    this.#version = state.version;
    this.#ports = ports;
  }

  /** The world's instant at which the transaction happens. */
  get at(): EpochMs {
    return this.#at;
  }

  /** Does work as if it happened at another instant: for fixtures, which create past records. */
  during(at: EpochMs, work: () => void): void {
    const now = this.#at;
    this.#at = at;
    try {
      work();
    } finally {
      this.#at = now;
    }
  }

  get clock(): ClockSetting {
    return this.#edit.clock;
  }

  get seed(): number {
    return this.#edit.origin.seed;
  }

  /** Stores a record, replaces the one with the same id, and returns it. */
  put<R extends StoredRecord>(collection: Collection<R>, record: R): R {
    this.#edit.putRecord(collection.name, record);
    this.#notes.put(collection.name, record);
    return record;
  }

  /** Deletes a record; returns whether it existed. */
  delete(collection: Collection<StoredRecord>, id: string): boolean {
    if (!this.has(collection, id)) return false;
    this.#edit.deleteRecord(collection.name, id);
    this.#notes.delete(collection.name, id);
    return true;
  }

  /**
   * Opens a topic, or reopens it after a pause; returns the segment of the next entry.
   *
   * Errors: throws when the topic has ended.
   */
  open(topic: string): number {
    const head = this.topic(topic);
    const opened = openHead(topic, head);
    return opened === head ? segmentOf(opened) : this.#putHead(topic, opened);
  }

  /** Adds an event to a topic, and opens the topic if necessary. */
  append<E>(topic: TopicName<E>, event: E): Entry<E> {
    const open = openHead(topic, this.topic(topic));
    const entry: Entry<E> = { seq: open.nextSeq, segment: segmentOf(open), at: this.at, event };
    const head = { ...open, nextSeq: seq(open.nextSeq + 1) };
    this.#edit.appendEntry(topic, head, entry);
    this.#notes.head(topic, head);
    this.#notes.entry(topic, entry);
    return entry;
  }

  /** Pauses or ends a topic; an ended topic stays ended. */
  close(topic: string, status: 'paused' | 'ended'): void {
    const head = this.topic(topic) ?? newTopic;
    if (head.status !== 'ended') this.#putHead(topic, { ...head, status });
  }

  /** Drops the entries of a topic before a position. */
  trim(topic: string, before: Seq): void {
    const head = this.topic(topic);
    if (head === undefined || before <= head.firstSeq) return;
    this.#putHead(topic, { ...head, firstSeq: seq(Math.min(before, head.nextSeq)) });
  }

  /** Removes a topic; its readers end. */
  dropTopic(topic: string): void {
    if (this.topic(topic) === undefined) return;
    this.#edit.dropTopic(topic);
    this.#notes.dropTopic(topic);
  }

  startTimer(start: TimerStart): Timer {
    const { key, target, trigger, payload = null, wait = false } = start;
    const due = start.due ?? after(this.at, start.after);
    const timer: Timer = { key, due, target, trigger, payload, wait };
    this.#edit.putTimer(timer);
    this.#notes.timer(timer);
    return timer;
  }

  /** Cancels a timer; returns whether it was running. */
  cancelTimer(key: string): boolean {
    if (this.timer(key) === undefined) return false;
    this.#edit.deleteTimer(key);
    this.#notes.cancel(key);
    return true;
  }

  /** Creates an id such as `agent_…`: deterministic by seed, sortable by creation, unique in a world. */
  nextId(prefix: string): string {
    return this.#ports.ids.token(this.#request(prefix));
  }

  /** Creates an id such as `pev_…` whose second part is a TypeID. */
  nextTypeId(prefix: string): string {
    return this.#ports.ids.typeId(this.#request(prefix));
  }

  /** Returns the next number of a counter of the world, starting at 0. */
  nextNumber(counter: string): number {
    const count = this.#edit.counters.get(counter) ?? 0;
    this.#edit.setCounter(counter, count + 1);
    this.#notes.counter(counter, count + 1);
    return count;
  }

  /** Returns a number from 0 to below 1, deterministic by seed. */
  random(): number {
    const { value, state } = this.#ports.random.next(this.#edit.random);
    this.#edit.random = state;
    this.#notes.random = state;
    return value;
  }

  /**
   * Returns a source of number streams for a fixture: a stream returns numbers from 0 to below 1 that depend on the
   * world's seed and the number of the stream, and does not advance `random`.
   */
  streams(): (stream: number) => () => number {
    const { random } = this.#ports;
    const { seed } = this;
    return (stream) => {
      let state = random.start(seed + (stream + 1) / streamCount);
      return () => {
        const next = random.next(state);
        ({ state } = next);
        return next.value;
      };
    };
  }

  set<T>(setting: Setting<T>, value: T): void {
    this.#putSetting(setting.name, value);
  }

  unset(setting: Setting<unknown>): void {
    this.#putSetting(setting.name, null);
  }

  setClock(clock: ClockSetting): void {
    this.#edit.clock = clock;
    this.#notes.clock = clock;
  }

  /** Returns the writes so far. */
  changes(): ChangeSet {
    return this.#notes.changes(this.at);
  }

  /** Returns whether nothing was written. */
  isUntouched(): boolean {
    return this.#notes.isEmpty();
  }

  /** Returns the state after the writes; the transaction must not be used afterwards. */
  finish(): WorldState {
    return this.#edit.finish(this.#version + 1);
  }

  #putHead(topic: string, head: TopicHead): number {
    this.#edit.putHead(topic, head);
    this.#notes.head(topic, head);
    return segmentOf(head);
  }

  #putSetting(name: string, value: unknown): void {
    this.#edit.putSetting(name, value);
    this.#notes.setting(name, value);
  }

  #request(prefix: string): IdRequest {
    return { prefix, seed: this.seed, count: this.nextNumber(`id:${prefix}`), at: this.at };
  }
}

/** Returns the head of a topic that is open. Errors: throws when the topic has ended. */
function openHead(topic: string, head: TopicHead | undefined): TopicHead {
  if (head === undefined) return newTopic;
  if (head.status === 'ended') throw new Error(`Topic ${topic} has ended and can't be opened again.`);
  if (head.status === 'open') return head;
  return { ...head, status: 'open', starts: [...head.starts, head.nextSeq] };
}
