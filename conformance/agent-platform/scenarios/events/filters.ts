/** Checks of filters of the feed: names, entities, age, regressions, repeats. */
import type { ProductEventDescriptor } from '../../../../generated/service/types.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { defineCheck, relyOnFacts, citeFacts } from '../define-check.ts';
import { isFields, isSame, propertyOf, type JsonFields } from '../read-value.ts';
import { compareEntities, compareRegressions, entityFilters } from './existing-events.ts';
import { compareAgents, halveAge } from './filters-by-runs.ts';
import { coalesceFailures, separateFailures } from './repeated-failures.ts';
import {
  currentCursor,
  cursorsOf,
  describeEvent,
  makeAnyEvent,
  makeEvent,
  namesProperty,
  poll,
  readCatalogue,
  sampleEvents,
} from './feed.ts';
import { msPerDay, msPerHour, msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

export const filterChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT08',
    title: 'With a name, a poll returns all events of that name and no others.',
    description: 'Reads some events, polls again with the name of each, and compares the results.',
    rationale: 'A client would handle an event as another type, or miss it.',
    basis: relyOnFacts('F-4.7-002'),
    async run(context: CheckContext) {
      const { after, events } = await sampleEvents(context);
      for (const name of new Set(events.map((event) => event.name))) {
        const expected = cursorsOf(events.filter((event) => event.name === name));
        const page = (await poll(context, { after, name, maxEvents: expected.length })).events;
        context.expect(
          page.every((event) => event.name === name),
          `A poll for ${name} returns events of another name.`,
          'body.events',
        );
        context.expect(
          isSame(cursorsOf(page), expected),
          `A poll for ${name} does not return the same events of that name as a poll without a filter.`,
          'body.events',
        );
      }
    },
  }),
  defineCheck({
    id: 'EVENT09',
    title: 'A filter for an entity returns the events of that entity and no others.',
    description:
      'For each of the seven filters: triggers two events that differ in it, and polls for the first and for the second. Without a driver, compares the events of the feed, and those of two runs that fail.',
    rationale: 'A client would react to events of another entity.',
    basis: relyOnFacts('F-4.7-007..013'),
    async run(context: CheckContext) {
      const catalogue = await readCatalogue(context);
      const entities = entityFilters.flatMap((filter) => {
        const descriptor = catalogue.find(
          ({ inputSchema, payloadSchema }) =>
            namesProperty(inputSchema, filter) && namesProperty(payloadSchema, filter),
        );
        return descriptor === undefined ? [] : [{ descriptor, filter }];
      });
      // Why: the schemas of a catalogue need not list the properties of the data.
      if (!('makeProductEvent' in context.abilities) || entities.length === 0) {
        await compareEntities(context);
        return compareAgents(context);
      }
      for (const { descriptor, filter } of entities) await expectOnlyOwn(context, descriptor, filter);
    },
  }),
  defineCheck({
    id: 'EVENT10',
    title: 'With `onlyRegressions`, only eval runs whose pass rate dropped are returned.',
    description:
      'Triggers an eval run that got worse and one that got better, and polls for regressions. Without a driver, compares the eval runs of the feed.',
    rationale: 'On-call engineers would be woken by improvements, or miss regressions.',
    basis: relyOnFacts('F-4.7-014'),
    async run(context: CheckContext) {
      if (!('makeProductEvent' in context.abilities)) return compareRegressions(context);
      const descriptor = await describeEvent(
        context,
        ({ name, payloadSchema }) =>
          name === 'svc.eval.run_completed' &&
          ['passRate', 'previousPassRate'].every((property) => namesProperty(payloadSchema, property)),
        'with passRate and previousPassRate of an eval run',
      );
      const after = await currentCursor(context);
      const run = (isWorse: boolean): JsonFields => ({
        passRate: isWorse ? 0.5 : 0.9,
        previousPassRate: isWorse ? 0.9 : 0.5,
        ...regressionFlags(descriptor, isWorse),
      });
      const better = await makeEvent(context, descriptor, run(false));
      const worse = await makeEvent(context, descriptor, run(true));
      const query = { after, name: descriptor.name };
      const regressions = cursorsOf((await poll(context, { ...query, onlyRegressions: 'true' })).events);
      context.expect(
        regressions.includes(worse) && !regressions.includes(better),
        `A poll for regressions ${regressions.includes(better) ? 'returns a run that got better' : 'omits the run that got worse'}.`,
        'body.events',
      );
      const all = cursorsOf((await poll(context, { ...query, onlyRegressions: 'false' })).events);
      context.expect(
        all.includes(worse) && all.includes(better),
        'A poll with onlyRegressions false omits a run.',
        'body.events',
      );
    },
  }),
  defineCheck({
    id: 'EVENT11',
    title: 'With `minIntervalMs`, repeated failures are returned as one event.',
    description:
      'Triggers three failures of the same execution, polls with an interval of an hour, and once without it. Without a driver, runs one agent three times.',
    rationale: 'A repeated failure would hide everything else.',
    basis: relyOnFacts('F-4.7-017'),
    run: coalesceFailures,
  }),
  defineCheck({
    id: 'EVENT12',
    title: 'With `minIntervalMs`, a failure after the interval is a separate event.',
    description:
      'Triggers a failure of an execution and another one two hours later, and polls with an interval of an hour. Without a driver: two failures a moment apart, and an interval of a millisecond.',
    rationale: 'A failure that recurs would look as if it had never stopped, or never be reported again.',
    basis: relyOnFacts('F-4.7-017'),
    run: separateFailures,
  }),
  defineCheck({
    id: 'EVENT13',
    title: '`maxAgeMs` skips older events and reports it.',
    description:
      'Triggers an event, and another one an hour later, polls for the last 30 minutes, and checks `truncated`. Without a driver, the age is between those of the oldest and the newest event.',
    rationale: 'A client that returns late would process stale events, or not know that it missed some.',
    basis: relyOnFacts('F-4.7-004', 'F-4.7-022'),
    async run(context: CheckContext) {
      if (!('makeProductEvent' in context.abilities)) return halveAge(context);
      const after = await currentCursor(context);
      const old = await makeAnyEvent(context);
      await context.abilities.advance(msPerHour);
      const fresh = await makeAnyEvent(context);
      const { events, truncated } = await poll(context, { after, maxAgeMs: 30 * msPerMinute });
      const page = cursorsOf(events);
      context.expect(
        page.includes(fresh) && !page.includes(old),
        `A poll for the last 30 minutes ${page.includes(old) ? 'returns an event of an hour ago' : 'omits an event that has just happened'}.`,
        'body.events',
      );
      const description = 'Events were skipped because of their age, and the page has truncated false.';
      context.note(truncated, citeFacts(['F-4.7-022'], description, 'body.truncated'));
      const whole = await poll(context, { after, maxAgeMs: msPerDay });
      context.note(
        !whole.truncated,
        'A page has truncated true although no event was skipped.',
        'body.truncated',
      );
    },
  }),
  defineCheck({
    id: 'EVENT14',
    title: 'Events are kept for seven days.',
    description: 'Triggers an event, advances the clock by six days, and reads it.',
    rationale: 'A client that was offline for a long weekend would lose events.',
    basis: relyOnFacts('F-4.7-026', 'F-8-012'),
    needs: ['makeProductEvent', 'advance'],
    async run(context: CheckContext) {
      const { after, cursor } = await createOldEvent(context, 6);
      const { events, truncated } = await poll(context, { after });
      context.expect(cursorsOf(events).includes(cursor), 'An event of six days ago is gone.', 'body.events');
      context.note(
        !truncated,
        citeFacts(['F-4.7-022'], 'A page has truncated true although it has every event.', 'body.truncated'),
      );
    },
  }),
  defineCheck({
    id: 'EVENT15',
    title: 'A cursor older than the retention returns `truncated`.',
    description:
      'Triggers an event, advances the clock by eight days, and polls from before it: it is gone, and `truncated` is true.',
    rationale: 'A client that was offline for long would believe that it has seen everything.',
    basis: relyOnFacts('F-4.7-022', 'F-4.7-026', 'F-8-012'),
    needs: ['makeProductEvent', 'advance'],
    async run(context: CheckContext) {
      const { after, cursor } = await createOldEvent(context, 8);
      const { events, truncated } = await poll(context, { after });
      context.note(
        !cursorsOf(events).includes(cursor),
        'An event of eight days ago is still returned.',
        'body.events',
      );
      context.note(
        truncated,
        'Events after the cursor are gone, and the page has truncated false.',
        'body.truncated',
      );
    },
  }),
];

