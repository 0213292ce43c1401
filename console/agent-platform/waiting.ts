/** What waits for a decision or an answer, loaded once for the view, the badge and the announcement. */
import { signal } from '@preact/signals';
import type { WaitingItem } from '../../generated/control-agent-platform/types.ts';
import { bodyOf, callService, errorOf } from '../api.ts';
import { control } from './control.ts';
import { withValue } from '../json-pointer.ts';
import { listen, LOAD_AT_MOST_EVERY, spaced } from '../live.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** The open questions. Units: `loadedAt` in milliseconds of the page, `now` in milliseconds since 1970. */
export interface Waiting {
  readonly items: readonly WaitingItem[];
  readonly isTruncated: boolean;
  readonly now: number;
  readonly rate: number;
  readonly loadedAt: number;
}

export const waiting = signal<Waiting | null>(null);
export const waitingError = signal<string | null>(null);

/** Loads the list again, at most a few times a second. */
const loadWaiting = spaced(
  () =>
    load().catch((error: unknown) => {
      waitingError.value = messageOf(error);
    }),
  LOAD_AT_MOST_EVERY,
);

async function load(): Promise<void> {
  const [list, clock] = await Promise.all([bodyOf(control.listWaiting()), bodyOf(control.getClock())]);
  waitingError.value = null;
  waiting.value = {
    items: list.waiting,
    isTruncated: list.isTruncated,
    now: Date.parse(clock.now),
    rate: clock.rate,
    loadedAt: performance.now(),
  };
}

/** Loads the list now and after each event that concerns it. Returns a function that ends this. */
export function followWaiting(): () => void {
  loadWaiting();
  return listen((events) => {
    const concerns = events.some(
      ({ type }) => type === 'run' || type === 'clock' || type === 'world' || type === 'record',
    );
    if (events.length === 0 || concerns) loadWaiting();
  });
}

/**
 * Answers a question with the corresponding operation of the service.
 *
 * Errors: rejects with the error of the response.
 */
export async function answer({ answer: call }: WaitingItem, value: unknown): Promise<void> {
  const body = withValue(call.bodyExample, call.pointer, value);
  const { status, body: response } = await callService(call.method, call.path, {
    body,
    isAnonymous: call.credential === 'clientSession',
  });
  if (status >= 400) throw new Error(`${status}: ${errorOf(response)}`);
  loadWaiting();
}
