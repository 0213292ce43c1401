/** The events of one execution, loaded in pages and kept up to date. */
import { useEffect, useState } from 'preact/hooks';
import { bodyOf, control } from './api.ts';
import { listen } from './live.ts';
import { SpanBuilder, type TimedEvent } from './timeline/spans.ts';

const PAGE = 1_000;

/** The events so far, their spans, and the error of the last load. */
export interface EventLog {
  readonly events: readonly TimedEvent[];
  readonly builder: SpanBuilder;
  readonly isShortened: boolean;
  readonly error: string | null;
  /** Changes with every update, since the events are added in place. */
  readonly version: number;
}

/** Loads the events of an execution and follows it. */
export function useEvents(id: string): EventLog {
  const [log, setLog] = useState<EventLog>(emptyLog);
  useEffect(() => {
    const state = { ...emptyLog(), events: [] as TimedEvent[] };
    let isOver = false;
    let isLoading = false;
    let isStale = true;
    const load = async (): Promise<void> => {
      if (isLoading) return;
      isLoading = true;
      while (isStale && !isOver) {
        isStale = false;
        await loadNew(id, state, () => {
          if (!isOver) setLog({ ...state, version: state.events.length });
        });
      }
      isLoading = false;
    };
    const refresh = (): void => {
      isStale = true;
      load().catch((error: unknown) => {
        isLoading = false;
        if (!isOver) setLog({ ...state, error: error instanceof Error ? error.message : String(error) });
      });
    };
    refresh();
    const stop = listen((events) => {
      if (events.length === 0 || events.some((event) => event.type === 'run' && event.executionId === id))
        refresh();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [id]);
  return log;
}

/** Turns the events of a dump into a log. */
export function logOf(events: readonly TimedEvent[]): EventLog {
  const log = { ...emptyLog(), events };
  for (const event of events) log.builder.add(event);
  return log;
}

function emptyLog(): EventLog {
  return { events: [], builder: new SpanBuilder(), isShortened: false, error: null, version: 0 };
}

async function loadNew(
  id: string,
  state: { events: TimedEvent[]; builder: SpanBuilder; isShortened: boolean },
  show: () => void,
): Promise<void> {
  for (;;) {
    const after = state.events.at(-1)?.seq;
    const page = await bodyOf(
      control.listExecutionEvents({
        path: { id },
        query: { limit: PAGE, ...(after !== undefined && { after }) },
      }),
    );
    for (const event of page.events) {
      state.events.push(event);
      state.builder.add(event);
    }
    state.isShortened = page.isShortened;
    show();
    if (page.events.length < PAGE) return;
  }
}
