/**
 * Records the calls of the service, newest last, up to a maximum per world. Contains what the control API shows, but
 * no bodies and no credentials.
 */
import type { Cancel, MaybePromise } from '../../kernel/async.ts';
import type { CallDetail, RecordedTrace } from './call-trace.ts';
import type { Note, Violation } from './notes.ts';
import type { EpochMs } from '../../kernel/time/time.ts';

/**
 * One call.
 *
 * Shape: `id` increases by one and is the cursor; `path` is relative to the world and has no query.
 * Units: `at` is the world's time; `durationMs` is milliseconds of host time until the response was complete, or until
 * its head was sent for a stream that is still open.
 */
export interface JournalEntry {
  readonly id: string;
  readonly at: EpochMs;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly violations: readonly Violation[];
  /** Absent when there are no notes. */
  readonly notes?: readonly Note[];
}

/** A call with the explanation of its response; `null` when it is no longer stored. */
export interface ExplainedCall {
  readonly entry: JournalEntry;
  readonly detail: CallDetail | null;
}

/** A filter for calls; an absent property does not filter. */
export interface JournalQuery {
  readonly operationId?: string | undefined;
  readonly status?: number | undefined;
  /** Cursor: the id of the last call seen; a cursor from before a restart means the start. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  /** `oldest` when absent. */
  readonly order?: 'oldest' | 'newest' | undefined;
}

/** A page of calls, oldest first, and the cursor for the next page; `null` before the first call. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly cursor: string | null;
}

/** A call without an id. */
export type CallRecord = Omit<JournalEntry, 'id'>;

/** Called with each call once it is complete. */
export type JournalListener = (entry: JournalEntry) => void;

/** A call whose response is still being sent. */
export interface OpenCall {
  /** Records the end of the call; only the first invocation counts. */
  finish(end: Pick<CallRecord, 'durationMs' | 'violations'>): void;
}

/** The calls of one world. */
export interface Journal {
  /** Adds a completed call. */
  write(call: CallRecord, trace: RecordedTrace): MaybePromise<void>;
  /** Adds a call whose response is a stream; the returned object records the end of the stream. */
  open(call: CallRecord, trace: RecordedTrace): MaybePromise<OpenCall>;
  /** Lists a page of calls with the cursor for the next page. */
  page(query?: JournalQuery): MaybePromise<JournalPage>;
  /** Returns one call with its explanation. */
  find(id: string): MaybePromise<ExplainedCall | undefined>;
  /** Removes all calls; ids keep increasing. */
  clear(): MaybePromise<void>;
  /** Removes all calls and restarts the ids. */
  restart(): MaybePromise<void>;
  /** Reports every later call to a listener until the returned function is called. */
  watch(listener: JournalListener): Cancel;
}

/** The maximum number of calls that the journal of a world keeps. */
const CAPACITY = 1_000;

/** The number of calls whose explanation is kept, since it refers to bodies. */
const EXPLAINED = 200;

/** Writes the explanation of a response. */
export type Explain = (trace: RecordedTrace) => CallDetail;

/** The calls of one world in this process; drops the oldest call when it is full. */
export class MemoryJournal implements Journal {
  readonly #explain: Explain;
  /** The newest traces; the index of a trace is the number of its call modulo the length. */
  readonly #traces: (RecordedTrace | undefined)[] = [];
  /** The calls without their ids, which are computed from the count, so that writing is cheap. */
  readonly #calls: CallRecord[] = [];
  readonly #listeners = new Set<JournalListener>();
  #written = 0;

  constructor(explain: Explain) {
    this.#explain = explain;
  }

  write(call: CallRecord, trace: RecordedTrace): void {
    this.#add(call, trace);
    if (this.#listeners.size > 0) this.#notify(entryOf(this.#written, call));
  }

  open(call: CallRecord, trace: RecordedTrace): OpenCall {
    this.#add(call, trace);
    const number = this.#written;
    let current: CallRecord | null = call;
    return {
      finish: (end) => {
        if (current === null) return;
        const finished = { ...current, ...end };
        this.#replace(number, current, finished);
        current = null;
        this.#notify(entryOf(number, finished));
      },
    };
  }

  /** Lists calls, oldest first. */
  list(query: JournalQuery = {}): readonly JournalEntry[] {
    return this.page(query).entries;
  }

  page(query: JournalQuery = {}): JournalPage {
    return pageOf(this.#entries(), this.#written, query);
  }

  find(id: string): ExplainedCall | undefined {
    const number = Number(id);
    const age = this.#written - number;
    const call = age < CAPACITY ? this.#calls[this.#calls.length - 1 - age] : undefined;
    if (call === undefined) return undefined;
    const trace = age < EXPLAINED ? this.#traces[number % EXPLAINED] : undefined;
    return { entry: entryOf(number, call), detail: trace === undefined ? null : this.#explain(trace) };
  }

  clear(): void {
    this.#calls.length = 0;
    this.#traces.length = 0;
  }

  restart(): void {
    this.clear();
    this.#written = 0;
  }

  watch(listener: JournalListener): Cancel {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #add(call: CallRecord, trace: RecordedTrace): void {
    this.#calls.push(call);
    this.#written++;
    this.#traces[this.#written % EXPLAINED] = trace;
    if (this.#calls.length > 2 * CAPACITY) this.#calls.splice(0, CAPACITY);
  }

  /** Replaces a call with its finished version, unless it has been dropped in the meantime. */
  #replace(number: number, call: CallRecord, finished: CallRecord): void {
    const place = this.#calls.length - 1 - (this.#written - number);
    if (this.#calls[place] === call) this.#calls[place] = finished;
  }

  #entries(): readonly JournalEntry[] {
    const kept = this.#calls.slice(-CAPACITY);
    const first = this.#written - kept.length + 1;
    return kept.map((call, place) => entryOf(first + place, call));
  }

  #notify(entry: JournalEntry): void {
    for (const listener of this.#listeners) listener(entry);
  }
}

export function entryOf(number: number, call: CallRecord): JournalEntry {
  return { id: String(number), ...call };
}

/** Selects a page of entries, which are listed oldest first. */
export function pageOf(entries: readonly JournalEntry[], written: number, query: JournalQuery): JournalPage {
  const { operationId, status, limit = Infinity } = query;
  const matches = entriesAfter(entries, written, query)
    .filter((entry) => operationId === undefined || entry.operationId === operationId)
    .filter((entry) => status === undefined || entry.status === status);
  const page = matches.slice(0, limit);
  const next = page.at(-1)?.id ?? null;
  if (query.order === 'newest') return { entries: page, cursor: matches.length > limit ? next : null };
  const newest = written === 0 ? null : String(written);
  return { entries: page, cursor: matches.length > limit ? (next ?? newest) : newest };
}

/** Returns the entries after a cursor; one from before a restart means the start. */
function entriesAfter(
  entries: readonly JournalEntry[],
  written: number,
  { after: cursor, order }: JournalQuery,
): readonly JournalEntry[] {
  const after = Number(cursor ?? 0);
  const isKnown = cursor !== undefined && after <= written;
  if (order !== 'newest') return isKnown ? entries.filter(({ id }) => Number(id) > after) : entries;
  const reversed = entries.toReversed();
  return isKnown ? reversed.filter(({ id }) => Number(id) < after) : reversed;
}
