/**
 * How scenario checks read the feed of product events, and how they let something happen in it.
 */
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
import { memberOf, type Fields } from '../read-value.ts';
import { inventObject } from './payload-schema.ts';

/** What a poll is asked for. */
export type Query = NonNullable<PollProductEventsInput['query']>;

/** The beginning of every feed. */
export const feedStart = '0';

/** Reads a page. Errors: ends the check where it gets none; a workspace without a feed can't be told of. */
export async function poll(
  tools: CheckContext,
  query: Query,
  client: Client = tools.client,
): Promise<ProductEventPage> {
  const { status, body } = await awaitResponse(pollProductEvents(client, { query }));
  if (status === 403) tools.skip('The credential may not read this feed.');
  tools.expect(status === 200, {
    message: `A poll that is right returned ${status} instead of 200.`,
    at: 'status',
    facts: ['F-4.7-030'],
  });
  tools.expect(Array.isArray(memberOf(body, 'events')), {
    message: 'The page has no list of events.',
    at: 'body.events',
    facts: ['F-4.7-018'],
  });
  return body as ProductEventPage;
}

/** The cursor behind all that has happened. */
export async function currentCursor(tools: CheckContext): Promise<string> {
  return (await poll(tools, {})).cursor ?? feedStart;
}

/** The cursors of events, in their order. */
export function cursorsOf(events: readonly ProductEventOccurrence[]): readonly string[] {
  return events.map(({ cursor }) => cursor);
}

/** A cursor as a number; `null` for one that is no decimal number. */
export function numberOf(cursor: unknown): bigint | null {
  return typeof cursor === 'string' && /^\d+$/.test(cursor) ? BigInt(cursor) : null;
}

/** A read that needs more pages than this is not made to its end. */
const MOST_PAGES = 100;

/** How a feed is read. Shape: `sizes` are the lengths of the pages, over and over; it stops at `enough` events. */
export interface Reading {
  readonly after: string;
  readonly sizes: readonly number[];
  readonly enough: number;
}

/** Reads page after page until there is no more, or enough. */
export async function readAll(
  tools: CheckContext,
  { sizes, enough, ...start }: Reading,
): Promise<readonly ProductEventOccurrence[]> {
  const all: ProductEventOccurrence[] = [];
  let { after } = start;
  for (let count = 0; count < MOST_PAGES; count++) {
    const maxEvents = sizes[count % sizes.length] ?? 50;
    const { events, cursor, hasMore } = await poll(tools, { after, maxEvents });
    tools.expect(events.length <= maxEvents, {
      message: `A page of at most ${maxEvents} has ${events.length} events.`,
      at: 'body.events',
      facts: ['F-4.7-005'],
    });
    all.push(...events);
    if (!hasMore || all.length >= enough) return all;
    tools.expect(events.length > 0 && cursor !== null && cursor !== after, {
      message: 'A page says that there is more and leads no further.',
      at: 'body.hasMore',
      facts: ['F-4.7-019', 'F-4.7-020'],
    });
    after = cursor;
  }
  return tools.skip(`The feed is longer than ${MOST_PAGES} pages.`);
}

/** Reads what the catalogue tells a caller. Errors: ends the check where there is none. */
export async function readCatalogue(
  tools: CheckContext,
  client: Client = tools.client,
): Promise<readonly ProductEventDescriptor[]> {
  const { status, body } = await awaitResponse(listProductEventTypes(client));
  const events = memberOf(body, 'events');
  tools.expect(status === 200 && Array.isArray(events), {
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
  members: Fields = {},
): Promise<string> {
  return abilities.makeProductEvent({ name, data: inventObject(payloadSchema, members) });
}

/** Events of which it is known what they are. */
export interface Sample {
  /** The cursor before the first of them. */
  readonly after: string;
  readonly events: readonly ProductEventOccurrence[];
}

/** Gets some events, of several names where there are: fresh ones, or the oldest that the feed still has. */
export async function sampleEvents(tools: CheckContext, count = 6): Promise<Sample> {
  const after = 'makeProductEvent' in tools.abilities ? await makeSome(tools, count) : feedStart;
  const { events } = await poll(tools, { after, maxEvents: 2 * count });
  if (events.length < 3) tools.skip('It needs three events: have a driver that can make product events.');
  return { after, events };
}

async function makeSome(tools: CheckContext, count: number): Promise<string> {
  const after = await currentCursor(tools);
  const descriptors = (await readCatalogue(tools)).slice(0, 3);
  for (let made = 0; made < count; made++) {
    const descriptor = descriptors[made % descriptors.length];
    if (descriptor === undefined) return tools.skip('The catalogue has no event.');
    await makeEvent(tools, descriptor);
  }
  return after;
}

/** Finds an event of the catalogue. Errors: ends the check where there is none. */
export async function describeEvent(
  tools: CheckContext,
  wanted: (descriptor: ProductEventDescriptor) => boolean,
  what: string,
): Promise<ProductEventDescriptor> {
  const found = (await readCatalogue(tools)).find(wanted);
  return found ?? tools.skip(`The catalogue shows no event ${what}.`);
}

/** Whether the schema of an object names a member. */
export function namesMember(schema: unknown, name: string): boolean {
  return memberOf(memberOf(schema, 'properties'), name) !== undefined;
}
