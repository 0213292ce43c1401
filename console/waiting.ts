/** What waits for a decision or an answer, loaded once for the view, the badge and the announcement. */
import { signal } from '@preact/signals';
import type { WaitingItem } from '../generated/control/types.ts';
import { bodyOf, callService, control, errorOf } from './api.ts';
import { listen, LOAD_AT_MOST_EVERY, messageOf, spaced } from './live.ts';

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
export const loadWaiting = spaced(
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

listen((events) => {
  const concerns = events.some(
    ({ type }) => type === 'run' || type === 'clock' || type === 'world' || type === 'record',
  );
  if (events.length === 0 || concerns) loadWaiting();
});

/**
 * Answers a question with the operation of the service that is meant for it.
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

/** Returns the value at a JSON Pointer. */
export function valueAt(document: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    document,
  );
}

/** Returns a copy of a document with another value at a JSON Pointer. */
export function withValue(document: object, pointer: string, value: unknown): unknown {
  const steps = stepsOf(pointer);
  const last = steps.at(-1);
  if (last === undefined) return value;
  const copy: unknown = structuredClone(document);
  const parent = steps
    .slice(0, -1)
    .reduce<unknown>(
      (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined),
      copy,
    );
  if (typeof parent === 'object' && parent !== null)
    Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
