/**
 * Records the calls of the service, newest last, up to a maximum per world. Contains what the control API shows, but
 * no bodies and no credentials.
 */
import type { Cancel, MaybePromise } from '../kernel/async.ts';
import type { ListedValue, SharedList } from '../kernel/ports.ts';
import type { EpochMs } from '../kernel/time/time.ts';

/** A place where a request or a response violates the contract. */
export interface Violation {
  readonly in: 'request' | 'reply';
  readonly pointer: string;
  /** Present for violations caused by an injected fault. */
  readonly injected?: true;
  readonly message: string;
}

/** Something in a request that is valid but may be a mistake. */
export interface Note {
  readonly in: 'request';
  readonly pointer: string;
  readonly message: string;
}

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
export type Call = Omit<JournalEntry, 'id'>;

/** Called with each call once it is complete. */
export type JournalListener = (entry: JournalEntry) => void;

/** A call whose response is still being sent. */
export interface OpenCall {
  /** Records the end of the call; only the first invocation counts. */
  finish(end: Pick<Call, 'durationMs' | 'violations'>): void;
}

/** The calls of one world. */
export interface Journal {
  /** Adds a completed call. */
  write(call: Call): MaybePromise<void>;
  /** Adds a call whose response is a stream; the returned object records the end of the stream. */
  open(call: Call): MaybePromise<OpenCall>;
  /** Lists a page of calls with the cursor for the next page. */
  page(query?: JournalQuery): MaybePromise<JournalPage>;
  /** Removes all calls; ids keep increasing. */
  clear(): MaybePromise<void>;
  /** Removes all calls and restarts the ids. */
  restart(): MaybePromise<void>;
  /** Reports every later call to a listener until the returned function is called. */
  watch(listener: JournalListener): Cancel;
}

/** The maximum number of calls that the journal of a world keeps. */
const CAPACITY = 1_000;

/** The calls of one world in this process; drops the oldest call when it is full. */
export class MemoryJournal implements Journal {
  /** The calls without their ids, which are computed from the count, so that writing is cheap. */
  readonly #calls: Call[] = [];
  readonly #listeners = new Set<JournalListener>();
  #written = 0;

  write(call: Call): void {
    this.#add(call);
    if (this.#listeners.size > 0) this.#notify({ id: String(this.#written), ...call });
  }

  open(call: Call): OpenCall {
    this.#add(call);
    const number = this.#written;
    let current: Call | null = call;
    return {
      finish: (end) => {
        if (current === null) return;
        const finished = { ...current, ...end };
        this.#replace(number, current, finished);
        current = null;
        this.#notify({ id: String(number), ...finished });
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

  clear(): void {
    this.#calls.length = 0;
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

  #add(call: Call): void {
    this.#calls.push(call);
    this.#written++;
    if (this.#calls.length > 2 * CAPACITY) this.#calls.splice(0, CAPACITY);
  }

  /** Replaces a call with its finished version, unless it has been dropped in the meantime. */
  #replace(number: number, call: Call, finished: Call): void {
    const place = this.#calls.length - 1 - (this.#written - number);
    if (this.#calls[place] === call) this.#calls[place] = finished;
  }

  #entries(): readonly JournalEntry[] {
    const kept = this.#calls.slice(-CAPACITY);
    const first = this.#written - kept.length + 1;
    return kept.map((call, place) => ({ id: String(first + place), ...call }));
  }

  #notify(entry: JournalEntry): void {
    for (const listener of this.#listeners) listener(entry);
  }
}

/**
 * The calls of one world in a list that several processes share. Listeners are also notified of calls of the other
 * processes.
 */
export class SharedJournal implements Journal {
  readonly #list: SharedList;
  readonly #world: string;

  constructor(list: SharedList, world: string) {
    this.#list = list;
    this.#world = world;
  }

  async write(call: Call): Promise<void> {
    await this.#list.add(this.#world, call);
  }

  async open(call: Call): Promise<OpenCall> {
    const number = await this.#list.add(this.#world, { ...call, isOpen: true });
    let isOpen = true;
    return {
      finish: (end) => {
        if (isOpen) void this.#list.replace(this.#world, number, { ...call, ...end });
        isOpen = false;
      },
    };
  }

  async page(query: JournalQuery = {}): Promise<JournalPage> {
    const { added, values } = await this.#list.read(this.#world);
    return pageOf(values.map(entryOf), added, query);
  }

  clear(): Promise<void> {
    return this.#list.clear(this.#world, false);
  }

  restart(): Promise<void> {
    return this.#list.clear(this.#world, true);
  }

  watch(listener: JournalListener): Cancel {
    return this.#list.watch(this.#world, (value) => {
      if (!isOpen(value)) listener(entryOf(value));
    });
  }
}

function isOpen({ value }: ListedValue): boolean {
  return (value as { readonly isOpen?: boolean }).isOpen === true;
}

function entryOf({ number, value }: ListedValue): JournalEntry {
  const { isOpen: _, ...call } = value as Call & { readonly isOpen?: boolean };
  return { id: String(number), ...call };
}

/** Selects a page of entries, which are listed oldest first. */
function pageOf(entries: readonly JournalEntry[], written: number, query: JournalQuery): JournalPage {
  const { operationId, status, limit = Infinity } = query;
  const found = entriesBehind(entries, written, query)
    .filter((entry) => operationId === undefined || entry.operationId === operationId)
    .filter((entry) => status === undefined || entry.status === status);
  const page = found.slice(0, limit);
  const next = page.at(-1)?.id ?? null;
  if (query.order === 'newest') return { entries: page, cursor: found.length > limit ? next : null };
  const newest = written === 0 ? null : String(written);
  return { entries: page, cursor: found.length > limit ? (next ?? newest) : newest };
}

/** Returns the entries after a cursor; one from before a restart means the start. */
function entriesBehind(
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
