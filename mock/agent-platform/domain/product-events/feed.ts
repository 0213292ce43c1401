/**
 * Reads the feed of product events: pages in cursor order, with filters. The cost of a page does not depend on the
 * length of the feed: each name, and each entity of a name, has its own index, and these are merged.
 */
import type { ProductEventName } from '../../../../generated/service/types.ts';
import { endOfPrefix, sortKey, type Index } from '../../../kernel/store/collection.ts';
import { epochMs, milliseconds, type DurationMs, type EpochMs } from '../../../kernel/time/time.ts';
import { placeIn, type View } from '../../../kernel/store/view.ts';
import { Coalescing, eventsByEntity, eventsByLatest, eventsByName, productFeeds } from './record.ts';
import { entityFilterNames, takesFilter, type EventFilters } from './catalogue.ts';
import { eventRetention } from './emit.ts';
import type { ProductEventRecord } from './record.ts';
import type { FlatProblem } from './flat-schema.ts';

/**
 * The query for a page.
 *
 * Shape: `names` are the events that the caller may read; events after `after` are included, at most `limit`, except
 * those older than `maxAge`.
 */
export interface FeedQuery {
  readonly workspaceId: string;
  readonly names: readonly ProductEventName[];
  readonly after: bigint;
  readonly limit: number;
  readonly filters: EventFilters;
  readonly maxAge: DurationMs | null;
}

/**
 * A page of a feed.
 *
 * Shape: oldest first; `cursor` is where to continue: after the last event of the page if there are more, else after
 * everything that was read; `truncated` when events after `after` were skipped for their age or are no longer stored,
 * and when `after` is ahead of the newest event, so that `cursor` is smaller than `after`.
 * Source: assumptions, A-CURSOR-AHEAD.
 */
export interface FeedPage {
  readonly events: readonly ProductEventRecord[];
  readonly cursor: bigint;
  readonly hasMore: boolean;
  readonly truncated: boolean;
}

/** Returns the cursor of the newest event of a workspace, 0 before its first one. */
export function newestCursor(view: View, workspaceId: string): number {
  return view.get(productFeeds, workspaceId)?.newest ?? 0;
}

export function readFeed(view: View, query: FeedQuery, at: EpochMs): FeedPage {
  const newest = BigInt(newestCursor(view, query.workspaceId));
  if (query.after >= newest)
    return { events: [], cursor: newest, hasMore: false, truncated: query.after > newest };

  const after = Number(query.after);
  const oldest = earliestInstant(query.maxAge, at);
  const start = firstCursorSince(view, query.workspaceId, oldest) ?? Number(newest) + 1;
  const { events, isCut } = collect(view, query, Math.max(after, start - 1), oldest);
  const hasMore = events.length > query.limit;
  const page = events.slice(0, query.limit);
  const last = page.at(-1);
  return {
    events: page,
    cursor: hasMore && last !== undefined ? BigInt(last.cursor) : newest,
    hasMore,
    truncated: isCut || isSweptAfter(view, query, after) || hasMatchBetween(view, query, after, start),
  };
}

/** Collects one event more than the page needs, to find out whether there are more. */
function collect(view: View, query: FeedQuery, after: number, oldest: EpochMs) {
  const { minIntervalMs } = query.filters;
  const coalescing = new Coalescing(view, milliseconds(minIntervalMs ?? 0));
  const events: ProductEventRecord[] = [];
  let isCut = false;
  for (const event of matchesAfter(view, query, after)) {
    if (coalescing.isRepeat(event)) continue;
    if (event.at < oldest) isCut = true;
    else events.push(event);
    if (events.length > query.limit) break;
  }
  return { events, isCut };
}

/** Returns the earliest instant of events to include: not expired after seven days, and not older than `maxAge`. */
function earliestInstant(maxAge: DurationMs | null, at: EpochMs): EpochMs {
  const kept = at - eventRetention + 1;
  return epochMs(Math.max(0, kept, maxAge === null ? 0 : at - maxAge));
}

