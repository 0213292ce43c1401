/**
 * What one transaction changes, as plain JSON. It is all that a commit log needs to keep.
 */
import type { EpochMs } from '../time/units.ts';
import type { ClockSetting } from '../time/world-time.ts';
import type { StoredRecord } from '../store/schema.ts';
import type { Entry, TopicHead } from '../log/topic.ts';
import type { Timer } from '../time/timer.ts';

/**
 * The net effect of one transaction: each record, timer, counter and setting occurs at most once.
 *
 * Shape: topics in `dropped` are removed before `topics` and `entries` are written, so a topic can be dropped and begun
 * again in one transaction. A setting of `null` goes back to its initial value. `random` and `clock` are `null` when untouched.
 * Units: `at` is the world's instant of the transaction.
 */
export interface ChangeSet {
  readonly at: EpochMs;
  readonly puts: readonly { readonly kind: string; readonly record: StoredRecord }[];
  readonly deletes: readonly { readonly kind: string; readonly id: string }[];
  readonly dropped: readonly string[];
  readonly topics: readonly { readonly topic: string; readonly head: TopicHead }[];
  readonly entries: readonly { readonly topic: string; readonly entry: Entry<unknown> }[];
  readonly timers: readonly Timer[];
  readonly cancelled: readonly string[];
  readonly counters: readonly (readonly [name: string, value: number])[];
  readonly settings: readonly (readonly [name: string, value: unknown])[];
  readonly random: number | null;
  readonly clock: ClockSetting | null;
}
