/** The journal of a world that several processes serve. */
import type { Cancel } from '../../kernel/async.ts';
import { LogUnavailableError, type ListedValue, type SharedList } from '../../kernel/ports.ts';
import type { CallDetail, RecordedTrace } from './call-trace.ts';
import {
  entryOf,
  pageOf,
  type CallRecord,
  type Explain,
  type ExplainedCall,
  type Journal,
  type JournalEntry,
  type JournalListener,
  type JournalPage,
  type JournalQuery,
  type OpenCall,
} from './journal.ts';

/**
 * The calls of one world in a list that several processes share. Listeners are also notified of calls of the other
 * processes.
 */
export class SharedJournal implements Journal {
  readonly #list: SharedList;
  readonly #world: string;
  readonly #explain: Explain;

  constructor(list: SharedList, world: string, explain: Explain) {
    this.#list = list;
    this.#world = world;
    this.#explain = explain;
  }

  async write(call: CallRecord, trace: RecordedTrace): Promise<void> {
    await this.#add({ call, detail: this.#explain(trace) });
  }

  async open(call: CallRecord, trace: RecordedTrace): Promise<OpenCall> {
    const detail = this.#explain(trace);
    const number = await this.#add({ call, detail, isOpen: true });
    let isOpen = number > 0;
    return {
      finish: (end) => {
        if (isOpen) this.#replace(number, { call: { ...call, ...end }, detail }).catch(ignoreUnavailable);
        isOpen = false;
      },
    };
  }

  async page(query: JournalQuery = {}): Promise<JournalPage> {
    const { added, values } = await this.#list.read(this.#world);
    return pageOf(values.filter(isCall).map(listedEntry), added, query);
  }

  async find(id: string): Promise<ExplainedCall | undefined> {
    const { values } = await this.#list.read(this.#world);
    const listed = values.filter(isCall).find(({ number }) => String(number) === id);
    return listed && { entry: listedEntry(listed), detail: readListed(listed).detail };
  }

  clear(): Promise<void> {
    return this.#list.clear(this.#world, false);
  }

  restart(): Promise<void> {
    return this.#list.clear(this.#world, true);
  }

  watch(listener: JournalListener): Cancel {
    return this.#list.watch(this.#world, (value) => {
      if (isCall(value) && readListed(value).isOpen !== true) listener(listedEntry(value));
    });
  }

  /** Returns the number of the call; 0 if it is not recorded. */
  async #add(call: ListedCall): Promise<number> {
    try {
      return await this.#list.add(this.#world, call);
    } catch (error) {
      ignoreUnavailable(error);
      return 0;
    }
  }

  #replace(number: number, call: ListedCall): Promise<void> {
    return this.#list.replace(this.#world, number, call);
  }
}

/** Why: a response is sent even if its call cannot be recorded. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof LogUnavailableError)) throw error;
}

/** A call as it is stored in a shared list. */
interface ListedCall {
  readonly call: CallRecord;
  readonly detail: CallDetail;
  readonly isOpen?: true;
}

/** Returns whether a value is a call: another program may have written to the list. */
function isCall({ value }: ListedValue): boolean {
  const { call, detail } = value as Partial<ListedCall>;
  return isObject(call) && Array.isArray(call?.violations) && isObject(detail);
}

/** Reads a stored call. Calls of version 0.1.0 have `reply` where a violation is in the response. */
function readListed({ value }: ListedValue): ListedCall {
  const listed = value as ListedCall;
  const violations = listed.call.violations.map((violation) => ({
    ...violation,
    in: violation.in === 'request' ? violation.in : ('response' as const),
  }));
  return { ...listed, call: { ...listed.call, violations } };
}

function listedEntry(listed: ListedValue): JournalEntry {
  return entryOf(listed.number, readListed(listed).call);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
