/**
 * Turns the events of a stream into frames, one batch at a time and only when the reader asks for it.
 * A reader that leaves lets go of the source at once, also while the source is waiting.
 */
import { encodeFrame, type EventStream } from '../event-stream.ts';
import type { SchemaCheck } from '../schema-check.ts';
import type { StreamRules } from './service.ts';

/** What every stream is sent with; `x-accel-buffering` keeps a proxy in front from holding frames back. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
});

/** An event that does not fit the contract; it is not sent, and the connection breaks. */
export class EventViolation extends Error {
  override readonly name = 'EventViolation';
}

/** How the frames of one response are made. */
export interface FrameRules {
  /** `null` when the stream is not described. */
  readonly rules: StreamRules | null;
  readonly isChecked: boolean;
  /** Fires when the reader is gone. */
  readonly signal: AbortSignal;
  /** Is told why a stream broke. */
  readonly onError: (error: unknown) => void;
}

/**
 * Makes the frames of a stream.
 *
 * Shape: one text per batch that has events; it may hold many frames. Ends quietly when the reader is gone.
 * Errors: rejects with what the source throws, and with EventViolation; the source is closed then.
 */
export function streamFrames(stream: EventStream<unknown>, rules: FrameRules): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => new FrameReader(stream.batches[Symbol.asyncIterator](), rules) };
}

const END = { done: true, value: undefined } as const;

/** Passes `return` straight on to the source; a generator would hold it back until the next event. */
class FrameReader implements AsyncIterator<string, undefined> {
  readonly #batches: AsyncIterator<readonly unknown[]>;
  readonly #rules: FrameRules;
  /** Ends the wait for the next batch. */
  #wake: () => void = () => undefined;
  #isOver = false;

  constructor(batches: AsyncIterator<readonly unknown[]>, rules: FrameRules) {
    this.#batches = batches;
    this.#rules = rules;
    if (rules.signal.aborted) this.#leave();
    else rules.signal.addEventListener('abort', this.#leave, { once: true });
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    try {
      while (!this.#isOver) {
        const batch = await this.#nextBatch();
        if (batch.done === true) break;
        const text = batch.value.map((event) => writeEvent(event, this.#rules)).join('');
        if (text !== '') return { done: false, value: text };
      }
    } catch (error) {
      if (!this.#isOver) this.#fail(error);
    }
    this.#finish();
    return END;
  }

  /** Why: a race against one promise for the whole stream would keep something of every event until the end. */
  #nextBatch(): Promise<IteratorResult<readonly unknown[]>> {
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(END);
      this.#batches.next().then(resolve, reject);
    });
  }

  readonly #leave = (): void => {
    this.#close();
    this.#wake();
  };

  return(): Promise<IteratorResult<string, undefined>> {
    this.#leave();
    return Promise.resolve(END);
  }

  #fail(error: unknown): never {
    this.#close();
    this.#rules.onError(error);
    throw error;
  }

  #finish(): void {
    this.#isOver = true;
    this.#rules.signal.removeEventListener('abort', this.#leave);
  }

  /** Nobody waits for a source that closes slowly, and nobody is left to hear that it failed. */
  #close(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#batches.return?.().then(undefined, () => undefined);
  }
}

function writeEvent(event: unknown, { rules, isChecked }: FrameRules): string {
  if (rules === null) return encodeFrame(event);
  if (isChecked && !rules.check.check(event)) throw new EventViolation(violationOf(event, rules.check));
  const name = rules.tag === null ? undefined : propertyOf(event, rules.tag);
  const position = rules.position === null ? undefined : propertyOf(event, rules.position);
  return encodeFrame(event, {
    ...(typeof name === 'string' ? { event: name } : {}),
    ...(isPosition(position) ? { id: String(position) } : {}),
  });
}

/** Only digits can be compared by whoever goes on behind them. */
function isPosition(value: unknown): value is string | number {
  return /^[0-9]+$/.test(typeof value === 'number' || typeof value === 'string' ? String(value) : '');
}

function violationOf(event: unknown, check: SchemaCheck): string {
  return `An event leaves the contract: ${check.firstProblem(event)?.message ?? `not a ${check.name}`}`;
}

function propertyOf(event: unknown, name: string): unknown {
  return typeof event === 'object' && event !== null && Object.hasOwn(event, name)
    ? (event as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
