/**
 * Remembers the calls of the service, newest last, a bounded number per world. Holds what the control API shows and
 * nothing of bodies or credentials.
 */
import type { EpochMs } from '../kernel/time/time.ts';

/** A place where a request or a response leaves the contract. */
export interface Violation {
  readonly in: 'request' | 'reply';
  readonly pointer: string;
  /** Present for the work of an injected fault. */
  readonly injected?: true;
  readonly message: string;
}

/** Something in a request that is allowed and may be a mistake. */
export interface Note {
  readonly in: 'request';
  readonly pointer: string;
  readonly message: string;
}

/**
 * One call.
 *
 * Shape: `id` rises by one and is the cursor; `path` is relative to the world and has no query.
 * Units: `at` is the world's time, `durationMs` milliseconds of the host's until the response was complete; for a stream that is
 * still open until its head was.
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
  /** Absent for none. */
  readonly notes?: readonly Note[];
}

/** Which calls to list; absent for no limit of that kind. */
export interface JournalQuery {
  readonly operationId?: string | undefined;
  readonly status?: number | undefined;
  /** Cursor: the id of the last call seen; one from before a restart means the start. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  /** `oldest` when absent. */
  readonly order?: 'oldest' | 'newest' | undefined;
}

/** Some calls, oldest first, and the cursor behind which later ones come; `null` before the first call. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly cursor: string | null;
}

/** A call that has no id yet. */
export type Call = Omit<JournalEntry, 'id'>;

/** Called with each call once it is complete. */
export type JournalListener = (entry: JournalEntry) => void;

/** A call whose response is still being sent. */
export interface OpenCall {
  /** Writes down how it went; only the first time counts. */
  finish(end: Pick<Call, 'durationMs' | 'violations'>): void;
}

/** Units: calls that a world remembers. */
const CAPACITY = 1_000;

/** The calls of one world. */
export class Journal {
  /** The ids follow from the count, so that writing costs next to nothing. */
  readonly #calls: Call[] = [];
  readonly #listeners = new Set<JournalListener>();
  #written = 0;

  /** Writes down a call that is complete; the oldest is forgotten when there are too many. */
  write(call: Call): void {
    this.#add(call);
    if (this.#listeners.size > 0) this.#tell({ id: String(this.#written), ...call });
  }

  /** Writes down a call whose response is a stream, and takes what is known of it at its end. */
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
        this.#tell({ id: String(number), ...finished });
      },
    };
  }

  /** Lists calls, oldest first. */
  list(query: JournalQuery = {}): readonly JournalEntry[] {
    return this.page(query).entries;
  }

  /** Lists calls, and says where to go on. */
  page(query: JournalQuery = {}): JournalPage {
    const { operationId, status, limit = Infinity } = query;
    const found = this.#entriesBehind(query)
      .filter((entry) => operationId === undefined || entry.operationId === operationId)
      .filter((entry) => status === undefined || entry.status === status);
    const entries = found.slice(0, limit);
    const next = entries.at(-1)?.id ?? null;
    if (query.order === 'newest') return { entries, cursor: found.length > limit ? next : null };
    const newest = this.#written === 0 ? null : String(this.#written);
    return { entries, cursor: found.length > limit ? (next ?? newest) : newest };
  }

  /** A cursor from before a restart means the start. */
  #entriesBehind({ after: cursor, order }: JournalQuery): readonly JournalEntry[] {
    const after = Number(cursor ?? 0);
    const isKnown = cursor !== undefined && after <= this.#written;
    if (order !== 'newest') return this.#entriesAfter(isKnown ? after : 0);
    const entries = this.#entriesAfter(0).toReversed();
    return isKnown ? entries.filter(({ id }) => Number(id) < after) : entries;
  }

  /** Forgets every call; ids go on rising. */
  clear(): void {
    this.#calls.length = 0;
  }

  /** Forgets that there ever was a call. */
  restart(): void {
    this.clear();
    this.#written = 0;
  }

  /** Reports every later call to a listener until the answer is called. */
  watch(listener: JournalListener): () => void {
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

  /** A call that has been forgotten meanwhile stays forgotten. */
  #replace(number: number, call: Call, finished: Call): void {
    const place = this.#calls.length - 1 - (this.#written - number);
    if (this.#calls[place] === call) this.#calls[place] = finished;
  }

  #entriesAfter(after: number): readonly JournalEntry[] {
    const kept = this.#calls.slice(-CAPACITY);
    const first = this.#written - kept.length + 1;
    return kept
      .map((call, place): JournalEntry => ({ id: String(first + place), ...call }))
      .slice(Math.max(0, after - first + 1));
  }

  #tell(entry: JournalEntry): void {
    for (const listener of this.#listeners) listener(entry);
  }
}
