/** Causes product events: with the driver, or by runs that fail or need an approval. */
import type { ProductEventOccurrence } from '../../../../generated/service/types.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { containsText, propertyOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { currentCursor, cursorsOf, makeAnyEvent, poll, type Query } from './feed.ts';

/** Kinds of runs that cause an event. */
const kinds = ['failing', 'ownerGate'];

/** Causes an event and returns its cursor. Skips the check if neither the driver nor a run can cause one. */
export async function causeEvent(context: CheckContext): Promise<string> {
  return 'makeProductEvent' in context.abilities ? makeAnyEvent(context) : (await causeByRun(context)).cursor;
}

/** An event that can be caused, and a poll that returns no others. Shape: `cause` returns the cursor of the event. */
export interface PreparedEvent {
  readonly query: Query;
  readonly cause: () => Promise<string>;
}

/** Prepares an event; without a driver, one of a new agent. Why: other checks cause events at the same time. */
export async function prepareEvent(context: CheckContext): Promise<PreparedEvent> {
  if ('makeProductEvent' in context.abilities) return { query: {}, cause: () => causeEvent(context) };
  const agentId = await makeAgent(context, { name: 'Backlot check of a wait' });
  return {
    query: { agentId },
    async cause() {
      const { cursor, data } = await causeByRun(context, agentId);
      return propertyOf(data, 'agentId') === agentId
        ? cursor
        : context.skip('The event of a run has no agentId.');
    },
  };
}

/** Plays a run that causes an event, by default of the agent of its template, and returns that event. */
export async function causeByRun(context: CheckContext, agentId?: string): Promise<ProductEventOccurrence> {
  const after = await currentCursor(context);
  for (const kind of kinds) {
    if (context.environment.runs[kind] === undefined) continue;
    const { executionId } = await context.play(kind, {
      isStreamed: false,
      ...(agentId !== undefined && { agentId }),
    });
    const { events } = await poll(context, { after });
    // Why: other checks cause events at the same time.
    const ofRun = events.findLast(({ data }) => executionId !== null && containsText(data, executionId));
    const event = ofRun ?? events.at(-1);
    if (event !== undefined) return event;
  }
  return context.skip(
    'It needs a driver that can create events, or a run of the kind failing or ownerGate that causes one.',
  );
}

/** The longest time for causing many events. Units: milliseconds. */
const MAX_DURATION = 15_000;

/**
 * Causes this many events, and returns the cursor before the first of them. Without a driver, older events of the feed
 * count too. Skips the check if that would take too long.
 */
export async function causeEvents(context: CheckContext, count: number): Promise<string> {
  const isDriven = 'makeProductEvent' in context.abilities;
  const after = isDriven ? await currentCursor(context) : '0';
  const existing = isDriven ? 0 : await countFrom(context, after, count);
  const started = performance.now();
  for (let made = existing; made < count; made++) {
    await causeEvent(context);
    if (performance.now() - started > MAX_DURATION)
      context.skip(`It needs ${count} events, and causing them takes too long.`);
  }
  return after;
}

/** Counts the events after a cursor, up to a number. */
async function countFrom(context: CheckContext, start: string, enough: number): Promise<number> {
  const seen = new Set<string>();
  let after = start;
  while (seen.size < enough) {
    const { events, cursor, hasMore } = await poll(context, { after, maxEvents: 50 });
    for (const each of cursorsOf(events)) seen.add(each);
    if (!hasMore || events.length === 0 || cursor === null) break;
    after = cursor;
  }
  return seen.size;
}
