/** What a request for a new record sets in single records below it: the initial value of a setting in each environment. */
import { parametersIn, parentName } from '../../../contract/resources/path-shape.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
import { existing, ONLY } from '../handlers/single-handlers.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { fitFields } from '../values/fit.ts';
import { changeRecord } from '../write/store-record.ts';
import { ownParameter } from './references.ts';

/** A single record that a request describes. Shape: `other` is the parameter besides the new record, `key` its value. */
export interface SentSingleton {
  readonly plan: ResourcePlan;
  readonly other: string;
  readonly key: string;
  readonly fields: RecordFields;
}

/** Finds the single records below a new one and another one, which entries of a list in its request name. */
export async function sentSingletons(
  { plan, plans }: ResourceCall,
  sent: RecordFields,
): Promise<readonly SentSingleton[]> {
  const own = ownParameter(plan.resource);
  const entries = Object.values(sent).flatMap((value) =>
    Array.isArray(value) ? value.filter(isFields) : [],
  );
  const result: SentSingleton[] = [];
  if (own === null || entries.length === 0) return result;
  for (const { name, kind, path } of plans.resources) {
    const parameters = parametersIn(path).map((each) => parentName(path, each));
    const [other, third] = parameters.filter((each) => each !== own);
    if (kind !== 'singleton' || !parameters.includes(own) || other === undefined || third !== undefined)
      continue;
    const single = await plans.resource(name);
    for (const entry of single === null ? [] : entries) {
      const named = Object.keys(entry).find((each) => flatten(each) === flatten(other));
      const rest = pickFields(entry, (each) => each !== named);
      const fields = single === null ? {} : fitFields(single.schema, rest, single.sample);
      if (single !== null && named !== undefined && Object.keys(fields).length > 0)
        result.push({ plan: single, other, key: textOf(entry[named]), fields });
    }
  }
  return result;
}

/** Sets what was sent for the single records below a new one. */
export function setSingletons(
  tx: Transaction,
  call: ResourceCall,
  singles: readonly SentSingleton[],
  { key: ownKey }: ResourceRecord,
): void {
  const own = ownParameter(call.plan.resource) ?? '';
  for (const { plan: resource, other, key, fields } of singles) {
    const target = { key: ONLY, parents: { [other]: key, [own]: ownKey } };
    const record = existing(tx, { ...call, plan: { ...call.plan, resource } }, target);
    changeRecord(tx, resource, record, { ...record.value, ...fields });
  }
}
