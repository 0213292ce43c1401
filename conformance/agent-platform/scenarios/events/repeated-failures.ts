/** Repeated failures in the feed: triggered by the driver, or by runs of one agent that fail. */
import { setTimeout as pause } from 'node:timers/promises';
import { timeOfTimestamp } from '../../../responses/timestamps.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { warning } from '../define-check.ts';
import { containsText, propertyOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { currentCursor, cursorsOf, describeEvent, feedStart, makeEvent, poll, type Query } from './feed.ts';
import { causeByRun } from './triggered.ts';
import { msPerHour } from '../../../../templates/runtime/conversion/durations.ts';

const failure = 'svc.execution.failed';

/** A failure in the feed. Units: `at` is epoch milliseconds; `null` if it is not known. */
interface Failure {
  readonly cursor: string;
  readonly at: number | null;
}

/** Failures of one agent. Shape: `after` is the cursor before the first one. */
interface Failures {
  readonly after: string;
  readonly cause: () => Promise<Failure>;
}

/** Prepares failures. Why an agent without events: earlier ones may count as repeated too. */
async function prepareFailures(context: CheckContext): Promise<Failures> {
  if (isDriven(context)) {
    const event = await describeEvent(context, ({ name }) => name === failure, 'of failed executions');
    const after = await currentCursor(context);
    const agentId = `agent_of_a_check_${after}`;
    return { after, cause: async () => ({ cursor: await makeEvent(context, event, { agentId }), at: null }) };
  }
  const after = await currentCursor(context);
  const agentId = await makeAgent(context, { name: 'Backlot check of repeated failures' });
  return {
    after,
    async cause() {
      const { name, data, cursor, timestamp } = await causeByRun(context, agentId);
      if (name !== failure || propertyOf(data, 'agentId') !== agentId)
        context.skip('No run of the kind failing causes an event with the id of its agent.');
      return { cursor, at: timeOfTimestamp(timestamp) };
    },
  };
}

function isDriven({ abilities }: CheckContext): boolean {
  return 'makeProductEvent' in abilities;
}

/** Compares three failures with a poll for those that are an hour apart, also among other events. */
export async function coalesceFailures(context: CheckContext): Promise<void> {
  const { after, cause } = await prepareFailures(context);
  const made = [await cause(), await cause(), await cause()].map(({ cursor }) => cursor);
  const countIn = async (query: Query): Promise<number> => {
    const { events } = await poll(context, { after, name: failure, maxEvents: 200, ...query });
    return made.filter((cursor) => cursorsOf(events).includes(cursor)).length;
  };
  const coalesced = await countIn({ minIntervalMs: msPerHour });
  const message = `Three failures of the same execution within the interval are returned as ${coalesced} events.`;
  context.expect(coalesced > 0, message, 'body.events');
  // Why: the source does not specify when a failure is the repeat of another one.
  context.note(coalesced < 3, isDriven(context) ? message : warning(message, 'body.events'), 'body.events');
  const all = await countIn({});
  context.expect(
    all === 3,
    `Without an interval three failures are returned as ${all} events.`,
    'body.events',
  );
  await compareOthers(context);
}

/** Compares two failures that are further apart than the interval. */
export async function separateFailures(context: CheckContext): Promise<void> {
  const { after, cause } = await prepareFailures(context);
  const first = await cause();
  if (isDriven(context)) await context.abilities.advance(2 * msPerHour);
  else await pause(20);
  const second = await cause();
  const isApart = first.at !== null && second.at !== null && second.at - first.at > 1;
  if (!isDriven(context) && !isApart) context.skip('The times of events have no milliseconds.');
  const minIntervalMs = isDriven(context) ? msPerHour : 1;
  const { events } = await poll(context, { after, name: failure, minIntervalMs });
  context.expect(
    [first, second].every(({ cursor }) => cursorsOf(events).includes(cursor)),
    'Two failures that are further apart than the interval are returned as one event.',
    'body.events',
  );
}

/** Compares the events other than failures in polls with and without an interval. */
async function compareOthers(context: CheckContext): Promise<void> {
  const whole = await poll(context, { after: feedStart, maxEvents: 50 });
  const query = { after: feedStart, maxEvents: 50, minIntervalMs: msPerHour };
  const { status, body } = await context.call('pollProductEvents', { query });
  // Why: a service may accept the interval only with the name of the failures.
  if (status !== 200) return;
  context.warn(
    whole.events.every(({ name, eventId }) => name === failure || containsText(body, eventId)),
    'A poll with minIntervalMs omits events that are not failures.',
    'body.events',
  );
}
