/** Topics: the logs of events in a world. They are read by `log/log.ts`. */
import type { SortedMap } from './persistent-map.ts';
import type { EpochMs, Seq } from '../time/time.ts';

declare const carries: unique symbol;

/** The name of a topic, with the type of its events. */
export type TopicName<E> = string & { readonly [carries]: E };

/** The status of a topic: `paused` may be reopened (as a new segment), `ended` may not. */
export type TopicStatus = 'open' | 'paused' | 'ended';

/**
 * One event in its topic.
 *
 * Shape: `seq` counts from 0 without gaps; `segment` counts the stretches between pauses from 0.
 * Units: `at` is the world's instant of the transaction that wrote it.
 */
export interface Entry<E> {
  readonly seq: Seq;
  readonly segment: number;
  readonly at: EpochMs;
  readonly event: E;
}

/**
 * The head of a topic.
 *
 * Shape: `nextSeq` is that of the next entry; `firstSeq` is that of the oldest stored one (above 0 after old entries
 * were trimmed; equal to `nextSeq` when none is stored); `starts` has the first seq of each segment.
 */
export interface TopicHead {
  readonly status: TopicStatus;
  readonly firstSeq: Seq;
  readonly nextSeq: Seq;
  readonly starts: readonly Seq[];
}

export interface TopicState {
  readonly head: TopicHead;
  readonly entries: SortedMap<number, Entry<unknown>>;
}

export function topicName<E>(text: string): TopicName<E> {
  return text as TopicName<E>;
}

/** The head of a topic without entries. */
export const newTopic: TopicHead = {
  status: 'open',
  firstSeq: 0 as Seq,
  nextSeq: 0 as Seq,
  starts: [0 as Seq],
};
