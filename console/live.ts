/** The live connection to the world, and data that is reloaded when something changes. */
import { effect, signal, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ConsoleEvent } from '../generated/control/types.ts';
import { bodyOf, control, controlToken } from './api.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export const connection = signal<Connection>('connecting');

/** The instants to which the clock was set while the page is open. Units: milliseconds since 1970. */
export const clockJumps = signal<readonly number[]>([]);
const MAX_JUMPS = 100;

type Listener = (events: readonly ConsoleEvent[]) => void;

const listeners = new Set<Listener>();
const RETRY_AFTER = 1_000;
/** Units: milliseconds between two updates of the page. */
const FRAME = 100;

/**
 * The maximum number of events between two updates that are passed on one by one; beyond it, everything is reloaded.
 */
const MAX_QUEUED = 5_000;

let queue: ConsoleEvent[] = [];
let isOverrun = false;

function add(event: ConsoleEvent): void {
  if (queue.push(event) === 1 && !isOverrun) setTimeout(flush, FRAME);
  if (queue.length < MAX_QUEUED) return;
  // A page in the background may flush only once a minute.
  isOverrun = true;
  queue = [];
}

function flush(): void {
  const events = isOverrun ? [] : queue;
  isOverrun = false;
  queue = [];
  for (const listener of [...listeners]) listener(events);
}

/** Follows the world until the page is closed; reconnects when the connection is lost. */
export async function connect(): Promise<never> {
  for (;;) {
    try {
      const events = control.followWorld()[Symbol.asyncIterator]();
      let next = events.next();
      // Why: if the call below fails first, nobody awaits it.
      next.catch(() => undefined);
      // Why: the stream is silent until something happens; a response to another call shows that the mock is there.
      await bodyOf(control.getClock());
      connection.value = 'live';
      notifyAll();
      for (let step = await next; step.done !== true; step = await next) {
        if (step.value.type === 'clock')
          clockJumps.value = [...clockJumps.value, Date.parse(step.value.clock.now)].slice(-MAX_JUMPS);
        add(step.value);
        next = events.next();
      }
    } catch {
      // The state of the connection is shown; a page does not know the reason.
    }
    connection.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  }
}

/** Makes all views reload their data. */
export function notifyAll(): void {
  for (const listener of [...listeners]) listener([]);
}

/** Calls with events, several at a time; with none after a reconnect, when everything may have changed. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns a function that runs a load that never rejects: one at a time, and again if it was called while running.
 *
 * Units: `pause` between two runs in milliseconds.
 */
export function spaced(load: () => Promise<void>, pause: number): () => void {
  let isLoading = false;
  let isStale = false;
  const run = (): void => {
    isStale = isLoading;
    if (isLoading) return;
    isLoading = true;
    void load().finally(() => {
      setTimeout(() => {
        isLoading = false;
        if (isStale) run();
      }, pause);
    });
  };
  return run;
}

/** The content of a view: the data, the error of the last load, and a function to reload. */
export interface Loaded<T> {
  readonly data: T | null;
  readonly error: string | null;
  readonly reload: () => void;
}

/** The shortest time between two loads. Units: milliseconds. */
export const LOAD_AT_MOST_EVERY = 400;

/**
 * Loads data when a view opens and again after events that concern it.
 *
 * Shape: `key` identifies the data; `concerns` is null for data that never changes by itself.
 */
export function useLoaded<T>(
  key: string,
  load: () => Promise<T>,
  concerns: ((event: ConsoleEvent) => boolean) | null,
): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: string | null }>({
    key,
    data: null,
    error: null,
  });
  const [loader] = useState(() => signal(0));
  useEffect(() => startLoading(key, load, concerns, loader, setState), [key]);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : null,
    error: isCurrent ? state.error : null,
    reload: () => {
      loader.value += 1;
    },
  };
}

function startLoading<T>(
  key: string,
  load: () => Promise<T>,
  concerns: ((event: ConsoleEvent) => boolean) | null,
  loader: Signal<number>,
  show: (state: { key: string; data: T | null; error: string | null }) => void,
): () => void {
  let isOver = false;
  const run = spaced(async () => {
    const shown = await load().then(
      (data) => ({ key, data, error: null }),
      (error: unknown) => ({ key, data: null, error: messageOf(error) }),
    );
    if (!isOver) show(shown);
  }, LOAD_AT_MOST_EVERY);
  const stops = [
    effect(() => {
      // Reads both signals, so that it runs again when one of them changes.
      const { value: times } = loader;
      const { value: token } = controlToken;
      if (times >= 0 || token !== '') queueMicrotask(run);
    }),
    listen((events) => {
      if (concerns !== null && (events.length === 0 || events.some(concerns))) run();
    }),
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}
