/**
 * Converts the events of a stream to frames, one batch at a time and only on demand.
 * A reader that leaves releases the source immediately, even while the source waits for an event.
 */
import { encodeFrame, type EventStream } from '../event-stream.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { SentEvent } from './hooks.ts';
import type { StreamRules } from './service.ts';

/** The headers of every stream; `x-accel-buffering` prevents a reverse proxy from buffering frames. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
});

/** An event that violates the contract; it is not sent, and the connection breaks. */
export class EventViolation extends Error {
  override readonly name = 'EventViolation';
}

/** How the frames of one response are written. */
export interface FrameOptions {
  /** `null` if the stream is not described. */
  readonly rules: StreamRules | null;
  readonly isChecked: boolean;
  /** Frames by event, if events are immutable. */
  readonly cache: WeakMap<object, string> | null;
  /** Changes a valid event. */
  readonly change: ((event: unknown) => SentEvent | null) | null;
  /** Replaces an invalid event; `null` breaks the stream. */
  readonly replace: ((event: unknown, message: string) => MaybePromise<SentEvent | null>) | null;
  /** Called with the error that broke the stream. */
  readonly onError: (error: unknown) => void;
  /** Called once when the stream has ended, failed or lost its reader. */
  readonly onEnd: () => void;
}

/**
 * Creates the frames of a stream.
 *
 * Shape: one text per non-empty batch, with all its frames. Ends without an error if the reader has left.
 * Errors: rejects with an error of the source or with EventViolation, and closes the source.
 */
export function streamFrames(stream: EventStream<unknown>, options: FrameOptions): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => new FrameReader(stream.batches[Symbol.asyncIterator](), options) };
}

const END = { done: true, value: undefined } as const;

/**
 * Why no generator: `return` is forwarded to the source immediately, not after the next event, and an event costs one
 * promise.
 */
class FrameReader implements AsyncIterator<string, undefined> {
  readonly #batches: AsyncIterator<readonly unknown[]>;
  readonly #options: FrameOptions;
  #resolve: (result: IteratorResult<string, undefined>) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #isOver = false;

  constructor(batches: AsyncIterator<readonly unknown[]>, options: FrameOptions) {
    this.#batches = batches;
    this.#options = options;
  }

  next(): Promise<IteratorResult<string, undefined>> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#pull();
    });
  }

  return(): Promise<IteratorResult<string, undefined>> {
    this.#close();
    this.#resolve(END);
    return Promise.resolve(END);
  }

  #pull(): void {
    if (this.#isOver) this.#resolve(END);
    else this.#try(() => void this.#batches.next().then(this.#take, this.#fail));
  }

  readonly #take = (batch: IteratorResult<readonly unknown[]>): void => {
    if (batch.done === true) this.#finish();
    if (this.#isOver || batch.done === true) this.#resolve(END);
    else
      this.#try(() => {
        const text = this.#writeBatch(batch.value);
        if (typeof text === 'string') this.#send(text);
        else text.then(this.#send, this.#fail);
      });
  };

  readonly #send = (text: string): void => {
    if (text === '') this.#pull();
    else this.#resolve({ done: false, value: text });
  };

  readonly #fail = (error: unknown): void => {
    if (!this.#isOver) {
      this.#close();
      this.#options.onError(error);
    }
    this.#reject(error);
  };

  #try(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  #writeBatch(events: readonly unknown[]): MaybePromise<string> {
    let text = '';
    for (let place = 0; place < events.length; place++) {
      const frame = writeEvent(events[place], this.#options);
      if (frame === null) return this.#replaceEvent(events, place, text);
      text += frame;
    }
    return text;
  }

  /** Replaces an event, and writes the rest of its batch. */
  async #replaceEvent(events: readonly unknown[], place: number, before: string): Promise<string> {
    const frame = await replaceEvent(events[place], this.#options);
    return before + frame + (await this.#writeBatch(events.slice(place + 1)));
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onEnd();
  }

  /** Closes the source without waiting for it; its errors are ignored, since the reader has left. */
  #close(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#batches.return?.().then(undefined, () => undefined);
  }
}

/** Returns the frame of an event; `null` for one that violates the contract. */
function writeEvent(event: unknown, options: FrameOptions): string | null {
  const { rules, isChecked, cache, change } = options;
  if (rules === null) return encodeFrame(event);
  const isObject = typeof event === 'object' && event !== null;
  const cached = isObject ? cache?.get(event) : undefined;
  if (cached !== undefined) return cached;
  if (isChecked && !rules.check.check(event)) return null;
  const frame = frameOf(change?.(event) ?? { event }, rules);
  if (isObject) cache?.set(event, frame);
  return frame;
}

async function replaceEvent(
  event: unknown,
  { rules, cache, change, replace }: FrameOptions,
): Promise<string> {
  if (rules === null) return encodeFrame(event);
  const message = rules.check.firstProblem(event)?.message ?? `not a ${rules.check.name}`;
  const replaced = (await replace?.(event, message)) ?? null;
  if (replaced === null) throw new EventViolation(`An event violates the contract: ${message}`);
  const { event: changed } = change?.(replaced.event) ?? replaced;
  const frame = frameOf({ ...replaced, event: changed }, rules);
  if (typeof event === 'object' && event !== null) cache?.set(event, frame);
  return frame;
}

/** Writes an event as a frame, with its name and its id. */
export function frameOf(
  { event, comment }: SentEvent,
  { tag, position }: Pick<StreamRules, 'tag' | 'position'>,
): string {
  const name = tag === null ? undefined : propertyOf(event, tag);
  const place = position === null ? undefined : propertyOf(event, position);
  return encodeFrame(event, {
    ...(comment !== undefined && { comment }),
    ...(typeof name === 'string' && { event: name }),
    ...(isPosition(place) && { id: String(place) }),
  });
}

/** Returns whether a value can be an event id: only digits, which a client that resumes can compare. */
function isPosition(value: unknown): value is string | number {
  return typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 0
    : typeof value === 'string' && /^[0-9]+$/.test(value);
}

function propertyOf(event: unknown, name: string): unknown {
  return typeof event === 'object' && event !== null && Object.hasOwn(event, name)
    ? (event as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
