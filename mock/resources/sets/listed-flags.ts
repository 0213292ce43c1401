/** The flags of a record that it lists itself: an approval is one of its `participants`. */
import { readBelow } from '../../../contract/resources/path-shape.ts';
import { describeSame } from '../../../contract/resources/schema-likeness.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord } from '../write/store-record.ts';
import { entriesOf } from './entries.ts';
import { textOf } from '../fields.ts';
import { findTarget, targetIn } from '../locate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';

/** The list of the record above a flag that has its entries. */
export interface FlagList {
  readonly plan: ResourcePlan;
  readonly property: string;
  readonly parameter: string;
}

/** Finds the list that a flag is an entry of, by the schema of its items; `null` for none. */
export async function listOfFlag({ plan, plans }: ResourceCall): Promise<FlagList | null> {
  const { parameter } = readBelow(plan.spec.path);
  const owner = plan.above.get(parameter);
  const above = owner === undefined ? null : await plans.resource(owner);
  const entry = plan.resource.schema;
  if (above?.schema == null || entry === null || entry.name === null) return null;
  const lists = [...above.schema.properties].filter(
    ([, { items }]) => items !== null && items.name !== null && describeSame(items, entry),
  );
  const [only, other] = lists;
  return only === undefined || other !== undefined ? null : { plan: above, property: only[0], parameter };
}

/** Adds the entry of a flag to the list of the record above, or takes it away. */
export function changeFlagList(
  tx: Transaction,
  { plan: called, request }: ResourceCall,
  { plan, property, parameter }: FlagList,
  entry: RecordFields,
  isOn: boolean,
): void {
  const record = findTarget(tx, plan, targetIn(called, request, parameter));
  if (record === undefined) return;
  const others = entriesOf({ record, property }).filter((each) => textOf(each) !== textOf(entry));
  changeRecord(tx, plan, record, { ...record.value, [property]: isOn ? [...others, entry] : others });
}
