/**
 * Repeats of a failure: executions of the same agent or flow that fail again and again. A poll may take repeats that follow
 * each other closely as one event; which ones it gets must not depend on where its pages begin.
 */
import { sortKey } from '../../kernel/store/schema.ts';
import { epochMs } from '../../kernel/time/time.ts';
import type { DurationMs, EpochMs } from '../../kernel/time/time.ts';
import { placeIn } from '../../kernel/store/view.ts';
import type { View } from '../../kernel/store/view.ts';
import { failuresBySeries, seriesOf } from '../product-events/record.ts';
import type { ProductEventRecord, SeriesPlace } from '../product-events/record.ts';
import type { JsonMap } from '../json.ts';

/** A series that never pauses is told anew after so many repeats, so that nobody has to look back further. */
const mostRepeats = 512;

/** How many places are read at once on the way back. */
const stepBack = 16;

/** Places a new failure in its series. */
export function placeInSeries(view: View, workspaceId: string, data: JsonMap, at: EpochMs): SeriesPlace {
  const prefix = sortKey(workspaceId, seriesOf(data));
  const last = view.scan(failuresBySeries, { prefix, reverse: true, limit: 1 })[0]?.series;
  if (!last) return { number: 0, latestAt: at };
  return { number: last.number + 1, latestAt: epochMs(Math.max(last.latestAt, at)) };
}

/** Tells which failures of a feed to leave out. Is asked in the order of cursors. */
export class Coalescing {
  readonly #view: View;
  readonly #interval: DurationMs;
  readonly #toldAt = new Map<string, EpochMs>();

  constructor(view: View, interval: DurationMs) {
    this.#view = view;
    this.#interval = interval;
  }

  /** Returns whether an event repeats one that was published less than the interval before. */
  isRepeat(event: ProductEventRecord): boolean {
    const { series } = event;
    if (series === null || this.#interval <= 0) return false;
    const key = seriesOf(event.data);
    const toldAt = this.#toldAt.get(key) ?? this.#lastTold(event);
    const isTold = toldAt === null || this.#isTold(series, toldAt);
    this.#toldAt.set(key, isTold ? series.latestAt : toldAt);
    return !isTold;
  }

  #isTold({ number, latestAt }: SeriesPlace, toldAt: EpochMs): boolean {
    return number % mostRepeats === 0 || latestAt - toldAt >= this.#interval;
  }

  /** Finds when the last event of a series was told that an event belongs to: goes back to one that was told for certain. */
  #lastTold(event: ProductEventRecord): EpochMs | null {
    const earlier = this.#backToCertain(event);
    return earlier.reduce<EpochMs | null>(
      (toldAt, place) => (toldAt === null || this.#isTold(place, toldAt) ? place.latestAt : toldAt),
      null,
    );
  }

  /** Lists the places before an event's, oldest first, from one that a pause or its number makes sure of. */
  #backToCertain(event: ProductEventRecord): readonly SeriesPlace[] {
    const places: SeriesPlace[] = [];
    let next = event.series;
    for (const earlier of this.#earlierPlaces(event)) {
      if (next === null || next.number % mostRepeats === 0) break;
      if (next.latestAt - earlier.latestAt >= this.#interval) break;
      places.push(earlier);
      next = earlier;
    }
    return places.reverse();
  }

  *#earlierPlaces(event: ProductEventRecord): Generator<SeriesPlace, undefined> {
    const prefix = sortKey(event.workspaceId, seriesOf(event.data));
    let after = placeIn(failuresBySeries, event) ?? undefined;
    for (;;) {
      const batch = this.#view.scan(failuresBySeries, { prefix, after, reverse: true, limit: stepBack });
      for (const { series } of batch) if (series !== null) yield series;
      const last = batch.at(-1);
      if (last === undefined || batch.length < stepBack) return undefined;
      after = placeIn(failuresBySeries, last) ?? undefined;
    }
  }
}
