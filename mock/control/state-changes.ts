/**
 * The differences between two states of a world as the control API returns them, in lists of limited length.
 */
import type { RecordChange, RecordChangeCount, StateChanges } from '../../generated/control/types.ts';
import type { StoredRecord } from '../kernel/store/collection.ts';
import type { WorldState } from '../kernel/store/state.ts';
import { compareStates, type StateDifference } from '../kernel/world/state-comparison.ts';
import { timerBody } from './clock.ts';
import { namesOf, type RecordBodies } from './record-bodies.ts';

type Lists = Omit<StateChanges, 'from' | 'to' | 'clock'>;

/** Compares two states. Shape: each list except the summary has at most `limit` items. */
export function listStateChanges(
  before: WorldState,
  after: WorldState,
  limit: number,
  bodies: RecordBodies,
): Lists {
  const difference = compareStates(before, after);
  const records = difference.records.flatMap(([kind, changes]) =>
    changes.map((change) => ({ kind: namesOf(kind), change })),
  );
  const { topics, timers, counters, settings } = difference;
  const lists = [records, topics, timers, counters, settings];
  return {
    summary: difference.records.flatMap(([kind, changes]) =>
      changes.length > 0 ? countOf(kind, changes) : [],
    ),
    records: records.slice(0, limit).map(({ kind, change }) => recordChange(kind, change, bodies)),
    topics: topics
      .slice(0, limit)
      .map((topic) => ({ ...topic, before: topic.before ?? null, after: topic.after ?? null })),
    timers: timers.slice(0, limit).map((timer) => ({
      key: timer.key,
      before: timer.before === undefined ? null : timerBody(timer.before),
      after: timer.after === undefined ? null : timerBody(timer.after),
    })),
    counters: counters
      .slice(0, limit)
      .map((counter) => ({ name: counter.key, before: counter.before ?? 0, after: counter.after ?? 0 })),
    settings: settings.slice(0, limit).map((setting) => ({
      name: setting.key,
      before: setting.before ?? null,
      after: setting.after ?? null,
    })),
    isTruncated: lists.some(({ length }) => length > limit),
  };
}

function changeOf({ before, after }: StateDifference<string, StoredRecord>): RecordChange['change'] {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'updated';
}

function countOf(kind: string, changes: readonly StateDifference<string, StoredRecord>[]): RecordChangeCount {
  const count = { kind: namesOf(kind), created: 0, updated: 0, deleted: 0 };
  for (const change of changes) count[changeOf(change)] += 1;
  return count;
}

function recordChange(
  kind: string,
  difference: StateDifference<string, StoredRecord>,
  bodies: RecordBodies,
): RecordChange {
  const { key, before, after } = difference;
  return {
    kind,
    id: key,
    change: changeOf(difference),
    before: before === undefined ? null : bodies.bodyOf(before),
    after: after === undefined ? null : bodies.bodyOf(after),
  };
}
