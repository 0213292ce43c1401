/** The feed of product events, read by polling, and its catalogue. */
import type {
  ProductEventName,
  ProductEventPage,
  ProductEventDescriptor,
  ProductEventOccurrence,
} from '../../../generated/service/types.ts';
import type { Handlers, PollProductEventsRequest } from '../../../generated/service/server.ts';
import type { ProductEventsError, FeedPage, FeedQuery } from '../domain/product-events/feed.ts';
import type { FlatProblem } from '../domain/product-events/flat-schema.ts';
import {
  catalogEntry,
  findFilterProblems,
  isProductEventName,
  productEventNames,
} from '../domain/product-events/catalogue.ts';
import type { EventFilters } from '../domain/product-events/catalogue.ts';
import { feedSignal, newestSignal } from '../domain/product-events/emit.ts';
import { newestCursor, readFeed } from '../domain/product-events/feed.ts';
import type { PlatformCaller, ServiceContext } from './context.ts';
import type { ScopeLattice } from '../domain/identity/scopes.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { milliseconds, type DurationMs } from '../../kernel/time/time.ts';
import type { World } from '../../kernel/world/world.ts';
import type { ProductEventRecord } from '../domain/product-events/record.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import { createErrorResponses, type ErrorTable } from '../../http/error-responses.ts';

/** The suggested wait after a poll without further events, less the time the poll has waited. Units: milliseconds. */
const defaultPause = 5000;

/** The maximum length of a page, regardless of the request; `hasMore` reports whether there are more. */
const maxPageLength = 1000;

type Query = PollProductEventsRequest['query'];

/** Handles the operations on product events; `scopes` defines which permissions imply others. */
export function createProductEventHandlers(
  scopes: ScopeLattice,
): Pick<Handlers<ServiceContext>, 'pollProductEvents' | 'listProductEventTypes'> {
  return {
    async pollProductEvents({ query }, { world, caller, signal }) {
      const workspaceId = organizationOf(caller);
      if (workspaceId === null) return eventErrorResponse({ code: 'WORKSPACE_REQUIRED' });
      const { name } = query;
      if (name !== undefined && !isProductEventName(name))
        return eventErrorResponse({ code: 'EVENT_NOT_FOUND', name });
      const problems = findArgumentProblems(query, name ?? null);
      if (problems.length > 0) return eventErrorResponse({ code: 'EVENT_ARGUMENTS_INVALID', problems });
      const names = readableNames(scopes, caller, name === undefined ? productEventNames : [name]);
      if (!names.ok) return eventErrorResponse(names.error);

      if (query.after === undefined)
        return { status: 200, body: startOfFeed(world.query((view) => newestCursor(view, workspaceId))) };
      const wait = milliseconds(query.waitMs ?? 0);
      const feedQuery = {
        workspaceId,
        names: names.value,
        after: BigInt(query.after),
        limit: Math.min(query.maxEvents, maxPageLength),
        filters: filtersOf(query),
        maxAge: typeof query.maxAgeMs === 'number' ? milliseconds(query.maxAgeMs) : null,
      };
      return { status: 200, body: pageBody(await awaitPage(world, feedQuery, wait, signal), wait) };
    },

    listProductEventTypes(_, { caller }) {
      const names = productEventNames.filter((name) => mayRead(scopes, caller, name));
      return { status: 200, body: { events: names.map(descriptorBody) } };
    },
  };
}

function organizationOf(caller: PlatformCaller): string | null {
  switch (caller.scheme) {
    case 'apiKey':
      return caller.identity.workspace === 'personal' ? null : caller.identity.organizationId;
    case 'sessionToken':
      return caller.identity.organizationId;
    case null:
      return null;
  }
}

/** Returns whether a caller may read an event: sessions may read every event, a key needs one of its permissions. */
function mayRead(scopes: ScopeLattice, caller: PlatformCaller, name: ProductEventName): boolean {
  if (caller.scheme !== 'apiKey') return true;
  const { requiredScopes } = catalogEntry(name);
  return (
    requiredScopes.length === 0 || requiredScopes.some((one) => scopes.covers(caller.identity.scopes, [one]))
  );
}

