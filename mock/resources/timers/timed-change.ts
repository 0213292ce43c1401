/** Changes of records that come later, on the clock of their world: of state machines with delays, and of jobs. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Binding } from '../../kernel/machine/machine.ts';
import { isoTime, parseDuration } from '../../kernel/time/iso-time.ts';
import { milliseconds, type EpochMs } from '../../kernel/time/time.ts';
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourcePlan } from '../plan.ts';
import { records, type RecordFields, type ResourceRecord } from '../record.ts';
import { timeKindOf } from '../values/times.ts';

/** A change of a record after an ISO 8601 duration. */
export interface TimedChange {
  readonly set: RecordFields;
  readonly after: string;
  /** Distinguishes changes of the same properties, of which otherwise the last one counts. */
  readonly key?: string;
}

/** Schedules a change of a record; it replaces the one that was scheduled for the same properties. */
export function changeLater(
  tx: Transaction,
  { schema }: Pick<ResourcePlan, 'schema'>,
  { id }: ResourceRecord,
  { set, after, key = '' }: TimedChange,
): void {
  const isEnd = key === '';
  const times = [...(schema?.properties ?? [])].flatMap(([name, property]) =>
    timeKindOf(name, property) === 'changed' || (isEnd && ends.test(name) && property.isNullable)
      ? [name]
      : [],
  );
  tx.startTimer({
    key: `resource/${id}/${Object.keys(set).join(',')}${key}`,
    after: milliseconds(parseDuration(after)),
    target: { kind: records.name, id },
    trigger: 'change',
    payload: { set, times },
  });
}

/** Times of records whose work is done. */
const ends = /^(?:completed|finished|ended|done|processed|succeeded)_?(?:at|on|date|time)$/i;

interface ChangeTrigger {
  readonly set?: RecordFields;
  readonly times?: readonly string[];
}

/** Binds records to the timers that change them. */
export const timedChanges: Binding = {
  kind: records.name,
  move(tx, id, trigger) {
    const record = tx.get(records, id);
    if (record === undefined) return err({ code: 'TARGET_UNKNOWN', target: { kind: records.name, id } });
    const { set = {}, times = [] } = trigger as ChangeTrigger;
    const now = Object.fromEntries(times.map((name) => [name, timeLike(tx.at, record.value[name])]));
    const value = { ...record.value, ...set, ...now };
    const changed = tx.put(records, { ...record, value, version: record.version + 1, updatedAt: tx.at });
    return ok({ record: changed, effects: [] });
  },
};

/** Units: a number from which it counts milliseconds. */
const MILLISECONDS = 100_000_000_000;

/** Writes an instant in the form of an earlier one. */
function timeLike(at: EpochMs, before: JsonValue | undefined): JsonValue {
  if (typeof before === 'number') return before >= MILLISECONDS ? at : Math.floor(at / 1000);
  const text = isoTime(at);
  if (typeof before !== 'string') return text;
  if (before.length === 'YYYY-MM-DD'.length) return text.slice(0, 10);
  return before.includes('.') ? text : text.replace(/\.\d+Z$/, 'Z');
}