/** Finds the cursor before which every event is older than an instant; null when all of them are older. */
function firstCursorSince(view: View, workspaceId: string, instant: EpochMs): number | null {
  const [first] = view.scan(eventsByLatest, {
    prefix: sortKey(workspaceId),
    after: sortKey(workspaceId, instant),
    limit: 1,
  });
  return first?.cursor ?? null;
}

function isSweptAfter(view: View, { workspaceId }: FeedQuery, after: number): boolean {
  const [oldest] = view.scan(eventsByLatest, { prefix: sortKey(workspaceId), limit: 1 });
  return oldest === undefined || after + 1 < oldest.cursor;
}

function hasMatchBetween(view: View, query: FeedQuery, after: number, end: number): boolean {
  if (after + 1 >= end) return false;
  const { value: first } = matchesAfter(view, query, after).next();
  return first !== undefined && first.cursor < end;
}

/** Iterates over the events after a cursor that match the filters. */
function* matchesAfter(
  view: View,
  query: FeedQuery,
  after: number,
): Generator<ProductEventRecord, undefined> {
  const { filters } = query;
  const lists = query.names
    .filter((name) => entitiesOf(filters).every((filter) => takesFilter(name, filter)))
    .map((name) => eventsOf(view, query, name, after));
  for (const event of mergeByCursor(lists)) if (fits(event, filters)) yield event;
}

/** Iterates over the events of one name, using the narrowest index. */
function* eventsOf(
  view: View,
  { workspaceId, filters, limit }: FeedQuery,
  name: ProductEventName,
  after: number,
): Generator<ProductEventRecord, undefined> {
  const { index, parts } = narrowestOrder(workspaceId, name, filters);
  const step = Math.min(limit + 1, maxBatchSize);
  let place = endOfPrefix(sortKey(...parts, after));
  for (;;) {
    const events = view.scan(index, { prefix: sortKey(...parts), after: place, limit: step });
    yield* events;
    const last = events.at(-1);
    if (events.length < step || last === undefined) return undefined;
    place = placeIn(index, last) ?? place;
  }
}

const maxBatchSize = 64;

interface Order {
  readonly index: Index<ProductEventRecord>;
  readonly parts: readonly string[];
}

function narrowestOrder(workspaceId: string, name: ProductEventName, filters: EventFilters): Order {
  const [filter] = entitiesOf(filters);
  return filter === undefined
    ? { index: eventsByName, parts: [workspaceId, name] }
    : { index: eventsByEntity[filter], parts: [workspaceId, name, filters[filter] ?? ''] };
}

/** Merges lists in cursor order into one. */
function* mergeByCursor(
  lists: readonly Generator<ProductEventRecord, undefined>[],
): Generator<ProductEventRecord, undefined> {
  const heads = new Map(lists.map((list) => [list, list.next().value]));
  for (;;) {
    let nearest: ProductEventRecord | undefined;
    let source: (typeof lists)[number] | undefined;
    for (const [list, head] of heads) {
      if (head === undefined || (nearest !== undefined && nearest.cursor < head.cursor)) continue;
      nearest = head;
      source = list;
    }
    if (nearest === undefined || source === undefined) return undefined;
    yield nearest;
    heads.set(source, source.next().value);
  }
}

function fits({ name, data }: ProductEventRecord, filters: EventFilters): boolean {
  if (name === 'svc.eval.run_completed' && filters.onlyRegressions === 'true' && !isRegression(data))
    return false;
  return entitiesOf(filters).every((filter) => data[filter] === filters[filter]);
}

function isRegression({ passRate, previousPassRate }: ProductEventRecord['data']): boolean {
  return typeof passRate === 'number' && typeof previousPassRate === 'number' && passRate < previousPassRate;
}

function entitiesOf(filters: EventFilters) {
  return entityFilterNames.filter((name) => filters[name] !== undefined);
}

export type ProductEventsError =
  | { readonly code: 'WORKSPACE_REQUIRED' }
  | { readonly code: 'EVENT_NOT_FOUND'; readonly name: string }
  | { readonly code: 'EVENT_ARGUMENTS_INVALID'; readonly problems: readonly FlatProblem[] }
  | { readonly code: 'EVENT_SCOPE_FORBIDDEN' };
