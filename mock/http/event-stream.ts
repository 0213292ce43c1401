/**
 * Turns the events of a response into frames. Every event is checked against the contract and encoded once, however many
 * readers it has; a reader that leaves closes the source.
 */
import { encodeFrame, type EventStream } from '../../generated/runtime/event-stream.ts';
import type { SchemaCheck } from '../../generated/runtime/schema-check.ts';
import { STREAM_HEADERS as RUNTIME_STREAM_HEADERS } from '../../generated/runtime/server/stream-frames.ts';
import { addProperties, type OperationAdditions } from './add-properties.ts';
import { completeValue } from './complete-value.ts';
import type { Operation } from './operation.ts';
import { eventSample } from './samples.ts';

/** What every stream is sent with. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  ...RUNTIME_STREAM_HEADERS,
  'x-content-type-options': 'nosniff',
});

/**
 * Damage done to a stream on purpose.
 *
 * Units: both count events of this response from 1; `null` for none. `cutAfter` of 0 cuts before the first event.
 */
export interface StreamFault {
  readonly cutAfter: number | null;
  readonly corruptAt: number | null;
}

/** Thrown at the host: the response must end as a broken connection and not as a finished one. */
export class BrokenStream extends Error {
  override readonly name = 'BrokenStream';
}

/** Receives an event that does not fit the contract. */
export type EventViolation = (message: string) => void;

/** Learns that a stream has come to its end or that its reader has left; may be told more than once. */
export type StreamEnd = () => void;

const nobodyWaits: StreamEnd = () => undefined;

/** What a stream that nobody damages gets. */
export const NO_STREAM_FAULT: StreamFault = Object.freeze({ cutAfter: null, corruptAt: null });

/** Frames by event. An event is immutable once it is in the log, so its frame never goes stale. */
const written = new WeakMap<object, string>();

/**
 * Creates the frames of a stream.
 *
 * Shape: one text per batch; it may hold many frames.
 * Errors: rejects with BrokenStream at an event that leaves the contract and can't be completed from a sample, and where the damage says so.
 */
export function frameStream(
  stream: EventStream<unknown>,
  contract: StreamContract,
  onViolation: EventViolation,
  streamFault: StreamFault = NO_STREAM_FAULT,
  onEnd: StreamEnd = nobodyWaits,
): AsyncIterable<string> {
  const writer: EventWriter = {
    write: (event) => writeEvent(event, contract),
    complete: (event) => completeEvent(event, contract, onViolation),
  };
  return {
    [Symbol.asyncIterator]: () =>
      new FrameReader(stream.batches[Symbol.asyncIterator](), writer, streamFault, onEnd),
  };
}

/** What the events of an operation are checked against and completed from. */
export type StreamContract = Pick<Operation, 'spec' | 'eventCheck' | 'additions' | 'loadSamples'>;

interface EventWriter {
  /** Returns the frame of an event; null for one that leaves the contract. */
  write(event: unknown): string | null;
  /** Completes an event that leaves the contract from its sample. */
  complete(event: unknown): Promise<string>;
}

/** Passes `return` straight on to the source; a generator would hold it back until the next event. */
class FrameReader implements AsyncIterator<string> {
  readonly #batches: AsyncIterator<readonly unknown[]>;
  readonly #writer: EventWriter;
  readonly #streamFault: StreamFault;
  readonly #onEnd: StreamEnd;
  #count = 0;

  constructor(
    batches: AsyncIterator<readonly unknown[]>,
    writer: EventWriter,
    streamFault: StreamFault,
    onEnd: StreamEnd,
  ) {
    this.#batches = batches;
    this.#writer = writer;
    this.#streamFault = streamFault;
    this.#onEnd = onEnd;
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#isCut()) return this.#break('cut on purpose');
    const batch = await this.#batches.next();
    if (batch.done === true) {
      this.#onEnd();
      return { done: true, value: undefined };
    }
    try {
      const text = this.#writeBatch(batch.value);
      return { done: false, value: typeof text === 'string' ? text : await text };
    } catch (error) {
      return this.#break(error instanceof Error ? error.message : String(error));
    }
  }