function readableNames(
  scopes: ScopeLattice,
  caller: PlatformCaller,
  wanted: readonly ProductEventName[],
): Result<readonly ProductEventName[], Extract<ProductEventsError, { code: 'EVENT_SCOPE_FORBIDDEN' }>> {
  const names = wanted.filter((name) => mayRead(scopes, caller, name));
  return names.length > 0 ? ok(names) : err({ code: 'EVENT_SCOPE_FORBIDDEN' });
}

/** Returns the filters of a query; a filter with an empty value is ignored. Source: assumption A-080. */
function filtersOf(query: Query): EventFilters {
  const {
    name: _,
    after: __,
    maxAgeMs: ___,
    maxEvents: ____,
    waitMs: _____,
    minIntervalMs,
    ...filters
  } = query;
  return typeof minIntervalMs === 'number' ? { ...filters, minIntervalMs } : filters;
}

/** Minimum values of integers for which the contract declares no minimum. */
const minimumValues = { maxEvents: 1, maxAgeMs: 0, waitMs: 0 } as const;

function findArgumentProblems(query: Query, name: ProductEventName | null): readonly FlatProblem[] {
  const tooSmall = Object.entries(minimumValues).flatMap(([path, least]): FlatProblem[] => {
    const value = query[path as keyof typeof minimumValues];
    return typeof value !== 'number' || value >= least
      ? []
      : [{ message: `${path} must be at least ${least}`, code: 'TOO_SMALL', path }];
  });
  return [...tooSmall, ...findFilterProblems(name, filtersOf(query))];
}

/**
 * Reads a page, and waits for its first event for at most a span of the world's time.
 *
 * Shape: empty when the span passed, the cursor is ahead of the feed, the client disconnected or the world was deleted.
 */
async function awaitPage(
  world: World,
  query: FeedQuery,
  wait: DurationMs,
  signal: AbortSignal,
): Promise<FeedPage> {
  const read = (): FeedPage => world.query((view, at) => readFeed(view, query, at));
  if (wait <= 0) return read();
  const end = new AbortController();
  void world.sleep(wait, AbortSignal.any([signal, end.signal])).then(() => end.abort());
  try {
    for (;;) {
      const page = read();
      const isAhead = page.cursor < query.after;
      if (page.events.length > 0 || isAhead || end.signal.aborted) return page;
      const lastSignal = world.query((view) => newestSignal(view, query.workspaceId));
      await world.poll(feedSignal(query.workspaceId), lastSignal, { limit: 1, wait, signal: end.signal });
    }
  } finally {
    end.abort();
  }
}

function startOfFeed(newest: number): ProductEventPage {
  return { events: [], cursor: String(newest), hasMore: false, nextPollMs: defaultPause, truncated: false };
}

function pageBody({ events, cursor, hasMore, truncated }: FeedPage, waited: DurationMs): ProductEventPage {
  return {
    events: events.map(occurrenceBody),
    cursor: String(cursor),
    hasMore,
    nextPollMs: hasMore ? 0 : Math.max(0, defaultPause - waited),
    truncated,
  };
}

export function occurrenceBody({ id, cursor, name, at, data }: ProductEventRecord): ProductEventOccurrence {
  return { cursor: String(cursor), data, eventId: id, name, timestamp: isoTime(at) };
}

export function descriptorBody(name: ProductEventName): ProductEventDescriptor {
  const { description, requiredScopes, inputSchema, payloadSchema } = catalogEntry(name);
  return {
    delivery: ['poll'],
    description,
    inputSchema: { ...inputSchema },
    name,
    payloadSchema: { ...payloadSchema },
    requiredScopes: [...requiredScopes],
  };
}

const table = {
  WORKSPACE_REQUIRED: { status: 403, error: 'An organization workspace is required' },
  EVENT_SCOPE_FORBIDDEN: { status: 403, error: 'Insufficient permissions', code: 'EVENT_SCOPE_FORBIDDEN' },
  EVENT_NOT_FOUND: {
    status: 400,
    error: ({ name }) => `There is no event named ${name.slice(0, 200)}`,
    code: 'EVENT_NOT_FOUND',
  },
  EVENT_ARGUMENTS_INVALID: {
    status: 400,
    error: 'Validation failed',
    code: 'INVALID_EVENT_ARGUMENTS',
    details: ({ problems }) => problems,
  },
} as const satisfies ErrorTable<ProductEventsError>;

export const eventErrorResponse = createErrorResponses<ProductEventsError, typeof table>(table);
