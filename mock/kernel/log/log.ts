/**
 * Readers of topics. A reader reads first and waits only when nothing is left, so it never misses an entry in between.
 */
import { onAbort, race } from '../async.ts';
import type { AbortSignalLike } from '../async.ts';
import type { Bus, Clock } from '../ports.ts';
import type { Entry, TopicHead, TopicName } from '../store/state.ts';
import { after as later, seq } from '../time/time.ts';
import type { DurationMs, Seq } from '../time/time.ts';
import type { View } from '../store/view.ts';

/** The source of readers: the newest state of a world, and the signals that it has changed. */
export interface LogSource {
  readonly view: View;
  readonly epoch: number;
  readonly isClosed: boolean;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Options of a reader: a single segment, and a signal to stop. */
export interface FollowOptions {
  readonly segment?: number | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

/** Options of a poll: the maximum number of entries, and how long to wait for the first. */
export interface PollOptions {
  readonly limit?: number | undefined;
  readonly wait?: DurationMs | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

const batchSize = 256;

/**
 * Yields the entries of a topic after a seq (`null` for the start), existing and new ones, in batches.
 *
 * Shape: batches are never empty. Ends when the topic is paused or ended and fully read, when it is dropped, when the
 * signal aborts, or when the world is restored or deleted. With `segment` only the entries of that segment are yielded,
 * up to its end. If the topic or segment has not started, waits for it.
 */
export function follow<E>(
  source: LogSource,
  topic: TopicName<E>,
  after: Seq | null,
  options: FollowOptions = {},
): AsyncIterableIterator<readonly Entry<E>[]> {
  return new TopicReader(source, topic, after, options);
}

/**
 * Reads entries after a seq; when there are none, waits for the first one for at most a span of the world's time.
 *
 * Shape: empty when the span passed, the signal aborted, or no further entry can be added.
 */
export async function poll<E>(
  source: LogSource,
  topic: TopicName<E>,
  after: Seq | null,
  { limit = batchSize, wait = 0 as DurationMs, signal }: PollOptions = {},
): Promise<readonly Entry<E>[]> {
  const { epoch, clock } = source;
  const deadline = later(clock.now(), wait);
  let isOver = wait <= 0;
  for (;;) {
    const entries = source.view.entries(topic, { after, limit });
    const head = source.view.topic(topic);
    const isFinal = source.isClosed || source.epoch !== epoch || (head !== undefined && isClosed(head));
    if (entries.length > 0 || isOver || isFinal) return entries;
    isOver = await race<boolean>(
      (done) =>
        source.bus.changed(topic, () => {
          done(false);
        }),
      (done) =>
        clock.waitUntil(deadline, () => {
          done(true);
        }),
      (done) =>
        onAbort(signal, () => {
          done(true);
        }),
    );
  }
}

type Read<E> =
  | { readonly kind: 'batch'; readonly entries: readonly Entry<E>[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'end' };

class TopicReader<E> implements AsyncIterableIterator<readonly Entry<E>[]> {
  readonly #source: LogSource;
  readonly #topic: TopicName<E>;
  readonly #options: FollowOptions;
  readonly #epoch: number;
  #cursor: Seq | null;
  #hasBegun = false;
  #isDone = false;
  #stopWaiting: () => void = () => undefined;
  #waiting: Promise<void> | null = null;

  constructor(source: LogSource, topic: TopicName<E>, after: Seq | null, options: FollowOptions) {
    this.#source = source;
    this.#topic = topic;
    this.#cursor = after;
    this.#options = options;
    this.#epoch = source.epoch;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<readonly Entry<E>[], undefined>> {
    for (;;) {
      const read = this.#read();
      if (read.kind === 'batch') return { done: false, value: read.entries };
      if (read.kind === 'end') return this.return();
      await (this.#waiting ??= this.#wait());
    }
  }

  /** Releases the reader, even one that is waiting. */
  return(): Promise<IteratorResult<readonly Entry<E>[], undefined>> {
    this.#isDone = true;
    this.#stopWaiting();
    return Promise.resolve({ done: true, value: undefined });
  }

  #read(): Read<E> {
    const { view, epoch } = this.#source;
    if (
      this.#isDone ||
      this.#source.isClosed ||
      epoch !== this.#epoch ||
      this.#options.signal?.aborted === true
    )
      return { kind: 'end' };
    const head = view.topic(this.#topic);
    if (head === undefined) return { kind: this.#hasBegun ? 'end' : 'nothing' };
    this.#hasBegun = true;
    const { segment } = this.#options;
    if (segment !== undefined) {
      const start = head.starts[segment];
      if (start === undefined) return { kind: head.status === 'ended' ? 'end' : 'nothing' };
      if (start > 0 && (this.#cursor ?? -1) < start) this.#cursor = seq(start - 1);
    }
    const entries = this.#entries(segment === undefined ? undefined : head.starts[segment + 1]);
    if (entries.length > 0) return { kind: 'batch', entries };
    return { kind: isClosed(head, segment ?? segmentOf(head)) ? 'end' : 'nothing' };
  }

  #entries(end: Seq | undefined): readonly Entry<E>[] {
    const entries = this.#source.view.entries(this.#topic, { after: this.#cursor, limit: batchSize });
    const entriesOfSegment = end === undefined ? entries : entries.filter((entry) => entry.seq < end);
    this.#cursor = entriesOfSegment.at(-1)?.seq ?? this.#cursor;
    return entriesOfSegment;
  }

  async #wait(): Promise<void> {
    await race<null>(
      (done) => this.#source.bus.changed(this.#topic, () => done(null)),
      (done) => onAbort(this.#options.signal, () => done(null)),
      (done) => {
        this.#stopWaiting = () => done(null);
        return this.#stopWaiting;
      },
    );
    this.#waiting = null;
  }
}

export function segmentOf(head: TopicHead): number {
  return head.starts.length - 1;
}

/** Returns whether no further entry can be added to a segment, or without one, to the current segment of the topic. */
export function isClosed(head: TopicHead, segment: number = segmentOf(head)): boolean {
  if (head.status === 'ended') return true;
  return segment < segmentOf(head) || (segment === segmentOf(head) && head.status === 'paused');
}
