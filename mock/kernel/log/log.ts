/**
 * Readers of topics. A reader reads first and waits only when nothing is left, so it never misses an entry in between.
 */
import { onAbort, race, type AbortSignalLike, type Cancel } from '../async.ts';
import type { Bus, Clock } from '../ports.ts';
import type { Entry, TopicHead, TopicName } from '../store/topic.ts';
import { after as later, seq, type DurationMs, type Seq } from '../time/time.ts';
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
  return new TopicReader(source, topic, after, options, (entries) => entries);
}

/** Yields the events of a topic; otherwise as `follow`. */
export function followEvents<E>(
  source: LogSource,
  topic: TopicName<E>,
  after: Seq | null,
  options: FollowOptions = {},
): AsyncIterableIterator<readonly E[]> {
  return new TopicReader(source, topic, after, options, (entries) => entries.map(({ event }) => event));
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

class TopicReader<E, Batch> implements AsyncIterableIterator<Batch> {
  readonly #source: LogSource;
  readonly #topic: TopicName<E>;
  readonly #options: FollowOptions;
  readonly #toBatch: (entries: readonly Entry<E>[]) => Batch;
  readonly #epoch: number;
  #cursor: Seq | null;
  #hasBegun = false;
  #isDone = false;
  /** The calls of `next` that wait for a batch. */
  readonly #waiting: ((result: IteratorResult<Batch, undefined>) => void)[] = [];
  #unsubscribe: Cancel | null = null;
  #ignoreAbort: Cancel | null = null;
  /** The view that has been read to its end, and what follows there. */
  #lastView: View | null = null;
  #afterLast: 'nothing' | 'end' = 'nothing';

  constructor(
    source: LogSource,
    topic: TopicName<E>,
    after: Seq | null,
    options: FollowOptions,
    toBatch: (entries: readonly Entry<E>[]) => Batch,
  ) {
    this.#source = source;
    this.#topic = topic;
    this.#cursor = after;
    this.#options = options;
    this.#toBatch = toBatch;
    this.#epoch = source.epoch;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Batch, undefined>> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
  }

  /** Releases the reader, even one that is waiting. */
  return(): Promise<IteratorResult<Batch, undefined>> {
    this.#isDone = true;
    this.#unsubscribe?.();
    this.#ignoreAbort?.();
    for (const resolve of this.#waiting.splice(0)) resolve(END);
    return Promise.resolve(END);
  }

  /** Reads for the waiting calls, and subscribes to the next change when nothing is left. */
  readonly #serve = (): void => {
    while (this.#waiting.length > 0) {
      const read = this.#read();
      if (read === 'end') void this.return();
      else if (read === 'nothing') {
        this.#wait();
        return;
      } else this.#waiting.shift()?.({ done: false, value: this.#toBatch(read) });
    }
  };

  #wait(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.#source.bus.changed(this.#topic, this.#serve);
    this.#ignoreAbort ??= onAbort(this.#options.signal, () => void this.return());
  }

  #read(): readonly Entry<E>[] | 'nothing' | 'end' {
    const { view, epoch, isClosed: isWorldClosed } = this.#source;
    if (this.#isDone || isWorldClosed || epoch !== this.#epoch || this.#isAborted()) return 'end';
    if (view === this.#lastView) return this.#afterLast;
    const topic = view.readTopic(this.#topic, { after: this.#cursor, limit: batchSize });
    if (topic === undefined) return this.#hasBegun ? 'end' : 'nothing';
    const { head } = topic;
    this.#hasBegun = true;
    const { segment } = this.#options;
    if (segment !== undefined && head.starts[segment] === undefined)
      return head.status === 'ended' ? 'end' : 'nothing';
    const entries = segment === undefined ? topic.entries : this.#ofSegment(topic.entries, head, segment);
    const afterAll = isClosed(head, segment ?? segmentOf(head)) ? 'end' : 'nothing';
    if (entries.length === 0) return afterAll;
    this.#cursor = entries.at(-1)?.seq ?? this.#cursor;
    if (topic.entries.length < batchSize) {
      this.#lastView = view;
      this.#afterLast = afterAll;
    }
    return entries;
  }

  /** Once the reader waits, a listener ends it on abort. */
  #isAborted(): boolean {
    return this.#ignoreAbort === null && this.#options.signal?.aborted === true;
  }

  /** Returns the entries of a segment; starts at the segment if the reader is still before it. */
  #ofSegment(entries: readonly Entry<E>[], head: TopicHead, segment: number): readonly Entry<E>[] {
    const start = head.starts[segment] ?? 0;
    const end = head.starts[segment + 1] ?? Infinity;
    if (start > 0 && (this.#cursor ?? -1) < start - 1) {
      this.#cursor = seq(start - 1);
      const range = { after: this.#cursor, limit: batchSize };
      return this.#ofSegment(this.#source.view.entries(this.#topic, range), head, segment);
    }
    return (entries.at(-1)?.seq ?? 0) < end ? entries : entries.filter((entry) => entry.seq < end);
  }
}

const END = { done: true, value: undefined } as const;

export function segmentOf(head: TopicHead): number {
  return head.starts.length - 1;
}

/** Returns whether no further entry can be added to a segment, or without one, to the current segment of the topic. */
export function isClosed(head: TopicHead, segment: number = segmentOf(head)): boolean {
  if (head.status === 'ended') return true;
  return segment < segmentOf(head) || (segment === segmentOf(head) && head.status === 'paused');
}
