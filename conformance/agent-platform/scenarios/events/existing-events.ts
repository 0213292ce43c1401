/** Filters of the feed without a driver: compares their results with the existing events of the feed. */
import type { ProductEventOccurrence } from '../../../../generated/service/types.ts';
import { isSame, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import {
  cursorsOf,
  feedStart,
  namesProperty,
  numberOf,
  poll,
  readAll,
  readCatalogue,
  type Query,
} from './feed.ts';

/** The filters for an entity. */
export const entityFilters = [
  'agentId',
  'flowId',
  'productId',
  'surfaceId',
  'scheduleId',
  'suiteId',
  'taskId',
] as const;

/** Number of entities that are compared for each filter and event name. */
const MAX_ENTITIES = 2;

/** Reads the oldest events of the feed. Shape: at most one page of a filtered poll. */
export async function readExisting(context: CheckContext): Promise<readonly ProductEventOccurrence[]> {
  const events = await readAll(context, { after: feedStart, sizes: [50], enough: 200 });
  return events.slice(0, 200);
}

/** Polls for each entity in the events of the feed, and for one that is in none of them. */
export async function compareEntities(context: CheckContext): Promise<void> {
  const events = await readExisting(context);
  const catalogue = await readCatalogue(context);
  for (const filter of entityFilters)
    for (const [name, named] of Map.groupBy(events, (event) => event.name)) {
      // Why: a service may reject a filter that the event does not accept.
      if (!namesProperty(catalogue.find((each) => each.name === name)?.inputSchema, filter)) continue;
      const ids = new Set(named.flatMap(({ data }) => textOf(data, filter) ?? []));
      if (ids.size === 0) continue;
      for (const id of [...[...ids].slice(0, MAX_ENTITIES), `${filter}_of_nobody`])
        await compareFilter(context, {
          all: named,
          query: { name, [filter]: id },
          matches: ({ data }) => propertyOf(data, filter) === id,
          what: `A poll with ${filter}`,
        });
    }
}

export interface FilteredPoll {
  /** The events that the poll returns without the filter. */
  readonly all: readonly ProductEventOccurrence[];
  readonly query: Query;
  readonly matches: (event: ProductEventOccurrence) => boolean;
  readonly what: string;
}

/** Compares a filtered poll with the events that match. Ignores later events. */
export async function compareFilter(
  context: CheckContext,
  { all, query, matches, what }: FilteredPoll,
): Promise<void> {
  const expected = cursorsOf(all.filter(matches));
  const page = await poll(context, { after: feedStart, maxEvents: 200, ...query });
  const last = numberOf(all.at(-1)?.cursor) ?? 0n;
  const kept = cursorsOf(page.events).filter((cursor) => (numberOf(cursor) ?? 0n) <= last);
  const extra = kept.filter((cursor) => !expected.includes(cursor)).length;
  context.note(extra === 0, `${what} returns events that do not match.`, 'body.events');
  context.note(
    extra > 0 || isSame(kept, expected) || page.hasMore,
    `${what} omits events that match.`,
    'body.events',
  );
}

/** Polls for regressions among the eval runs of the feed. Skips the check if it has none that can be compared. */
export async function compareRegressions(context: CheckContext): Promise<void> {
  const name = 'svc.eval.run_completed';
  const all = (await readExisting(context)).filter((event) => event.name === name);
  const isRegression = ({ data }: ProductEventOccurrence): boolean | null => {
    const [rate, before] = ['passRate', 'previousPassRate'].map((property) => propertyOf(data, property));
    return typeof rate === 'number' && typeof before === 'number' ? rate < before : null;
  };
  if (all.length === 0 || all.some((event) => isRegression(event) === null))
    context.skip('The feed has no eval runs with a pass rate and the one before, and no driver creates any.');
  for (const [onlyRegressions, matches] of [
    ['true', (event: ProductEventOccurrence) => isRegression(event) === true],
    ['false', () => true],
  ] as const)
    await compareFilter(context, {
      all,
      query: { name, onlyRegressions },
      matches,
      what: `A poll with onlyRegressions=${onlyRegressions}`,
    });
}
