/**
 * The log of one subject: entries in order, and whether more may come. Only types and the rules about segments;
 * `transaction.ts` writes topics, `log.ts` reads them.
 */
import type { EpochMs, Seq } from '../time/units.ts';
import type { SortedMap } from '../store/persistent-map.ts';

declare const carries: unique symbol;

/** Names a topic and remembers the type of its events. */
export type TopicName<E> = string & { readonly [carries]: E };

/** Returns whether a topic takes entries: `paused` may be reopened (a new segment), `ended` may not. */
export type TopicStatus = 'open' | 'paused' | 'ended';

/**
 * One event in its topic.
 *
 * Shape: `seq` counts from 0 without gaps; `segment` counts from 0 the stretches between a pause and the next.
 * Units: `at` is the world's instant of the transaction that wrote it.
 */
export interface Entry<E> {
  readonly seq: Seq;
  readonly segment: number;
  readonly at: EpochMs;
  readonly event: E;
}

/**
 * Describes how far a topic has come.
 *
 * Shape: `nextSeq` is that of the next entry; `firstSeq` is that of the oldest kept one (above 0 once old ones were
 * trimmed; equal to `nextSeq` when none is kept); `starts` holds for each segment the seq at which it began.
 */
export interface TopicHead {
  readonly status: TopicStatus;
  readonly firstSeq: Seq;
  readonly nextSeq: Seq;
  readonly starts: readonly Seq[];
}

/** A topic as a state holds it. */
export interface TopicState {
  readonly head: TopicHead;
  readonly entries: SortedMap<number, Entry<unknown>>;
}

/** Names a topic. */
export function topicName<E>(text: string): TopicName<E> {
  return text as TopicName<E>;
}

/** The head of a topic that nobody has written to. */
export const newTopic: TopicHead = {
  status: 'open',
  firstSeq: 0 as Seq,
  nextSeq: 0 as Seq,
  starts: [0 as Seq],
};

/** Returns the number of the segment that a topic is in. */
export function segmentOf(head: TopicHead): number {
  return head.starts.length - 1;
}

/** Returns whether no further entry can come to a segment; without one, to the topic as it stands. */
export function isClosed(head: TopicHead, segment: number = segmentOf(head)): boolean {
  if (head.status === 'ended') return true;
  return segment < segmentOf(head) || (segment === segmentOf(head) && head.status === 'paused');
}