  async return(): Promise<IteratorResult<string>> {
    this.#onEnd();
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }

  #writeBatch(events: readonly unknown[]): string | Promise<string> {
    let text = '';
    for (const [index, event] of events.entries()) {
      if (this.#isCut()) break;
      const frame = this.#writer.write(event);
      if (frame === null) return this.#completeBatch(events, index, text);
      text += this.#countFrame(frame);
    }
    return text;
  }

  /** Goes on with a batch at an event that has to be completed, which takes loading the samples. */
  async #completeBatch(events: readonly unknown[], index: number, before: string): Promise<string> {
    const frame = this.#countFrame(await this.#writer.complete(events[index]));
    return before + frame + (await this.#writeBatch(events.slice(index + 1)));
  }

  #countFrame(frame: string): string {
    this.#count++;
    return this.#count === this.#streamFault.corruptAt ? corrupt(frame) : frame;
  }

  #isCut(): boolean {
    return this.#streamFault.cutAfter !== null && this.#count >= this.#streamFault.cutAfter;
  }

  async #break(reason: string): Promise<never> {
    await this.return();
    throw new BrokenStream(reason);
  }
}

function writeEvent(event: unknown, contract: StreamContract): string | null {
  if (typeof event !== 'object' || event === null) return encodeFrame(event);
  const before = written.get(event);
  if (before !== undefined) return before;
  const { eventCheck: check, additions } = contract;
  if (check !== null && !check.check(event)) return null;
  const whole = additions === null ? event : addToEvent(event, check, additions);
  const frame = whole === event ? encodeFrame(event, fieldsOf(event)) : sampledFrame(whole);
  written.set(event, frame);
  return frame;
}

/** Adds to an event what the contract has gained since its producer was written. */
function addToEvent(
  event: object,
  check: SchemaCheck | null,
  { event: plan, schemas }: OperationAdditions,
): object {
  const addition = plan && addProperties(plan, schemas, event);
  return addition !== null && check?.check(addition.value) === true ? (addition.value as object) : event;
}

/** A comment before the frame marks the event; readers of event streams pass comments over. */
function sampledFrame(event: object): string {
  return `: sampled\n${encodeFrame(event, fieldsOf(event))}`;
}

async function completeEvent(
  event: unknown,
  { spec, eventCheck: check, additions, loadSamples }: StreamContract,
  onViolation: EventViolation,
): Promise<string> {
  if (check === null || typeof event !== 'object' || event === null) return encodeFrame(event);
  const message = check.firstProblem(event)?.message ?? `not a ${check.name}`;
  onViolation(message);
  const { type } = event as { readonly type?: unknown };
  const sample = await eventSample(loadSamples, spec.stream?.stream ?? '', type);
  const completed = sample === undefined ? null : await completeValue(check, event, sample);
  if (completed === null || completed.paths.includes('')) throw new BrokenStream(message);
  const whole = completed.value as object;
  const frame = sampledFrame(additions === null ? whole : addToEvent(whole, check, additions));
  written.set(event, frame);
  return frame;
}

/** Names the frame after the event's type, and gives it an id when it has a place in its stream. */
function fieldsOf(event: object): { event?: string; id?: string } {
  const { type, seq } = event as { readonly type?: unknown; readonly seq?: unknown };
  return {
    ...(typeof type === 'string' ? { event: type } : {}),
    ...(typeof seq === 'number' ? { id: String(seq) } : {}),
  };
}

/** Breaks off the data in the middle, so that the frame is whole and its JSON is not. */
function corrupt(frame: string): string {
  return `${frame.slice(0, frame.length - Math.ceil(frame.length / 4))}\n\n`;
}
