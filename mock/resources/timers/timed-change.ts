/** Changes of records that come later, on the clock of their world: of state machines with delays, and of jobs. */
import { schemaFields } from '../fields.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Binding } from '../../kernel/machine/machine.ts';
import { parseDuration } from '../../kernel/time/iso-time.ts';
import { epochMs, milliseconds, type EpochMs } from '../../kernel/time/time.ts';
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { timesOfStates } from '../actions/state-times.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { records, type RecordFields, type ResourceRecord } from '../record.ts';
import { timeKindOf, writeTime } from '../values/times.ts';

/** A change of a record after an ISO 8601 duration. */
export interface TimedChange {
  readonly set: RecordFields;
  readonly after: string;
  /** What the record must have by then, or else it stays as it is; absent for anything. */
  readonly from?: RecordFields;
  /** Whether the work on the record has then succeeded. */
  readonly isEnd?: boolean;
  /** Distinguishes changes of the same properties, of which otherwise the last one counts. */
  readonly key?: string;
}

/** Schedules a change of a record; it replaces the one that was scheduled for the same properties. */
export function changeLater(
  tx: Transaction,
  plan: Pick<ResourcePlan, 'schema' | 'sample'>,
  { id, value }: ResourceRecord,
  { set, after, from = {}, isEnd = true, key = '' }: TimedChange,
): void {
  const delay = milliseconds(parseDuration(after));
  const at = epochMs(tx.at + delay);
  const ofEnd = isEnd ? endOf(plan, value, at) : {};
  const ofState = plan.schema === null ? {} : timesOfStates(value, { ...value, ...set }, plan.schema, at);
  tx.startTimer({
    key: `resource/${id}/${Object.keys(set).join(',')}${key}`,
    after: delay,
    target: { kind: records.name, id },
    trigger: 'change',
    payload: { set: { ...timesOfChange(plan, at), ...ofEnd, ...ofState, ...set }, from },
  });
}

type Shown = Pick<ResourcePlan, 'schema' | 'sample'>;

function timesOfChange({ schema, sample }: Shown, at: EpochMs): RecordFields {
  const times = [...(schema?.properties ?? [])].filter(
    ([name, property]) => timeKindOf(name, property) === 'changed',
  );
  return Object.fromEntries(times.map(([name, property]) => [name, writeTime(at, property, sample[name])]));
}

/** Times of records whose work is done. */
const ends = /^(?:completed|finished|ended|done|processed|succeeded)_?(?:at|on|date|time)?$/i;

/** Returns what a record has when the work on it is done: its time, and all of its progress. */
function endOf({ schema, sample }: Shown, before: RecordFields, at: EpochMs): RecordFields {
  return schemaFields(schema, (name, property) => {
    if (ends.test(name) && property.isNullable && isTime(property))
      return writeTime(at, property, before[name] ?? sample[name]);
    const isPercent = /^(?:progress|percent(?:age)?(?:_?complete)?)$/i.test(name) && isNumber(property);
    if (!isPercent) return undefined;
    return isPart(sample[name]) ? 1 : 100;
  });
}

function isTime({ types }: SourceSchema): boolean {
  return ['string', 'integer', 'number'].some((each) => types?.has(each) === true);
}

/** Returns whether a number is below 1, and no whole one: a part, and not a percentage. */
function isPart(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && value < 1 && !Number.isInteger(value);
}

function isNumber({ types }: SourceSchema): boolean {
  return types?.has('integer') === true || types?.has('number') === true;
}

interface ChangeTrigger {
  readonly set?: RecordFields;
  readonly from?: RecordFields;
}

/** Binds records to the timers that change them. */
export const timedChanges: Binding = {
  kind: records.name,
  move(tx, id, trigger) {
    const record = tx.get(records, id);
    if (record === undefined) return err({ code: 'TARGET_UNKNOWN', target: { kind: records.name, id } });
    const { set = {}, from = {} } = trigger as ChangeTrigger;
    const isOther = Object.entries(from).some(([name, each]) => record.value[name] !== each);
    if (isOther) return ok({ record, effects: [] });
    const value = { ...record.value, ...set };
    const result = tx.put(records, { ...record, value, version: record.version + 1, updatedAt: tx.at });
    return ok({ record: result, effects: [] });
  },
};
