/** Properties that a singleton shares with the record above it: `PUT /posts/{id}/embargo` sets `embargo_date` of the post. */
import { parentName, templateOf } from '../../../contract/resources/path-shape.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { pickFields, schemaFields } from '../fields.ts';
import { findTarget, pathTexts, type LocatedRecord } from '../locate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { fitFields } from '../values/fit.ts';
import { changeRecord } from '../write/store-record.ts';

/** The record above a singleton. Shape: `names` are the properties that both have. */
export interface SharingRecord {
  readonly plan: ResourcePlan;
  readonly target: LocatedRecord;
  readonly names: ReadonlySet<string>;
}

/** Finds the record above a singleton that has all that clients write of the singleton; `null` for none. */
export async function sharingRecord({ plan, plans, request }: ResourceCall): Promise<SharingRecord | null> {
  const { resource, schema, writable } = plan.resource;
  const [, itemPath = '', parameter = ''] = /^(.*\/\{([^}]+)\})\/[^/{}]+\/?$/.exec(plan.spec.path) ?? [];
  if (resource.kind !== 'singleton' || itemPath === '') return null;
  const owner = plans.resources.find(
    (each) => each.itemPath !== null && templateOf(each.itemPath) === templateOf(itemPath),
  );
  const above = owner === undefined ? null : await plans.resource(owner.name);
  const names = [...(schema?.properties.keys() ?? [])].filter((name) => writable.has(flatten(name)));
  const isShared = (name: string): boolean =>
    isAlike(schema?.properties.get(name), above?.schema?.properties.get(name)) && !isOfRecord.test(name);
  if (above === null || names.length === 0 || !names.every(isShared)) return null;
  const { [parentName(plan.spec.path, parameter)]: key = '', ...parents } = pathTexts(plan, request);
  return { plan: above, target: { key, parents }, names: new Set(names) };
}

/** Names of what any record has for itself. */
const isOfRecord = /^(?:id|uuid|key|url|uri|href|self|_?links)$/i;

function isAlike(own: SourceSchema | undefined, other: SourceSchema | undefined): boolean {
  return [...(own?.types ?? [])].some((type) => type !== 'null' && other?.types?.has(type) === true);
}

/** Returns what a singleton shows of the record above it. */
export function fieldsAbove(view: View, sharing: SharingRecord | null): RecordFields {
  const record = sharing === null ? undefined : findTarget(view, sharing.plan, sharing.target);
  return sharing === null || record === undefined
    ? {}
    : pickFields(record.value, (name) => sharing.names.has(name));
}

/** Writes what a singleton has to the record above it; what a deleted one had is off, empty or null there. */
export function changeAbove(
  tx: Transaction,
  sharing: SharingRecord | null,
  singleton: Pick<ResourceRecord, 'value'> | null,
): void {
  const record = sharing === null ? undefined : findTarget(tx, sharing.plan, sharing.target);
  if (sharing === null || record === undefined) return;
  const { plan, names } = sharing;
  const fields =
    singleton === null
      ? schemaFields(plan.schema, (name, property) => (names.has(name) ? noValue(property) : undefined))
      : pickFields(singleton.value, (name) => names.has(name));
  const fitting = fitFields(plan.schema, fields, plan.sample, 'all');
  changeRecord(tx, plan, record, { ...record.value, ...fitting });
}

function noValue({ types, isNullable }: SourceSchema): JsonValue | undefined {
  if (types?.has('boolean') === true) return false;
  if (isNullable) return null;
  return types?.has('array') === true ? [] : undefined;
}
