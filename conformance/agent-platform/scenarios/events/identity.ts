/** Checks of events: the same ids and times in every poll; and of polls that do not wait. */
import type { ProductEventOccurrence } from '../../../../generated/service/types.ts';
import { timeOfTimestamp } from '../../../responses/timestamps.ts';
import { defineCheck, warning, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { isSame } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { pauseForApproval } from '../paused-run.ts';
import { currentCursor, feedStart, poll, readAll } from './feed.ts';

export const identityChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT34',
    title: 'An event has a unique id, and is the same in every poll.',
    description:
      'Reads the feed twice and compares the events, their ids, their cursors and the order of their times.',
    rationale: 'A client that ignores events that it has seen would drop new ones.',
    basis: relyOnFacts('F-2.6-003', 'F-4.7-001'),
    run: readTwice,
  }),
  defineCheck({
    id: 'EVENT36',
    title: 'A poll that waits for nothing waits as long as requested.',
    description:
      'Polls after the last event with `waitMs` of 600, and measures how long it takes to return empty.',
    rationale: 'A client that relies on the wait would poll in a tight loop.',
    basis: relyOnFacts('F-4.7-006'),
    run: waitForNothing,
  }),
  defineCheck({
    id: 'EVENT37',
    title: 'An approval that a run requests is an event of the feed.',
    description:
      'Reads the cursor, plays a run that needs an approval, and polls for the one event that names the run, first waiting for it.',
    rationale: 'A person who is to decide would not be notified.',
    runs: ['ownerGate'],
    basis: relyOnPractice('The catalogue has an event for a requested approval.'),
    run: requestApproval,
  }),
];

async function readFeed(context: CheckContext, size: number): Promise<readonly ProductEventOccurrence[]> {
  return readAll(context, { after: feedStart, sizes: [size], enough: 100 });
}

async function readTwice(context: CheckContext): Promise<void> {
  const first = await readFeed(context, 50);
  if (first.length < 2) context.skip('The feed has fewer than two events.');
  context.expect(
    new Set(first.map(({ eventId }) => eventId)).size === first.length,
    'Two events of the feed have the same eventId.',
    'body.events.eventId',
  );
  context.expect(
    new Set(first.map(({ cursor }) => cursor)).size === first.length,
    'Two events of the feed have the same cursor.',
    'body.events.cursor',
  );
  const times = first.map(({ timestamp }) => timeOfTimestamp(timestamp) ?? 0);
  context.warn(
    times.every((at, index) => at === 0 || at >= (times[index - 1] ?? at)),
    'An event of the feed is older than the one before it.',
    'body.events.timestamp',
  );
  const again = await readFeed(context, 7);
  const byCursor = new Map(again.map((event) => [event.cursor, event]));
  for (const event of first) {
    const other = byCursor.get(event.cursor);
    context.note(
      other === undefined || isSame(other, event),
      'An event differs between two polls.',
      'body.events',
    );
  }
}

async function waitForNothing(context: CheckContext): Promise<void> {
  const waitMs = 600;
  const after = await currentCursor(context);
  const started = performance.now();
  const { events } = await poll(context, { after, waitMs });
  const took = performance.now() - started;
  if (events.length > 0) context.skip('An event happened in between.');
  context.expect(
    took > waitMs / 2,
    warning(`A poll with a wait of ${waitMs} ms returned early and without an event.`),
  );
}

async function requestApproval(context: CheckContext): Promise<void> {
  const after = await currentCursor(context);
  const waiting = poll(context, { after, waitMs: 5_000 });
  const { executionId } = await pauseForApproval(context, 'ownerGate');
  const first = await waiting;
  const { events } = await poll(context, { after });
  const named = events.filter(({ name }) => name === 'svc.approval.requested');
  context.expect(named.length > 0, 'A run that requests an approval creates no event.', 'body.events');
  context.note(
    first.events.length > 0,
    'A poll that waits returns without the event that happened while it waited.',
    'body.events',
  );
  const ofRun = named.filter(({ data }) => JSON.stringify(data).includes(executionId));
  context.note(
    ofRun.length > 0,
    'The event of a requested approval does not name its run.',
    'body.events.data',
  );
  context.note(
    ofRun.length < 2,
    `A run that requests one approval creates ${ofRun.length} events.`,
    'body.events',
  );
}
