/** The events of an execution by what they belong to: a call, an approval, a text, a sub-agent. */
import type { StoredEvent, TimedEvent } from '../timed-event.ts';

/** Returns a property that is a text; empty for any other value. */
export function textOf(event: StoredEvent, name: string): string {
  const value = event[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the ids of the subjects of an event, its own first: an approval is also about a call. */
function subjectsOf(event: StoredEvent): readonly string[] {
  return ['id', 'approvalId', 'toolCallId'].map((name) => textOf(event, name)).filter((id) => id !== '');
}

/** Returns the call of the sub-agent that an event comes from; null for the execution itself. */
function callerOf({ subagent }: StoredEvent): string | null {
  const { parentToolCallId } = Object(subagent) as { readonly parentToolCallId?: unknown };
  return typeof parentToolCallId === 'string' ? parentToolCallId : null;
}

export class EventIndex {
  readonly #bySubject = new Map<string, StoredEvent[]>();
  readonly #ofCalls = new Map<string, TimedEvent[]>();
  /** The events of the execution itself, in order. */
  readonly own: readonly TimedEvent[];

  constructor(events: readonly TimedEvent[]) {
    const callers = new Map<string, string | null>();
    const own: TimedEvent[] = [];
    for (const timed of events) {
      const { event } = timed;
      const subjects = subjectsOf(event);
      const caller =
        callerOf(event) ?? subjects.map((id) => callers.get(id)).find((id) => id != null) ?? null;
      for (const subject of subjects) {
        addTo(this.#bySubject, subject, event);
        callers.set(subject, caller);
      }
      if (caller === null) own.push(timed);
      else addTo(this.#ofCalls, caller, { ...timed, event: withoutCaller(event) });
    }
    this.own = own;
  }

  /** Returns the first event of a type with the same subject as another event. */
  find(event: StoredEvent, type: string): StoredEvent | undefined {
    return this.all(event, type)[0];
  }

  /** Returns all events of a type with the same subject as another event, in order. */
  all(event: StoredEvent, type: string): readonly StoredEvent[] {
    return this.#about(event).filter((one) => one.type === type);
  }

  /** Returns whether an event is the first of its type about its subject: a new segment repeats some. */
  isFirst(event: StoredEvent): boolean {
    return this.find(event, event.type) === event;
  }

  /** Returns the events of the sub-agent that a call ran, as far as the stream of its caller has them. */
  ofCall(toolCallId: string): readonly TimedEvent[] {
    return this.#ofCalls.get(toolCallId) ?? [];
  }

  #about(event: StoredEvent): readonly StoredEvent[] {
    return this.#bySubject.get(subjectsOf(event)[0] ?? '') ?? [];
  }
}

function withoutCaller({ subagent: _, parentToolCallId: __, ...event }: StoredEvent): StoredEvent {
  return event;
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
