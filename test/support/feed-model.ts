/** The feed of product events as a minimal model of the contract: one list, searched from start to end. */
import type { FeedPage, FeedQuery } from '../../mock/agent-platform/domain/product-events/feed.ts';
import type { ProductEventRecord } from '../../mock/agent-platform/domain/product-events/record.ts';
import { takesFilter } from '../../mock/agent-platform/domain/product-events/catalogue.ts';

/** Returns every event that matches a query, whatever its limit and its cursor. Units: `now` in milliseconds. */
export function expectedEvents(
  feed: readonly ProductEventRecord[],
  { names, filters, maxAge }: Pick<FeedQuery, 'names' | 'filters' | 'maxAge'>,
  now: number,
): readonly ProductEventRecord[] {
  const { minIntervalMs, onlyRegressions, ...entities } = filters;
  const spaced = spaceOut(feed, minIntervalMs ?? 0);
  return feed.filter((event) => {
    const { name, data, at } = event;
    if (!names.includes(name) || !spaced.has(event)) return false;
    if (maxAge !== null && at < now - maxAge) return false;
    if (onlyRegressions === 'true' && name === 'svc.eval.run_completed' && !hasDropped(data)) return false;
    return Object.entries(entities).every(
      ([filter, id]) => id === undefined || (takesFilter(name, filter) && data[filter] === id),
    );
  });
}

/** Cuts a page out of them. */
export function expectedPage(
  events: readonly ProductEventRecord[],
  after: bigint,
  limit: number,
  newest: number,
): Omit<FeedPage, 'truncated'> {
  const left = events.filter(({ cursor }) => BigInt(cursor) > after);
  const page = left.slice(0, limit);
  const hasMore = left.length > limit;
  const end = hasMore ? BigInt(page.at(-1)?.cursor ?? 0) : BigInt(newest);
  return { events: page, hasMore, cursor: end };
}

/** Omits failures about the same things that occur less than an interval after the last one that was emitted. */
function spaceOut(feed: readonly ProductEventRecord[], interval: number): ReadonlySet<ProductEventRecord> {
  const sentAt = new Map<string, number>();
  const latest = new Map<string, number>();
  return new Set(
    feed.filter((event) => {
      if (event.name !== 'svc.execution.failed') return true;
      const { agentId, flowId, productId, surfaceId } = event.data;
      const subject = JSON.stringify([agentId, flowId, productId, surfaceId]);
      const at = Math.max(event.at, latest.get(subject) ?? event.at);
      latest.set(subject, at);
      const before = sentAt.get(subject);
      const isSent = before === undefined || at - before >= interval;
      if (isSent) sentAt.set(subject, at);
      return isSent;
    }),
  );
}

function hasDropped({ passRate, previousPassRate }: ProductEventRecord['data']): boolean {
  return Number(passRate ?? NaN) < Number(previousPassRate ?? NaN);
}
