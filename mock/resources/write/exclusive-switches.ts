/** Switches that only one record below the same parents has on: "Only one version of a template can be active". */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { switchValues, type SwitchValues } from '../../../contract/resources/records/action-effect.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';

interface ExclusiveSwitch extends SwitchValues {
  readonly name: string;
  /** Whether the first record has it on. */
  readonly isOnFirst: boolean;
}

type Placed = Pick<ResourceRecord, 'parents'> & Partial<Pick<ResourceRecord, 'id'>>;

const exclusiveIn = memoizeByObject(({ schema }: ResourcePlan) =>
  [...(schema?.properties ?? [])].flatMap(([name, property]): ExclusiveSwitch[] => {
    const text = property.text.slice(0, MAX_READ);
    const values = ONLY_ONE.test(text) ? switchValues(property) : null;
    return values === null ? [] : [{ ...values, name, isOnFirst: FIRST.test(text) }];
  }),
);

/** Units: characters of a text that are read. */
const MAX_READ = 5000;

/** Why not "one of" and "one per": these are about several switches, and about parts of the records. */
const ONLY_ONE = /\bonly one (?!of\b)(?![^.;\n]{0,80}\bper\b)[^.;\n]{0,80}\b(?:can|may|will) be\b/i;

const FIRST = /\bfirst\b[^.;\n]{0,80}\b(?:automatically|becomes)\b/i;

/**
 * Returns a new record with the switches that it has alone: on for the first one where texts state that, off for one
 * that a world begins with beside another.
 */
export function withExclusive(
  tx: Transaction,
  plan: ResourcePlan,
  value: RecordFields,
  { parents, isInitial }: Placed & { readonly isInitial: boolean },
): RecordFields {
  const entries = exclusiveIn(plan).flatMap(({ name, on, off, isOnFirst }) => {
    const others = recordsBeside(tx, plan, { parents });
    if (isInitial) return others.some((each) => each.value[name] === on) ? [[name, off] as const] : [];
    const isUnset = value[name] === undefined || value[name] === null;
    return isUnset && isOnFirst ? [[name, others.length === 0 ? on : off] as const] : [];
  });
  return entries.length === 0 ? value : { ...value, ...Object.fromEntries(entries) };
}

/** Switches off, in the other records, what a record has alone and did not have before. */
export function switchOthersOff(
  tx: Transaction,
  plan: ResourcePlan,
  record: ResourceRecord,
  before: RecordFields,
): void {
  for (const { name, on, off } of exclusiveIn(plan)) {
    if (record.value[name] !== on || before[name] === on) continue;
    for (const other of recordsBeside(tx, plan, record))
      if (other.value[name] === on) tx.put(records, { ...other, value: { ...other.value, [name]: off } });
  }
}

function recordsBeside(
  tx: Transaction,
  { resource }: ResourcePlan,
  { id, parents }: Placed,
): ResourceRecord[] {
  const above = Object.entries(parents);
  return listRecords(tx, resource.name).filter(
    (each) => each.id !== id && above.every(([name, key]) => each.parents[name] === key),
  );
}
