/** Filters of the feed without a driver: compares events that runs have caused. */
import type { ProductEventOccurrence } from '../../../../generated/service/types.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { citeFacts } from '../define-check.ts';
import { propertyOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { currentCursor, cursorsOf, feedStart, poll } from './feed.ts';
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
  const age = timeBetween(oldest, newest);
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
  context.note(truncated, citeFacts(['F-4.7-022'], description, 'body.truncated'));
}

/** Returns the time between two events. Units: milliseconds; NaN if one has no known form. */
function timeBetween(
  one: ProductEventOccurrence | undefined,
  other: ProductEventOccurrence | undefined,
): number {
  const [from, to] = [one, other].map((event) => timeOfTimestamp(event?.timestamp) ?? Number.NaN);
  return (to ?? Number.NaN) - (from ?? Number.NaN);
}
