/**
 * The times of events on the clock of their execution, which is the same at every pace. Some events state it; those
 * between two of them are placed by the time at which they were stored, or evenly if that was the same for all.
 */
import { ownTimeOf, type StoredEvent, type TimedEvent } from '../timed-event.ts';

/** Units: milliseconds. */
const PING_EVERY = 15_000;
/** The part of a stretch by which the time of the world may differ from that of the execution. */
const TOLERANCE = 0.1;

type Move = (ms: number) => void;

export class EventClock {
  /** The last event that stated its time. Units: milliseconds since 1970. */
  #stated: { readonly ms: number; readonly at: number } | null = null;
  #latest = Number.NEGATIVE_INFINITY;
  #since: Move[] = [];
  readonly #calls = new Map<unknown, number>();

  /** The latest time of all events. Units: milliseconds since 1970. */
  get latest(): number {
    return this.#latest;
  }

  /**
   * Places the next event, and calls `move` if a later one shows that it was at another time.
   *
   * Units: milliseconds since 1970.
   */
  place({ at, event }: TimedEvent, move: Move): number {
    const stored = Date.parse(at);
    const stated = this.#timeOf(event);
    if (stated !== null) {
      this.#spread(event, stated, stored);
      this.#stated = { ms: stated, at: stored };
      this.#since = [];
    } else this.#since.push(move);
    const { ms, at: before } = this.#stated ?? { ms: stored, at: stored };
    const time = Math.max(stated ?? ms + stored - before, this.#latest);
    this.#latest = time;
    return time;
  }

  /** Returns the time that an event states; for the end of a call, derived from its duration. */
  #timeOf(event: StoredEvent): number | null {
    const { type, toolCallId, executionTime } = event;
    const own = ownTimeOf(event);
    if (type === 'tool_start' && own !== null && !this.#calls.has(toolCallId))
      this.#calls.set(toolCallId, own);
    if (type !== 'tool_complete') return own;
    const start = this.#calls.get(toolCallId);
    return start === undefined || typeof executionTime !== 'number' ? own : start + executionTime;
  }

  /** Distributes the events since the last stated time evenly, unless the time of the world matches. */
  #spread(event: StoredEvent, ms: number, at: number): void {
    if (this.#stated === null || this.#since.length === 0) return;
    const isPing = event.type === 'ping';
    const end = isPing ? ms - PING_EVERY : ms;
    const length = end - this.#stated.ms;
    if (Math.abs(ms - this.#stated.ms - (at - this.#stated.at)) <= length * TOLERANCE) return;
    const begin = this.#stated.ms + Math.min(latencyOf(event), Math.max(0, length));
    const step = Math.max(0, end - begin) / (this.#since.length + (isPing ? 0 : 1));
    this.#since.forEach((move, place) => move(begin + step * (place + (isPing ? 1 : 0.5))));
    this.#latest = Math.min(this.#latest, ms);
  }
}

/** Returns how long a model took to start, for the end of its call. Units: milliseconds. */
function latencyOf({ attributes }: StoredEvent): number {
  const { timeToFirstTokenMs } = Object(attributes) as { readonly timeToFirstTokenMs?: unknown };
  return typeof timeToFirstTokenMs === 'number' ? timeToFirstTokenMs : 0;
}
