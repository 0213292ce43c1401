/** Filters of the feed without a driver: compares events that runs have caused. */
import type { ProductEventOccurrence } from '../../../../generated/service/types.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { stated } from '../define-check.ts';
import { holdsText, propertyOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { currentCursor, cursorsOf, feedStart, poll, type Query } from './feed.ts';
import { causeByRun } from './triggered.ts';
import { timeOfTimestamp } from '../../../responses/timestamps.ts';

/** Compares the events of two agents with a poll for each. */
export async function compareAgents(context: CheckContext): Promise<void> {
  const other =
    context.environment.otherAgent ?? (await makeAgent(context, { name: 'Backlot check of events' }));
  const ids = [await makeAgent(context, { name: 'Backlot check of own events' }), other];
  const after = await currentCursor(context);
  const cursors: string[] = [];
  for (const id of ids) cursors.push((await causeByRun(context, id)).cursor);
  for (const [index, agentId] of ids.entries()) {
    const page = await poll(context, { after, agentId, maxEvents: 200 });
    const [own = '', foreign = ''] = index === 0 ? cursors : cursors.toReversed();
    context.note(
      cursorsOf(page.events).includes(own),
      'A poll with agentId omits an event of that agent.',
      'body.events',
    );
    context.note(
      !cursorsOf(page.events).includes(foreign) &&
        page.events.every(({ data }) => [undefined, agentId].includes(propertyOf(data, 'agentId') as string)),
      'A poll with agentId has an event of another agent.',
      'body.events',
    );
  }
}

/** Compares two failures that are further apart than the interval. */
export async function failTwice(context: CheckContext): Promise<void> {
  const after = await currentCursor(context);
  const events = [];
  for (let count = 0; count < 2; count++) {
    events.push(await causeByRun(context));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [first, second] = events;
  const name = 'svc.execution.failed';
  const isApart = apart(first, second) > 1;
  if (first?.name !== name || second?.name !== name || !isApart)
    return context.skip('No run of the kind failing causes an event, or its time has no milliseconds.');
  const page = cursorsOf((await poll(context, { after, name, minIntervalMs: 1 })).events);
  context.expect(
    page.includes(first.cursor) && page.includes(second.cursor),
    'Two failures that are further apart than the interval are returned as one event.',
    'body.events',
  );
}

/** Compares three failures of one agent with a poll for those that are an hour apart, also among other events. */
export async function failRepeatedly(context: CheckContext): Promise<void> {
  const after = await currentCursor(context);
  const agentId = await makeAgent(context, { name: 'Backlot check of repeated failures' });
  const failures = [];
  for (let count = 0; count < 3; count++) failures.push(await causeByRun(context, agentId));
  const name = 'svc.execution.failed';
  if (failures.some((event) => event.name !== name || propertyOf(event.data, 'agentId') !== agentId))
    context.skip('No run of the kind failing causes an event that names its agent.');
  const countOf = async (query: Query): Promise<number> =>
    (await poll(context, { after, maxEvents: 200, ...query })).events.filter(
      (event) => event.name === name && propertyOf(event.data, 'agentId') === agentId,
    ).length;
  const coalesced = await countOf({ name, minIntervalMs: 3_600_000 });
  context.expect(
    coalesced > 0,
    'Failures within the interval are not returned, not even one of them.',
    'body.events',
  );
  // Why: the source does not say what makes a failure the repeat of another one.
  context.warn(
    coalesced < 3,
    'Three failures of one agent within the interval are all returned.',
    'body.events',
  );
  const all = await countOf({ name });
  context.expect(
    all === 3,
    `Without an interval three failures are returned as ${all} events.`,
    'body.events',
  );
  await compareOthers(context, name);
}

/** Compares the events other than failures in polls with and without an interval. */
async function compareOthers(context: CheckContext, failure: string): Promise<void> {
  const whole = await poll(context, { after: feedStart, maxEvents: 50 });
  const { status, body } = await context.call('pollProductEvents', {
    query: { after: feedStart, maxEvents: 50, minIntervalMs: 3_600_000 },
  });
  // Why: a service may accept the interval only with the name of the failures.
  if (status !== 200) return;
  const others = whole.events.filter(({ name }) => name !== failure);
  context.warn(
    others.every(({ eventId }) => holdsText(body, eventId)),
    'A poll with minIntervalMs omits events that are not failures.',
    'body.events',
  );
}

/** The smallest difference in age that is compared. Units: milliseconds. */
const FAR_APART = 3_000;

/** Polls for events that are at most half as old as the oldest one. */
export async function halveAge(context: CheckContext): Promise<void> {
  const before = await currentCursor(context);
  const newest = await causeByRun(context);
  const [oldest] = (await poll(context, { after: feedStart, maxEvents: 1 })).events;
  const whole = await poll(context, { after: before });
  context.note(
    !whole.truncated || !cursorsOf(whole.events).includes(newest.cursor),
    'A page has truncated true although no event was skipped.',
    'body.truncated',
  );
  const age = apart(oldest, newest);
  if (oldest === undefined || !(age > FAR_APART)) return;
  const { events, truncated } = await poll(context, {
    after: feedStart,
    maxAgeMs: Math.floor(age / 2),
    maxEvents: 50,
  });
  context.note(
    !cursorsOf(events).includes(oldest.cursor),
    'A poll for the last events returns one that is twice as old.',
    'body.events',
  );
  const description = 'Events were skipped because of their age, and the page has truncated false.';
  context.note(truncated, stated(['F-4.7-022'], description, 'body.truncated'));
}

/** Returns the time between two events. Units: milliseconds; NaN if one has no known form. */
function apart(one: ProductEventOccurrence | undefined, other: ProductEventOccurrence | undefined): number {
  const [from, to] = [one, other].map((event) => timeOfTimestamp(event?.timestamp) ?? Number.NaN);
  return (to ?? Number.NaN) - (from ?? Number.NaN);
}
