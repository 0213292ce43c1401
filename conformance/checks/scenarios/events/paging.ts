/**
 * Stories about cursors and pages: where reading begins, how it goes on, that nothing is lost or comes twice.
 */
import fc from 'fast-check';
import type { PackCheck, PackTools } from '../pack.ts';
import { assumed, defineStory, restOnAssumption, restOnFacts } from '../story/define-story.ts';
import { isSame } from '../story/read-value.ts';
import {
  currentCursor,
  cursorsOf,
  makeEvent,
  numberOf,
  poll,
  readAll,
  readCatalogue,
  sampleEvents,
  type Sample,
} from './feed.ts';

/** Stories about pages. */
export const pagingStories: readonly PackCheck[] = [
  defineStory({
    id: 'EVENT01',
    title: 'Without a cursor a poll has no events and tells where the feed stands.',
    does: 'Lets an event happen, polls without `after`, lets another one happen, and reads on from the cursor: only the second one may come.',
    why: 'A client that starts now would be told of the past, or would miss what comes next.',
    basis: restOnFacts('F-4.7-025', 'F-4.7-019'),
    needs: ['makeProductEvent'],
    async run(tools: PackTools) {
      const [descriptor] = await readCatalogue(tools);
      if (descriptor === undefined) return tools.skip('The catalogue has no event.');
      const before = await makeEvent(tools, descriptor);
      const { events, cursor } = await poll(tools, {});
      tools.expect(events.length === 0, {
        message: `A poll without a cursor has ${events.length} events.`,
        at: 'body.events',
      });
      tools.expect(cursor !== null, {
        message: 'A poll without a cursor tells none, although there was an event.',
        at: 'body.cursor',
      });
      const later = await makeEvent(tools, descriptor);
      const next = cursorsOf((await poll(tools, { after: cursor })).events);
      tools.expect(next.includes(later) && !next.includes(before), {
        message: `The cursor of a poll without one leads to ${next.includes(before) ? 'what was before it' : 'nothing that came later'}.`,
        at: 'body.cursor',
      });
    },
  }),
  defineStory({
    id: 'EVENT02',
    title: 'Without a cursor a poll answers at once, whatever it is told to wait.',
    does: 'Polls without `after` and with `waitMs` of two seconds, and looks whether the answer comes before.',
    why: 'A client that only asks where the feed stands would be held up.',
    basis: restOnAssumption('A-084'),
    async run(tools: PackTools) {
      const started = performance.now();
      await poll(tools, { waitMs: 2_000 });
      tools.expect(performance.now() - started < 1_900, {
        message: 'A poll without a cursor waited for an event.',
        at: 'response',
      });
    },
  }),
  defineStory({
    id: 'EVENT03',
    title: 'Pages of any size tell the same events in the same order, each once.',
    does: 'Reads some events in one page, and again in pages of random sizes, each from the cursor of the page before.',
    why: 'A client would miss events, or handle them twice.',
    basis: restOnFacts('F-4.7-003', 'F-4.7-005', 'F-4.7-019', 'F-4.7-023', 'F-4.7-024'),
    async run(tools: PackTools) {
      const sample = await sampleEvents(tools, 9);
      const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(sizes, (one) => expectSameEvents(tools, sample, one));
      const { failed, errorInstance } = await fc.check(property, { seed: tools.seed, numRuns: 6 });
      if (failed) throw errorInstance as Error;
    },
  }),
  defineStory({
    id: 'EVENT04',
    title: '`hasMore` is true while more events match, and false behind the last.',
    does: 'Reads some events in two pages, the first of which leaves one event out, and looks at `hasMore` of both.',
    why: 'A client would wait although there is something, or ask again and again although there is nothing.',
    basis: restOnFacts('F-4.7-020'),
    async run(tools: PackTools) {
      const { after, events } = await sampleEvents(tools);
      const first = await poll(tools, { after, maxEvents: events.length - 1 });
      tools.expect(first.hasMore, {
        message: 'A page that leaves an event out does not say that there is more.',
        at: 'body.hasMore',
      });
      const second = await poll(tools, { after: first.cursor ?? after, maxEvents: 50 });
      if (!second.hasMore) return;
      const third = await poll(tools, { after: second.cursor ?? after, maxEvents: 50 });
      tools.expect(third.events.length > 0, {
        message: 'A page says that there is more, and there is nothing behind it.',
        at: 'body.hasMore',
      });
    },
  }),
  defineStory({
    id: 'EVENT05',
    title: 'A page has 50 events unless it is asked for otherwise.',
    does: 'Lets 51 events happen and reads them without `maxEvents`: 50 come, and there is more.',
    why: 'A client that counts on the size would be flooded, or page through its feed in drops.',
    basis: restOnFacts('F-4.7-027', 'F-8-014'),
    needs: ['makeProductEvent'],
    async run(tools: PackTools) {
      const after = await currentCursor(tools);
      const [descriptor] = await readCatalogue(tools);
      if (descriptor === undefined) return tools.skip('The catalogue has no event.');
      for (let count = 0; count < 51; count++) await makeEvent(tools, descriptor);
      const { events } = await poll(tools, { after });
      tools.expect(events.length === 50, {
        message: `A page without maxEvents has ${events.length} of 51 events instead of 50.`,
        at: 'body.events',
      });
    },
  }),
  defineStory({
    id: 'EVENT06',
    title: 'Events come in the order of their cursors, all of them behind the one that was given.',
    does: 'Reads some events, and again from behind the second of them, and compares the cursors as numbers.',
    why: 'A client that remembers the last cursor would lose what it has not seen.',
    basis: restOnFacts('F-4.7-023', 'F-4.7-024'),
    async run(tools: PackTools) {
      const { events } = await sampleEvents(tools);
      const after = events[1]?.cursor ?? '';
      const rest = cursorsOf((await poll(tools, { after, maxEvents: events.length })).events);
      const numbers = [after, ...rest].map(numberOf);
      tools.expect(
        !numbers.includes(null),
        assumed('A-038', 'A cursor is no decimal number.', 'body.events.0.cursor'),
      );
      tools.expect(
        numbers.every((number, index) => index === 0 || (number ?? 0n) > (numbers[index - 1] ?? 0n)),
        { message: 'The cursors of a page do not rise from the one that was given.', at: 'body.events' },
      );
      const expected = cursorsOf(events.slice(2));
      tools.expect(isSame(rest.slice(0, expected.length), expected), {
        message: 'A page does not begin with the event behind the cursor that was given.',
        at: 'body.events',
      });
    },
  }),
  defineStory({
    id: 'EVENT07',
    title: 'The cursor of a page never goes back.',
    does: 'Polls behind the last of some events, once for every event and once for a single agent, and compares the cursors.',
    why: 'A client that passes it back would read the same again.',
    basis: restOnAssumption('A-086'),
    async run(tools: PackTools) {
      const { events } = await sampleEvents(tools);
      const after = events.at(-1)?.cursor ?? '';
      for (const filter of [{}, { agentId: 'agent_of_nobody' }]) {
        const { cursor } = await poll(tools, { after, ...filter });
        const [given, got] = [numberOf(after), numberOf(cursor)];
        tools.expect(given === null || (got !== null && got >= given), {
          message: 'The cursor of a page is before the one that was given.',
          at: 'body.cursor',
        });
      }
    },
  }),
];

/** What has happened since the sample was taken stands behind it and is left out. */
async function expectSameEvents(
  tools: PackTools,
  { after, events }: Sample,
  sizes: readonly number[],
): Promise<void> {
  const reading = { after, sizes, enough: events.length };
  const read = cursorsOf(await readAll(tools, reading)).slice(0, events.length);
  const expected = cursorsOf(events);
  tools.expect(isSame(read, expected), {
    message: `In pages of ${sizes.join(', ')} ${describeDifference(read, expected)}.`,
    at: 'body.events',
  });
}

function describeDifference(read: readonly string[], expected: readonly string[]): string {
  if (new Set(read).size < read.length) return 'an event comes twice';
  return expected.every((cursor) => read.includes(cursor))
    ? 'the events come in another order'
    : 'an event is missing';
}
