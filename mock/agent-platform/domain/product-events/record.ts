/**
 * Stored product events, and repeats of a failure: executions of the same agent or flow that fail again and again.
 * A poll may coalesce repeats in quick succession into one event; the result must not depend on where its pages start.
 */
import type { ProductEventName } from '../../../../generated/service/types.ts';
import { defineIndex, defineCollection, sortKey, type Index } from '../../../kernel/store/collection.ts';
import { entityFilterNames, takesFilter, type EntityFilter } from './catalogue.ts';
import type { JsonMap } from '../../../kernel/json.ts';
import { epochMs, type EpochMs, type DurationMs } from '../../../kernel/time/time.ts';
import { placeIn, type View } from '../../../kernel/store/view.ts';

/**
 * One occurrence.
 *
 * Shape: `cursor` counts the events of the workspace from 1, without gaps; `latestAt` is the latest instant of all
 * events up to this one, so it never decreases, while `at` may; `series` is set for failures of executions.
 */
export interface ProductEventRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: ProductEventName;
  readonly cursor: number;
  readonly at: EpochMs;
  readonly latestAt: EpochMs;
  readonly data: JsonMap;
  readonly series: SeriesPlace | null;
}

/**
 * The position of a failure in the series of failures with the same entities.
 *
 * Shape: `number` counts from 0; `latestAt` is the latest instant of the series so far.
 */
export interface SeriesPlace {
  readonly number: number;
  readonly latestAt: EpochMs;
}

/**
 * The end of a feed. Shape: `id` is the workspace; `newest` is the cursor of its last event, even after that has
 * expired.
 */
export interface ProductFeedRecord {
  readonly id: string;
  readonly newest: number;
  readonly latestAt: EpochMs;
}

export const productEvents = defineCollection<ProductEventRecord>('productEvent');

export const productFeeds = defineCollection<ProductFeedRecord>('productFeed');

/** The events of a workspace by latest instant, then by cursor. */
export const eventsByLatest = defineIndex(productEvents, 'byLatest', ({ workspaceId, latestAt, cursor }) =>
  sortKey(workspaceId, latestAt, cursor),
);

/** The events of one name, by cursor. */
export const eventsByName = defineIndex(productEvents, 'byName', ({ workspaceId, name, cursor }) =>
  sortKey(workspaceId, name, cursor),
);

/** The events of one name for one entity, by cursor. */
export const eventsByEntity = Object.fromEntries(
  entityFilterNames.map((filter) => [filter, entityIndex(filter)]),
) as Readonly<Record<EntityFilter, Index<ProductEventRecord>>>;

/** The failures of each series, by cursor. */
export const failuresBySeries = defineIndex(
  productEvents,
  'bySeries',
  ({ workspaceId, data, series, cursor }) =>
    series === null ? null : sortKey(workspaceId, seriesOf(data), cursor),
);

export const productEventIndexes = [
  eventsByLatest,
  eventsByName,
  ...Object.values(eventsByEntity),
  failuresBySeries,
] as const;

const failureEntities = entityFilterNames.filter((name) => takesFilter('svc.execution.failed', name));

/**
 * Returns the series of a failure: failures with the same entities are repeats of each other.
 *
 * Shape: a filter matches all of a series or nothing of it.
 * Source: assumption A-COALESCE.
 */
export function seriesOf(data: JsonMap): string {
  return JSON.stringify(failureEntities.map((name) => data[name] ?? null));
}

function entityIndex(filter: EntityFilter): Index<ProductEventRecord> {
  return defineIndex(productEvents, filter, ({ workspaceId, name, cursor, data }) => {
    const entity = data[filter];
    return typeof entity === 'string' ? sortKey(workspaceId, name, entity, cursor) : null;
  });
}

/** A series without a pause is reported again after this many repeats, which limits how far back to search. */
const maxRepeats = 512;

/** How many events to read at a time while searching back. */
const stepBack = 16;

export function placeInSeries(view: View, workspaceId: string, data: JsonMap, at: EpochMs): SeriesPlace {
  const prefix = sortKey(workspaceId, seriesOf(data));
  const last = view.scan(failuresBySeries, { prefix, reverse: true, limit: 1 })[0]?.series;
  if (!last) return { number: 0, latestAt: at };
  return { number: last.number + 1, latestAt: epochMs(Math.max(last.latestAt, at)) };
}

/** Decides which failures of a feed to skip. Must be called in cursor order. */
export class Coalescing {
  readonly #view: View;
  readonly #interval: DurationMs;
  readonly #reportedAt = new Map<string, EpochMs>();

  constructor(view: View, interval: DurationMs) {
    this.#view = view;
    this.#interval = interval;
  }

  /** Returns whether an event repeats one that was reported less than the interval before. */
  isRepeat(event: ProductEventRecord): boolean {
    const { series } = event;
    if (series === null || this.#interval <= 0) return false;
    const key = seriesOf(event.data);
    const reportedAt = this.#reportedAt.get(key) ?? this.#lastReported(event);
    const isReported = reportedAt === null || this.#isReported(series, reportedAt);
    this.#reportedAt.set(key, isReported ? series.latestAt : reportedAt);
    return !isReported;
  }

  #isReported({ number, latestAt }: SeriesPlace, reportedAt: EpochMs): boolean {
    return number % maxRepeats === 0 || latestAt - reportedAt >= this.#interval;
  }

  /** Returns when the series of an event was last reported: replays it from an event that was certainly reported. */
  #lastReported(event: ProductEventRecord): EpochMs | null {
    const earlier = this.#backToCertain(event);
    return earlier.reduce<EpochMs | null>(
      (reportedAt, place) =>
        reportedAt === null || this.#isReported(place, reportedAt) ? place.latestAt : reportedAt,
      null,
    );
  }

  /** Lists the earlier places in the series, oldest first, from one reported because of a pause or its number. */
  #backToCertain(event: ProductEventRecord): readonly SeriesPlace[] {
    const places: SeriesPlace[] = [];
    let next = event.series;
    for (const earlier of this.#earlierPlaces(event)) {
      if (next === null || next.number % maxRepeats === 0) break;
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
