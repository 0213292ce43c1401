/**
 * Remembers the calls of the service, newest last, a bounded number per world. Holds what the control API shows and
 * nothing of bodies or credentials.
 */
import type { EpochMs } from '../kernel/units.ts';

/** A place where a request or a reply leaves the contract. */
export interface Violation {
  readonly in: 'request' | 'reply';
  readonly pointer: string;
  readonly message: string;
}

/**
 * One call.
 *
 * Shape: `id` rises by one and is the cursor; `path` is relative to the world and has no query.
 * Units: `at` is the world's time, `durationMs` milliseconds of the host's until the reply's head was ready.
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
}

/** Which calls to list; absent for no limit of that kind. */
export interface JournalQuery {
  readonly operationId?: string | undefined;
  readonly status?: number | undefined;
  /** Cursor: the id of the last call seen. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** A call that has no id yet. */
export type Call = Omit<JournalEntry, 'id'>;

/** Is called with each call as it is written down. */
export type JournalListener = (entry: JournalEntry) => void;

/** Units: calls that a world remembers. */
const CAPACITY = 1_000;

/** The calls of one world. */
export class Journal {
  /** The ids follow from the count, so that writing costs next to nothing. */
  readonly #calls: Call[] = [];
  readonly #listeners = new Set<JournalListener>();
  #written = 0;

  /** Writes a call down; the oldest is forgotten when there are too many. */
  write(call: Call): void {
    this.#calls.push(call);
    this.#written++;
    if (this.#calls.length > 2 * CAPACITY) this.#calls.splice(0, CAPACITY);
    if (this.#listeners.size > 0) this.#tell({ id: String(this.#written), ...call });
  }

  /** Lists calls, oldest first. */
  list(query: JournalQuery = {}): readonly JournalEntry[] {
    const after = Number(query.after ?? 0);
    const kept = this.#calls.slice(-CAPACITY);
    const first = this.#written - kept.length + 1;
    const found = kept
      .map((call, position): JournalEntry => ({ id: String(first + position), ...call }))
      .filter(({ id }) => Number(id) > after)
      .filter(({ operationId }) => query.operationId === undefined || operationId === query.operationId)
      .filter(({ status }) => query.status === undefined || status === query.status);
    return query.limit === undefined ? found : found.slice(0, query.limit);
  }

  /** Forgets every call; ids go on rising. */
  clear(): void {
    this.#calls.length = 0;
  }

  /** Tells every later call to a listener until the answer is called. */
  watch(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #tell(entry: JournalEntry): void {
    for (const listener of this.#listeners) listener(entry);
  }
}
