/** Reads the feed of product events for scenario checks, and triggers events. */
import { citeFacts } from '../define-check.ts';
import type {
  ProductEventDescriptor,
  ProductEventOccurrence,
  ProductEventPage,
} from '../../../../generated/service/types.ts';
import type { CheckContext } from '../scenario-check.ts';
import { propertyOf, type JsonFields } from '../read-value.ts';
import { createObject } from './payload-schema.ts';

/** The parameters of a poll. */
export type Query = Readonly<Record<string, string | number>>;

export const feedStart = '0';

/** Reads a page. Fails the check if the response is not a page; skips it if the credential may not read the feed. */
export async function poll(context: CheckContext, query: Query, profile = 'full'): Promise<ProductEventPage> {
  const { status, body } = await context.call('pollProductEvents', { query, profile });
  if (status === 403) context.skip('The credential may not read this feed.');
  context.expect(
    status === 200,
    citeFacts(['F-4.7-030'], `A valid poll returned ${status} instead of 200.`, 'status'),
  );
  context.expect(
    Array.isArray(propertyOf(body, 'events')),
    citeFacts(['F-4.7-018'], 'The page has no list of events.', 'body.events'),
  );
  return body as ProductEventPage;
}

/** Returns the cursor after the newest event. */
export async function currentCursor(context: CheckContext): Promise<string> {
  return (await poll(context, {})).cursor ?? feedStart;
}

/** Returns the cursors of events, in order. */
export function cursorsOf(events: readonly ProductEventOccurrence[]): readonly string[] {
  return events.map(({ cursor }) => cursor);
}

/** Parses a cursor; `null` if it is not a decimal number. */
export function numberOf(cursor: unknown): bigint | null {
  return typeof cursor === 'string' && /^\d+$/.test(cursor) ? BigInt(cursor) : null;
}

const MAX_PAGES = 100;

/** How a feed is read. Shape: `sizes` are the page sizes, in a cycle; reading stops at `enough` events. */
export interface FeedReading {
  readonly after: string;
  readonly sizes: readonly number[];
  readonly enough: number;
}

/** Reads pages until the end of the feed, or until there are enough events. */
export async function readAll(
  context: CheckContext,
  { sizes, enough, ...start }: FeedReading,
): Promise<readonly ProductEventOccurrence[]> {
  const all: ProductEventOccurrence[] = [];
  let { after } = start;
  for (let count = 0; count < MAX_PAGES; count++) {
    const maxEvents = sizes[count % sizes.length] ?? 50;
    const { events, cursor, hasMore } = await poll(context, { after, maxEvents });
    context.expect(
      events.length <= maxEvents,
      citeFacts(['F-4.7-005'], `A page of at most ${maxEvents} has ${events.length} events.`, 'body.events'),
    );
    all.push(...events);
    if (!hasMore || all.length >= enough) return all;
    context.expect(
      events.length > 0 && cursor !== null && cursor !== after,
      citeFacts(['F-4.7-019', 'F-4.7-020'], 'A page has hasMore true and the same cursor.', 'body.hasMore'),
    );
    after = cursor;
  }
  return context.skip(`The feed is longer than ${MAX_PAGES} pages.`);
}

/** Reads the catalogue as a caller sees it. Fails the check if there is none. */
export async function readCatalogue(
  context: CheckContext,
  profile = 'full',
): Promise<readonly ProductEventDescriptor[]> {
  const { status, body } = await context.call('listProductEventTypes', { profile });
  const events = propertyOf(body, 'events');
  context.expect(
    status === 200 && Array.isArray(events),
    citeFacts(
      ['F-4.7-041'],
      `The catalogue of events returned ${status}, and has ${Array.isArray(events) ? 'a' : 'no'} list.`,
      'body.events',
    ),
  );
  return events as readonly ProductEventDescriptor[];
}

/**
 * Triggers an event with data that matches its schema and returns its cursor. `properties` are included if the schema
 * has them.
 */
export function makeEvent(
  { abilities }: CheckContext,
  { name, payloadSchema }: ProductEventDescriptor,
  properties: JsonFields = {},
): Promise<string> {
  return abilities.makeProductEvent({ name, data: createObject(payloadSchema, properties) });
}

/** Triggers the first event of the catalogue. Skips the check if the catalogue is empty. */
export async function makeAnyEvent(context: CheckContext): Promise<string> {
  const [descriptor] = await readCatalogue(context);
  return descriptor === undefined
    ? context.skip('The catalogue has no event.')
    : makeEvent(context, descriptor);
}

/** Consecutive events of the feed. */
export interface Sample {
  /** The cursor before the first of them. */
  readonly after: string;
  readonly events: readonly ProductEventOccurrence[];
}

/** Returns some events, of several names if possible: new ones, or the oldest of the feed. */
export async function sampleEvents(context: CheckContext, count = 6): Promise<Sample> {
  const after = 'makeProductEvent' in context.abilities ? await createEvents(context, count) : feedStart;
  const { events } = await poll(context, { after, maxEvents: 2 * count });
  if (events.length < 3) context.skip('It needs three events, or a driver that can create them.');
  return { after, events };
}

async function createEvents(context: CheckContext, count: number): Promise<string> {
  const after = await currentCursor(context);
  const descriptors = (await readCatalogue(context)).slice(0, 3);
  for (let made = 0; made < count; made++) {
    const descriptor = descriptors[made % descriptors.length];
    if (descriptor === undefined) return context.skip('The catalogue has no event.');
    await makeEvent(context, descriptor);
  }
  return after;
}

/** Finds an event of the catalogue. Skips the check if there is none. */
export async function describeEvent(
  context: CheckContext,
  matches: (descriptor: ProductEventDescriptor) => boolean,
  what: string,
): Promise<ProductEventDescriptor> {
  const descriptor = (await readCatalogue(context)).find(matches);
  return descriptor ?? context.skip(`The catalogue has no event ${what}.`);
}

/** Returns whether the schema of an object has a property. */
export function namesProperty(schema: unknown, name: string): boolean {
  return propertyOf(propertyOf(schema, 'properties'), name) !== undefined;
}
