/**
 * The differences between two states of a world. Takes time proportional to the differences if the states share their
 * tables, as a snapshot and its world do.
 */
import { emptyMap, listChanges, type SortedMap, type SortKey } from '../store/persistent-map.ts';
import type { StoredRecord } from '../store/collection.ts';
import type { Tables } from '../store/state.ts';
import type { TopicState } from '../store/topic.ts';
import type { Timer } from '../machine/trigger.ts';

/** A value that differs. Shape: `before` is undefined for a new one, `after` for a removed one. */
export interface StateDifference<K, V> {
  readonly key: K;
  readonly before: V | undefined;
  readonly after: V | undefined;
}

/** A topic that differs. Shape: the numbers of events are undefined for a missing topic. */
export interface TopicDifference {
  readonly topic: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly newEvents: number;
}

/** Everything that differs. Shape: by kind in the order of the schema; each list in the order of its keys. */
export interface StateComparison {
  readonly records: readonly (readonly [
    kind: string,
    changes: readonly StateDifference<string, StoredRecord>[],
  ])[];
  readonly topics: readonly TopicDifference[];
  readonly timers: readonly StateDifference<string, Timer>[];
  readonly counters: readonly StateDifference<string, number>[];
  readonly settings: readonly StateDifference<string, unknown>[];
}

export function compareStates(before: Tables, after: Tables): StateComparison {
  return {
    records: Array.from(after.records, ([kind, table]) => {
      const changes = compareMaps(before.records.get(kind) ?? emptyMap<string, StoredRecord>(), table);
      return [kind, changes] as const;
    }),
    topics: compareMaps(before.topics, after.topics, isSameTopic).map(topicDifference),
    timers: compareMaps(before.timers, after.timers),
    counters: compareMaps(before.counters, after.counters),
    settings: compareMaps(before.settings, after.settings),
  };
}

/** Lists the differences between two maps; values with the same text are equal, although they may be stored twice. */
function compareMaps<K extends SortKey, V>(
  before: SortedMap<K, V>,
  after: SortedMap<K, V>,
  isSame: (one: V, other: V) => boolean = isSameJson,
): readonly StateDifference<K, V>[] {
  const differences: StateDifference<K, V>[] = [];
  listChanges(before, after, {
    put: (key, value) => {
      const earlier = before.get(key);
      if (earlier === undefined || !isSame(earlier, value))
        differences.push({ key, before: earlier, after: value });
    },
    remove: (key) => {
      differences.push({ key, before: before.get(key), after: undefined });
    },
  });
  return differences.sort((one, other) => (one.key < other.key ? -1 : 1));
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSameTopic(one: TopicState, other: TopicState): boolean {
  return isSameJson(one.head, other.head) && compareMaps(one.entries, other.entries).length === 0;
}

function topicDifference({ key, before, after }: StateDifference<string, TopicState>): TopicDifference {
  const entries = compareMaps(before?.entries ?? emptyMap(), after?.entries ?? emptyMap());
  return {
    topic: key,
    before: before?.head.nextSeq,
    after: after?.head.nextSeq,
    newEvents: entries.filter((entry) => entry.after !== undefined).length,
  };
}
