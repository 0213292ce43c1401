/** Checks of cursors and pages: the initial cursor, the order, and that no event is lost or repeated. */
import fc from 'fast-check';
import type { ProductEventOccurrence } from '../../../../generated/service/types.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { citeAssumption, defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { isSame } from '../read-value.ts';
import {
  cursorsOf,
  feedStart,
  numberOf,
  poll,
  readAll,
  sampleEvents,
  type Query,
  type Sample,
} from './feed.ts';
import { causeEvent, causeEvents } from './triggered.ts';

export const pagingChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT01',
    title: 'Without a cursor, a poll returns no events and the current cursor.',
    description:
      'Triggers an event, polls without `after`, triggers another one, and polls from the returned cursor: only the second one may be returned.',
    rationale: 'A new client would receive past events, or miss the next ones.',
    basis: relyOnFacts('F-4.7-025', 'F-4.7-019'),
    async run(context: CheckContext) {
      const before = await causeEvent(context);
      const { events, cursor } = await poll(context, {});
      context.expect(
        events.length === 0,
        `A poll without a cursor has ${events.length} events.`,
        'body.events',
      );
      context.expect(
        cursor !== null,
        'A poll without a cursor returns none, although there was an event.',
        'body.cursor',
      );
      const later = await causeEvent(context);
      const next = cursorsOf((await poll(context, { after: cursor })).events);
      context.expect(
        next.includes(later) && !next.includes(before),
        `A poll from the returned cursor ${next.includes(before) ? 'returns an earlier event' : 'omits a later event'}.`,
        'body.cursor',
      );
    },
  }),
  defineCheck({
    id: 'EVENT02',
    title: 'Without a cursor, a poll returns immediately, even with waitMs.',
    description:
      'Polls without `after` and with `waitMs` of two seconds, and checks that the response comes before that.',
    rationale: 'A client that only needs the current cursor would be delayed.',
    basis: relyOnAssumption('A-084'),
    async run(context: CheckContext) {
      const started = performance.now();
      await poll(context, { waitMs: 2_000 });
      context.expect(performance.now() - started < 1_900, 'A poll without a cursor waited for an event.');
    },
  }),
  defineCheck({
    id: 'EVENT03',
    title: 'Pages of any size return the same events in the same order, each once.',
    description:
      'Reads some events in one page, and again in pages of random sizes, each from the cursor of the page before.',
    rationale: 'A client would miss events or handle them twice.',
    basis: relyOnFacts('F-4.7-003', 'F-4.7-005', 'F-4.7-019', 'F-4.7-023', 'F-4.7-024'),
    async run(context: CheckContext) {
      const sample = await sampleEvents(context, 9);
      const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(sizes, (one) => expectSameEvents(context, sample, one));
      const { failed, errorInstance } = await fc.check(property, { seed: context.seed, numRuns: 6 });
      if (failed) throw errorInstance as Error;
    },
  }),
  defineCheck({
    id: 'EVENT04',
    title: '`hasMore` is true while more events match, and false after the last.',
    description:
      'Reads some events in two pages, the first of which omits one event, in a page of exactly their number, and the last event alone, and checks `hasMore` of each.',
    rationale: 'A client would wait although there are events, or poll repeatedly although there are none.',
    basis: relyOnFacts('F-4.7-020'),
    async run(context: CheckContext) {
      const { after, events } = await sampleEvents(context);
      const first = await poll(context, { after, maxEvents: events.length - 1 });
      context.expect(first.hasMore, 'A page that omits an event has hasMore false.', 'body.hasMore');
      const rest = { after: first.cursor ?? after, maxEvents: 50 };
      const last = await queryForLast(context, events);
      for (const query of [rest, { after, maxEvents: events.length }, last]) {
        const page = await poll(context, query);
        if (!page.hasMore) continue;
        const next = await poll(context, { after: page.cursor ?? after, maxEvents: 50 });
        context.expect(
          next.events.length > 0,
          'A page has hasMore true and the next one has no events.',
          'body.hasMore',
        );
      }
    },
  }),
  defineCheck({
    id: 'EVENT05',
    title: 'A page has 50 events by default.',
    description:
      'Triggers events until there are 51, and polls without `maxEvents`: 50 are returned, and there are more.',
    rationale:
      'A client that relies on the size would get too many events, or page through its feed in small steps.',
    basis: relyOnFacts('F-4.7-027', 'F-8-014'),
    async run(context: CheckContext) {
      const after = await causeEvents(context, 51);
      const { events } = await poll(context, { after });
      context.expect(
        events.length === 50,
        `A page without maxEvents has ${events.length} of at least 51 events instead of 50.`,
        'body.events',
      );
    },
  }),
  defineCheck({
    id: 'EVENT06',
    title: 'Events are ordered by cursor and follow the given one.',
    description:
      'Reads some events, polls again from the cursor of the second one, and compares the cursors as numbers.',
    rationale: 'A client that stores the last cursor would lose events.',
    basis: relyOnFacts('F-4.7-023', 'F-4.7-024'),
    async run(context: CheckContext) {
      const { events } = await sampleEvents(context);
      const after = events[1]?.cursor ?? '';
      const rest = cursorsOf((await poll(context, { after, maxEvents: events.length })).events);
      const numbers = [after, ...rest].map(numberOf);
      context.expect(
        !numbers.includes(null),
        citeAssumption('A-038', 'A cursor is not a decimal number.', 'body.events.0.cursor'),
      );
      context.expect(
        numbers.every((number, index) => index === 0 || (number ?? 0n) > (numbers[index - 1] ?? 0n)),
        'The cursors of a page do not increase from the given one.',
        'body.events',
      );
      const expected = cursorsOf(events.slice(2));
      context.expect(
        isSame(rest.slice(0, expected.length), expected),
        `The event with the cursor ${expected.find((cursor, index) => rest[index] !== cursor) ?? ''} is missing after the cursor ${after}.`,
        'body.events',
      );
    },
  }),
];

/** The maximum number of events to read to find the end of a feed. */
const MAX_READ = 500;

/** Returns a query for the last event of the feed alone; for the last one of the sample in a long feed. */
async function queryForLast(
  context: CheckContext,
  sample: readonly ProductEventOccurrence[],
): Promise<Query> {
  const after = sample.at(-1)?.cursor ?? feedStart;
  const rest = await readAll(context, { after, sizes: [50], enough: MAX_READ });
  return { after: [...sample, ...rest].at(-2)?.cursor ?? feedStart, maxEvents: 1 };
}

/** Expects the events of a sample in pages of these sizes. Ignores events after the sample, which may be new. */
async function expectSameEvents(
  context: CheckContext,
  { after, events }: Sample,
  sizes: readonly number[],
): Promise<void> {
  const reading = { after, sizes, enough: events.length };
  const read = cursorsOf(await readAll(context, reading)).slice(0, events.length);
  const expected = cursorsOf(events);
  context.expect(
    isSame(read, expected),
    `${describeDifference(read, expected)} in pages of ${sizes.join(', ')}.`,
    'body.events',
  );
}

function describeDifference(read: readonly string[], expected: readonly string[]): string {
  const repeated = read.find((cursor, index) => read.indexOf(cursor) !== index);
  if (repeated !== undefined) return `The event with the cursor ${repeated} is repeated`;
  const missing = expected.find((cursor) => !read.includes(cursor));
  return missing === undefined
    ? 'The events are in another order'
    : `The event with the cursor ${missing} is missing`;
}