/** Returns the flags of an eval run that mark a regression, if its event has any. */
function regressionFlags({ payloadSchema }: ProductEventDescriptor, isWorse: boolean): JsonFields {
  const properties = propertyOf(payloadSchema, 'properties');
  const flags = Object.entries(isFields(properties) ? properties : {}).filter(
    ([name, schema]) => /regress/i.test(name) && propertyOf(schema, 'type') === 'boolean',
  );
  return Object.fromEntries(flags.map(([name]) => [name, isWorse]));
}

async function expectOnlyOwn(
  context: CheckContext,
  descriptor: ProductEventDescriptor,
  filter: (typeof entityFilters)[number],
): Promise<void> {
  const after = await currentCursor(context);
  const ids = ['one', 'two'].map((which) => `${filter}_${which}_of_a_check`);
  const cursors: string[] = [];
  for (const id of ids) cursors.push(await makeEvent(context, descriptor, { [filter]: id }));
  for (const [index, id] of ids.entries()) {
    const page = cursorsOf((await poll(context, { after, name: descriptor.name, [filter]: id })).events);
    context.note(
      isSame(page, [cursors[index]]),
      `A poll with ${filter} has ${page.length} events instead of the one for that entity.`,
      'body.events',
    );
  }
}

/** Creates an event and advances the clock. */
async function createOldEvent(
  context: CheckContext,
  days: number,
): Promise<{ after: string; cursor: string }> {
  // Why: the cursor must not be the start of the feed, which is always older than the retention.
  await makeAnyEvent(context);
  const after = await currentCursor(context);
  const cursor = await makeAnyEvent(context);
  await context.abilities.advance(days * msPerDay);
  return { after, cursor };
}
