/**
 * Emits product events into the feed of a workspace, and removes those older than seven days. The feed is read in
 * `feed.ts`.
 */
import type { ProductEventName } from '../../../../generated/service/types.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Binding } from '../../../kernel/machine/machine.ts';
import { ok, err } from '../../../kernel/transaction/result.ts';
import { sortKey } from '../../../kernel/store/collection.ts';
import { topicName, type TopicName } from '../../../kernel/store/topic.ts';
import { after, days, epochMs, hours, seq, type EpochMs, type Seq } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import { placeInSeries, eventsByLatest, productEvents, productFeeds } from './record.ts';
import { findDataProblems, type ProductEventData } from './catalogue.ts';
import type { ProductEventRecord } from './record.ts';
import type { JsonMap } from '../../../kernel/json.ts';

/** How long an event is kept. Source: F-4.7-026, F-8-012. */
export const eventRetention = days(7);

/** The interval at which expired events are removed, at full hours. They are not visible in the meantime. */
const sweepStep = hours(1);
const sweepBatch = 1000;

/**
 * An event to emit.
 *
 * Shape: `workspaceId` is that of the affected agent or caller (`Owner.workspaceId`); properties of `data` that are
 * undefined are omitted; `at` defaults to now.
 */
export interface ProductEventInput<Name extends ProductEventName> {
  readonly workspaceId: string;
  readonly name: Name;
  readonly data: ProductEventData<Name>;
  readonly at?: EpochMs | undefined;
}

/**
 * Adds an event to the feed of its workspace, and wakes the polls that wait for it.
 *
 * Errors: throws when `data` violates the catalogue's payload schema.
 */
export function emitProductEvent<Name extends ProductEventName>(
  tx: Transaction,
  { workspaceId, name, data, at = tx.at }: ProductEventInput<Name>,
): ProductEventRecord {
  const properties = definedProperties(data);
  const [problem] = findDataProblems(name, properties);
  if (problem !== undefined) throw new Error(`The data of ${name} is wrong: ${problem.message}.`);

  const feed = tx.get(productFeeds, workspaceId);
  const cursor = (feed?.newest ?? 0) + 1;
  const latestAt = epochMs(Math.max(at, feed?.latestAt ?? 0));
  tx.put(productFeeds, { id: workspaceId, newest: cursor, latestAt });
  const event = tx.put(productEvents, {
    id: tx.nextTypeId('pev'),
    workspaceId,
    name,
    cursor,
    at,
    latestAt,
    data: properties,
    series: name === 'svc.execution.failed' ? placeInSeries(tx, workspaceId, properties, at) : null,
  });
  notifyFeed(tx, workspaceId);
  if (tx.timer(sweepTimer(workspaceId)) === undefined) startSweep(tx, event);
  return event;
}

/**
 * Returns the topic that changes with every event of a workspace. It only contains its newest entry, which is empty.
 */
export function feedSignal(workspaceId: string): TopicName<null> {
  return topicName(`product-events/${workspaceId}`);
}

/**
 * Returns the newest entry of the feed's topic, null before the first. It is not a cursor: the
 * feed and its topic are numbered separately.
 */
export function newestSignal(view: View, workspaceId: string): Seq | null {
  const next = view.topic(feedSignal(workspaceId))?.nextSeq ?? 0;
  return next === 0 ? null : seq(next - 1);
}

/** Binds a feed to the timer that removes its expired events. */
export const productFeedBinding: Binding = {
  kind: productFeeds.name,
  move(tx, id) {
    const feed = tx.get(productFeeds, id);
    if (feed === undefined) return err({ code: 'TARGET_UNKNOWN', target: { kind: productFeeds.name, id } });
    sweep(tx, id);
    return ok({ record: feed, effects: [] });
  },
};

function notifyFeed(tx: Transaction, workspaceId: string): void {
  const signal = feedSignal(workspaceId);
  tx.trim(signal, tx.append(signal, null).seq);
}

/** Removes expired events; an expired event behind one that has not expired is kept. */
function sweep(tx: Transaction, workspaceId: string): void {
  const prefix = sortKey(workspaceId);
  for (;;) {
    const batch = tx.scan(eventsByLatest, { prefix, limit: sweepBatch });
    for (const event of batch) {
      if (after(event.latestAt, eventRetention) > tx.at) {
        startSweep(tx, event);
        return;
      }
      tx.delete(productEvents, event.id);
    }
    if (batch.length === 0) return;
  }
}

function startSweep(tx: Transaction, { workspaceId, latestAt }: ProductEventRecord): void {
  const end = after(latestAt, eventRetention);
  tx.startTimer({
    key: sweepTimer(workspaceId),
    due: epochMs(Math.ceil(end / sweepStep) * sweepStep),
    target: { kind: productFeeds.name, id: workspaceId },
    trigger: 'sweep',
  });
}

function sweepTimer(workspaceId: string): string {
  return `product-events/${workspaceId}`;
}

function definedProperties(data: object): JsonMap {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
