/**
 * Converts the events of a stream to frames, one batch at a time and only on demand.
 * A reader that leaves releases the source immediately, even while the source waits for an event.
 */
import { encodeFrame, encodeTextFrame, type EventStream } from '../event-stream.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { mediaTypeOf } from '../media-type.ts';
import type { SchemaCheck } from '../schema-check.ts';
import { propertyOf } from '../json/value.ts';

const FRAMES = 'text/event-stream';

/** The headers of every stream; `x-accel-buffering` prevents a reverse proxy from buffering frames. */
const STREAM_HEADERS = Object.freeze({
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
});

const FRAME_HEADERS = Object.freeze({ 'content-type': `${FRAMES}; charset=utf-8`, ...STREAM_HEADERS });

/** Returns the headers of a stream of a media type. */
export function streamHeaders(mediaType: string | null): Readonly<Record<string, string>> {
  return mediaTypeOf(mediaType) === FRAMES ? FRAME_HEADERS : STREAM_HEADERS;
}

/** An event that violates the contract; it is not sent, and the connection breaks. */
export class EventViolation extends Error {
  override readonly name = 'EventViolation';
}

/** Returns the writer of a sequence of JSON values: lines, or records that start with a separator; else `null`. */
export function itemWriter(mediaType: string | null): FrameOptions['writeItem'] {
  if (mediaType === null || !/jsonl|json-?lines|ndjson|json-seq/i.test(mediaType)) return null;
  const start = mediaType.includes('json-seq') ? '\u001e' : '';
  return (item) => `${start}${JSON.stringify(item)}\n`;
}

/** How the events of one stream are written. */
export interface StreamRules {
  readonly check: SchemaCheck;
  /** The property with the event name; `null` if events have none. */
  readonly tag: string | null;
  /** The property whose digits are the id of an event's frame; `null` if frames have no id. */
  readonly position: string | null;
  /** What an event is: JSON data (the default), text, or a whole frame with `event`, `id` and `data`. */
  readonly shape?: 'json' | 'text' | 'frame';
}

/** An event to send. */
export interface SentEvent {
  readonly event: unknown;
  /** A comment line before the frame, which clients ignore. */
  readonly comment?: string;
}

/** How the frames of one response are written. */
export interface FrameOptions {
  /** Writes an item of a sequence of JSON values; `null` for frames of `text/event-stream`. */
  readonly writeItem: ((item: unknown) => string) | null;
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
  const { rules, isChecked, change, writeItem } = options;
  if (rules === null) return (writeItem ?? encodeFrame)(event);
  const cache = writeItem === null ? options.cache : null;
  const isObject = typeof event === 'object' && event !== null;
  const cached = isObject ? cache?.get(event) : undefined;
  if (cached !== undefined) return cached;
  if (isChecked && !rules.check.check(event)) return null;
  const sent = change?.(event) ?? { event };
  const frame = writeItem === null ? frameOf(sent, rules) : writeItem(sent.event);
  if (isObject) cache?.set(event, frame);
  return frame;
}

async function replaceEvent(
  event: unknown,
  { rules, cache, change, replace, writeItem }: FrameOptions,
): Promise<string> {
  if (rules === null) return (writeItem ?? encodeFrame)(event);
  const message = rules.check.firstProblem(event)?.message ?? `not a ${rules.check.name}`;
  const replaced = (await replace?.(event, message)) ?? null;
  if (replaced === null) throw new EventViolation(`An event violates the contract: ${message}`);
  const { event: changed } = change?.(replaced.event) ?? replaced;
  if (writeItem !== null) return writeItem(changed);
  const frame = frameOf({ ...replaced, event: changed }, rules);
  if (typeof event === 'object' && event !== null) cache?.set(event, frame);
  return frame;
}

/** Writes an event as a frame, with its name and its id. */
export function frameOf(
  { event, comment }: SentEvent,
  { tag, position, shape = 'json' }: Omit<StreamRules, 'check'>,
): string {
  const isFrame = shape === 'frame';
  const [nameKey, placeKey] = isFrame ? ['event', 'id'] : [tag, position];
  const name = nameKey === null ? undefined : propertyOf(event, nameKey);
  const place = placeKey === null ? undefined : propertyOf(event, placeKey);
  const fields = {
    ...(comment !== undefined && { comment }),
    ...(typeof name === 'string' && { event: name }),
    ...(isPosition(place) && { id: String(place) }),
  };
  const data = isFrame ? propertyOf(event, 'data') : event;
  return shape !== 'json' && typeof data === 'string'
    ? encodeTextFrame(data, fields)
    : encodeFrame(data, fields);
}

/** Returns whether a value can be an event id: only digits, which a client that resumes can compare. */
function isPosition(value: unknown): value is string | number {
  return typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 0
    : typeof value === 'string' && /^[0-9]+$/.test(value);
}
