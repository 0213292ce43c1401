/** How scenario checks read the feed of product events, and how they let something happen in it. */
import {
  listProductEventTypes,
  pollProductEvents,
  type Client,
  type PollProductEventsInput,
} from '../../../../generated/service/client.ts';
import type {
  ProductEventDescriptor,
  ProductEventOccurrence,
  ProductEventPage,
} from '../../../../generated/service/types.ts';
import type { CheckContext } from '../scenario-check.ts';
import { awaitResponse } from '../call-response.ts';
import { propertyOf, type JsonFields } from '../read-value.ts';
import { inventObject } from './payload-schema.ts';

/** The parameters of a poll. */
export type Query = NonNullable<PollProductEventsInput['query']>;

/** The beginning of every feed. */
export const feedStart = '0';

/** Reads a page. Errors: ends the check where it gets none; a workspace without a feed can't be told of. */
export async function poll(
  context: CheckContext,
  query: Query,
  client: Client = context.client,
): Promise<ProductEventPage> {
  const { status, body } = await awaitResponse(pollProductEvents(client, { query }));
  if (status === 403) context.skip('The credential may not read this feed.');
  context.expect(status === 200, {
    message: `A poll that is right returned ${status} instead of 200.`,
    at: 'status',
    facts: ['F-4.7-030'],
  });
  context.expect(Array.isArray(propertyOf(body, 'events')), {
    message: 'The page has no list of events.',
    at: 'body.events',
    facts: ['F-4.7-018'],
  });
  return body as ProductEventPage;
}

/** The cursor behind all that has happened. */
export async function currentCursor(context: CheckContext): Promise<string> {
  return (await poll(context, {})).cursor ?? feedStart;
}

/** The cursors of events, in their order. */
export function cursorsOf(events: readonly ProductEventOccurrence[]): readonly string[] {
  return events.map(({ cursor }) => cursor);
}

/** A cursor as a number; `null` for one that is no decimal number. */
export function numberOf(cursor: unknown): bigint | null {
  return typeof cursor === 'string' && /^\d+$/.test(cursor) ? BigInt(cursor) : null;
}

const MOST_PAGES = 100;

/** How a feed is read. Shape: `sizes` are the lengths of the pages, over and over; it stops at `enough` events. */
export interface FeedReading {
  readonly after: string;
  readonly sizes: readonly number[];
  readonly enough: number;
}

/** Reads page after page until there is no more, or enough. */
export async function readAll(
  context: CheckContext,
  { sizes, enough, ...start }: FeedReading,
): Promise<readonly ProductEventOccurrence[]> {
  const all: ProductEventOccurrence[] = [];
  let { after } = start;
  for (let count = 0; count < MOST_PAGES; count++) {
    const maxEvents = sizes[count % sizes.length] ?? 50;
    const { events, cursor, hasMore } = await poll(context, { after, maxEvents });
    context.expect(events.length <= maxEvents, {
      message: `A page of at most ${maxEvents} has ${events.length} events.`,
      at: 'body.events',
      facts: ['F-4.7-005'],
    });
    all.push(...events);
    if (!hasMore || all.length >= enough) return all;
    context.expect(events.length > 0 && cursor !== null && cursor !== after, {
      message: 'A page has hasMore true and the same cursor.',
      at: 'body.hasMore',
      facts: ['F-4.7-019', 'F-4.7-020'],
    });
    after = cursor;
  }
  return context.skip(`The feed is longer than ${MOST_PAGES} pages.`);
}

/** Reads what the catalogue tells a caller. Errors: ends the check where there is none. */
export async function readCatalogue(
  context: CheckContext,
  client: Client = context.client,
): Promise<readonly ProductEventDescriptor[]> {
  const { status, body } = await awaitResponse(listProductEventTypes(client));
  const events = propertyOf(body, 'events');
  context.expect(status === 200 && Array.isArray(events), {
    message: `The catalogue of events returned ${status}, and has ${Array.isArray(events) ? 'a' : 'no'} list.`,
    at: 'body.events',
    facts: ['F-4.7-041'],
  });
  return events as readonly ProductEventDescriptor[];
}

/** Lets an event happen whose data fits its schema, with these members where the schema knows them. Answers its cursor. */
export function makeEvent(
  { abilities }: CheckContext,
  { name, payloadSchema }: ProductEventDescriptor,
  properties: JsonFields = {},
): Promise<string> {
  return abilities.makeProductEvent({ name, data: inventObject(payloadSchema, properties) });
}

/** Events of which it is known what they are. */
export interface Sample {
  /** The cursor before the first of them. */
  readonly after: string;
  readonly events: readonly ProductEventOccurrence[];
}

/** Gets some events, of several names where there are: fresh ones, or the oldest that the feed still has. */
export async function sampleEvents(context: CheckContext, count = 6): Promise<Sample> {
  const after = 'makeProductEvent' in context.abilities ? await makeSome(context, count) : feedStart;
  const { events } = await poll(context, { after, maxEvents: 2 * count });
  if (events.length < 3) context.skip('It needs three events: have a driver that can make product events.');
  return { after, events };
}

async function makeSome(context: CheckContext, count: number): Promise<string> {
  const after = await currentCursor(context);
  const descriptors = (await readCatalogue(context)).slice(0, 3);
  for (let made = 0; made < count; made++) {
    const descriptor = descriptors[made % descriptors.length];
    if (descriptor === undefined) return context.skip('The catalogue has no event.');
    await makeEvent(context, descriptor);
  }
  return after;
}

/** Finds an event of the catalogue. Errors: ends the check where there is none. */
export async function describeEvent(
  context: CheckContext,
  wanted: (descriptor: ProductEventDescriptor) => boolean,
  what: string,
): Promise<ProductEventDescriptor> {
  const descriptor = (await readCatalogue(context)).find(wanted);
  return descriptor ?? context.skip(`The catalogue shows no event ${what}.`);
}

/** Returns whether the schema of an object has a property. */
export function namesProperty(schema: unknown, name: string): boolean {
  return propertyOf(propertyOf(schema, 'properties'), name) !== undefined;
}
