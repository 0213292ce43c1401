/** Values that only one record may have: its key, and what is unique. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { isFields, keyTextIn, textOf } from '../fields.ts';
import { findTarget } from '../locate.ts';
import { namedKeyIn } from './keys.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { isMadeUp, listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import type { NewRecord } from './fill-record.ts';

/** What a request sends for one record. */
export type SentRecord = Pick<NewRecord, 'fields' | 'parents' | 'key'>;

/** Returns the record with the key that a request chooses; undefined if it chooses none, or there is none. */
export function withSentKey(
  tx: Transaction,
  { resource }: OperationPlan,
  { fields, parents, key }: SentRecord,
): ResourceRecord | undefined {
  const chosen = key ?? keyTextIn(fields, resource.keyPointer) ?? namedKeyIn(resource, fields);
  return chosen === null ? undefined : findTarget(tx, resource, { key: String(chosen), parents });
}

/** Rejects values that another record has, where they are unique. */
export function assertUnique(
  tx: Transaction,
  plan: OperationPlan,
  fields: RecordFields,
  own: Pick<ResourceRecord, 'parents'> & { readonly id?: string },
): void {
  const conflict = takenUnique(tx, plan, fields, own);
  if (conflict === undefined) return;
  const { name } = plan.resource.resource;
  const text = textOf(fields[conflict.property]);
  throw new OperationError(409, `${name} already has a record with the ${conflict.property} ${text}`);
}

/** Returns the record that has a unique value, after what is made up has made way. */
export function takenUnique(
  tx: Transaction,
  { resource: { resource } }: OperationPlan,
  fields: RecordFields,
  own: Pick<ResourceRecord, 'parents'> & { readonly id?: string },
): { readonly record: ResourceRecord; readonly property: string } | undefined {
  const unique = resource.unique.filter((name) => fields[name] !== undefined && fields[name] !== null);
  if (unique.length === 0) return undefined;
  for (const record of listRecords(tx, resource.name)) {
    if (record.id === own.id || !hasSameParents(record, own)) continue;
    const property = unique.find((name) => valueNamed(record.value, name) === fields[name]);
    if (property === undefined) continue;
    // Why: a client that sends the documented example does not know of the records that are made up.
    if (!isMadeUp(record)) return { record, property };
    tx.delete(records, record.id);
  }
  return undefined;
}

/** Returns a property of a record, or of an object in it where the record has what is sent flat. */
function valueNamed(value: RecordFields, name: string): JsonValue | undefined {
  if (value[name] !== undefined) return value[name];
  return Object.values(value).find((part) => isFields(part) && part[name] !== undefined)?.[name as never];
}

/** Returns whether two records are below the same parents, as far as both name them. */
function hasSameParents(
  { parents: one }: Pick<ResourceRecord, 'parents'>,
  { parents: other }: Pick<ResourceRecord, 'parents'>,
): boolean {
  return Object.entries(one).every(([name, key]) => other[name] === undefined || other[name] === key);
}
