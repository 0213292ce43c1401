/** The events of one execution, loaded in pages and kept up to date. */
import { useEffect, useState } from 'preact/hooks';
import { bodyOf } from '../api.ts';
import { control } from './control.ts';
import { listen, spaced } from '../live.ts';
import { SpanBuilder } from './timeline/spans.ts';
import type { TimedEvent } from './timed-event.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** Units: events of a page; so many are read in a few milliseconds. */
const PAGE = 500;
/** The maximum number of loaded events; longer executions are shown in part. */
const MAX_EVENTS = 200_000;
/** Units: milliseconds between two updates of the page. */
const SHOW_EVERY = 100;

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
    const show = (error: string | null): void => {
      if (!isOver) setLog({ ...state, error, version: state.events.length });
    };
    const refresh = spaced(
      () =>
        loadNew(id, state, () => {
          show(null);
          return !isOver;
        }).catch((error: unknown) => show(messageOf(error))),
      SHOW_EVERY,
    );
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

/** Loads new events, page by page; `show` is called a few times a second and returns whether to continue. */
async function loadNew(
  id: string,
  state: { events: TimedEvent[]; builder: SpanBuilder; isShortened: boolean },
  show: () => boolean,
): Promise<void> {
  let shownAt = performance.now();
  while (state.events.length < MAX_EVENTS) {
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
    const isLast = page.events.length < PAGE;
    if (!isLast && performance.now() - shownAt < SHOW_EVERY) continue;
    shownAt = performance.now();
    if (!show() || isLast) return;
  }
}
