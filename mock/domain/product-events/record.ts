/**
 * Product events as a world stores them: occurrences, the ends of the feeds they stand in, and the orders they are read in.
 */
import type { ProductEventName } from '../../../generated/service/types.ts';
import { defineIndex, defineCollection, sortKey } from '../../kernel/store/schema.ts';
import type { Index } from '../../kernel/store/schema.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { entityFilterNames, takesFilter } from './catalogue.ts';
import type { EntityFilter } from './catalogue.ts';
import type { JsonMap } from '../json.ts';

/**
 * One occurrence.
 *
 * Shape: `cursor` counts the events of the workspace from 1, without gaps; `latestAt` is the latest instant of all events
 * up to this one, so it never falls from one cursor to the next, while `at` may; `series` is set for failures of executions.
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
 * Where a failure stands among those about the same entities.
 *
 * Shape: `number` counts from 0; `latestAt` is the latest instant of the series so far.
 */
export interface SeriesPlace {
  readonly number: number;
  readonly latestAt: EpochMs;
}

/** The end of a feed. Shape: `id` is the workspace; `newest` the cursor of its last event; it outlives the events. */
export interface ProductFeedRecord {
  readonly id: string;
  readonly newest: number;
  readonly latestAt: EpochMs;
}

/** Occurrences by event id. */
export const productEvents = defineCollection<ProductEventRecord>('productEvent');

/** Feeds by workspace. */
export const productFeeds = defineCollection<ProductFeedRecord>('productFeed');

/** The events of a workspace by cursor; the keys say how late it was at each. */
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

/** Every order that the layout has to keep for events. */
export const productEventIndexes = [
  eventsByLatest,
  eventsByName,
  ...Object.values(eventsByEntity),
  failuresBySeries,
] as const;

const failureEntities = entityFilterNames.filter((name) => takesFilter('svc.execution.failed', name));

/**
 * Names the series that a failure belongs to: failures about the same entities are repeats of each other.
 *
 * Shape: a filter keeps all of a series or nothing of it.
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
