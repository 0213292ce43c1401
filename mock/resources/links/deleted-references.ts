/** What a deletion does to the records that refer to the deleted one: it deletes, releases or moves them. */
import { takesOff } from '../../../contract/resources/records/stated-deletions.ts';
import { bareName, isSameEnd, referredName, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { notFound } from '../../http/declared-error.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { findRecords, listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import { changeRecord } from '../write/store-record.ts';
import { childrenBelow } from '../write/write-record.ts';
import { lastOf } from './known-records.ts';
import { asReference, ownParameter } from './references.ts';

/**
 * What a deletion does to other records. Shape: `deletes` and `releases` are the resources of those that it deletes, and of
 * those that lose their reference; `newOwner` is the record that they belong to from then on, `null` for none.
 */
export interface DeletionEffects {
  readonly deletes: readonly ResourcePlan[];
  readonly releases: readonly ResourcePlan[];
  readonly newOwner: ResourceRecord | null;
}

export async function deletionEffects(call: ResourceCall): Promise<DeletionEffects> {
  const { plan, plans } = call;
  const { alsoDeletes = [] } = plan.role;
  const sentences = plan.source.text.split(/[.;\n]/);
  const isReleased = (name: string): boolean => sentences.some((each) => takesOff(each, name));
  const released = plans.resources.filter(
    (each) =>
      each.kind === 'collection' && each.name !== plan.resource.resource.name && isReleased(lastOf(each)),
  );
  const [deletes, releases] = await Promise.all(
    [alsoDeletes, released.map(({ name }) => name)].map(async (names) =>
      (await Promise.all(names.map((name) => plans.resource(name)))).filter((each) => each !== null),
    ),
  );
  return { deletes: deletes ?? [], releases: releases ?? [], newOwner: newOwnerIn(call) };
}

/**
 * Returns the record that a deletion is to move to what belongs to the deleted one, such as that of
 * `merge_into_project_id`.
 *
 * Errors: throws an OperationError if it does not exist.
 */
function newOwnerIn({ plan, request, context }: ResourceCall): ResourceRecord | null {
  const query: Readonly<Record<string, unknown>> = request.query;
  const { name } = plan.resource.resource;
  const parameter = plan.source.parameters.find(
    (each) =>
      each.in === 'query' &&
      each.schema.types?.has('boolean') !== true &&
      wordsOf(each.name).some((word) => isMove.test(word)) &&
      query[each.name] !== undefined,
  );
  if (parameter === undefined) return null;
  const key = textOf(query[parameter.name]);
  const [newOwner] = findRecords(context.world.view, name, key);
  if (newOwner === undefined) throw notFound(name, key);
  return newOwner;
}

const isMove = /^(?:merge|move|transfer|reassign|migrate|replacement|successor)$/;

/** Deletes, releases or moves what refers to a record that is deleted. */
export function releaseReferring(
  tx: Transaction,
  call: ResourceCall,
  { deletes, releases, newOwner }: DeletionEffects,
  record: ResourceRecord,
): readonly { readonly resource: ResourcePlan; readonly record: ResourceRecord }[] {
  const { resource } = call.plan;
  const deletion = { resource, record };
  const all = deletes.flatMap((each) => referringTo(tx, each, deletion, refersTo));
  for (const each of releases)
    for (const { record: other, resource: of } of referringTo(tx, each, deletion, refersOrLists))
      changeRecord(tx, of, other, withoutReference(of, other.value, deletion, newOwner));
  if (newOwner === null) return all;
  for (const { child, parameter } of childrenBelow(tx, call, record))
    tx.put(records, { ...child, parents: { ...child.parents, [parameter]: newOwner.key } });
  for (const { resource: of, record: other } of all) move(tx, of, other, { ...deletion, newOwner });
  return [];
}

/** A record that is deleted. */
interface Deletion {
  readonly resource: ResourcePlan;
  readonly record: ResourceRecord;
}

/** Returns the records of a resource that refer to a deleted one, or were created below it. */
function referringTo(
  tx: Transaction,
  resource: ResourcePlan,
  deletion: Deletion,
  isReference: typeof refersTo,
): readonly Deletion[] {
  const parameter = ownParameter(deletion.resource) ?? '';
  return listRecords(tx, resource.resource.name)
    .filter(
      ({ value, parents }) =>
        parents[parameter] === deletion.record.key ||
        Object.entries(value).some(([name, each]) => isReference(resource, name, each, deletion)),
    )
    .map((record) => ({ resource, record }));
}

/** Returns whether a property refers to a record: it has its key, or an object with it. */
function refersTo(
  { references }: ResourcePlan,
  name: string,
  value: JsonValue,
  { resource: { resource }, record: { key } }: Deletion,
): boolean {
  const reference = references.get(name);
  if (isFields(value)) return reference?.resource === resource.name && textOf(value[reference.key]) === key;
  return textOf(value) === key && isSameEnd(lastOf(resource), referredName(name) ?? bareName(name));
}

function refersOrLists(plan: ResourcePlan, name: string, value: JsonValue, deletion: Deletion): boolean {
  const all = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return all.some((each) => refersTo(plan, name, each, deletion));
}

/** Returns a record that refers to another one instead of the deleted one, or to none. */
function withoutReference(
  plan: ResourcePlan,
  value: RecordFields,
  deletion: Deletion,
  newOwner: ResourceRecord | null,
): RecordFields {
  const isReference = (name: string, part: JsonValue): boolean => refersOrLists(plan, name, part, deletion);
  const entries = Object.entries(pickFields(value, isReference)).map(
    ([name, part]): readonly [string, JsonValue | undefined] => {
      const property = plan.schema?.properties.get(name);
      if (Array.isArray(part))
        return [name, (part as readonly JsonValue[]).filter((each) => !refersTo(plan, name, each, deletion))];
      const other =
        newOwner === null || property === undefined ? undefined : asReference(property, part, newOwner.key);
      return [name, other ?? (property?.isNullable === true ? null : undefined)];
    },
  );
  const changes = new Map(entries);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, JsonValue][] => {
      const after = changes.has(name) ? changes.get(name) : part;
      return after === undefined ? [] : [[name, after]];
    }),
  );
}

/** Moves a record from the deleted one to the new owner. */
function move(
  tx: Transaction,
  plan: ResourcePlan,
  record: ResourceRecord,
  deletion: Deletion & { readonly newOwner: ResourceRecord },
): void {
  const parameter = ownParameter(deletion.resource) ?? '';
  const changed = changeRecord(
    tx,
    plan,
    record,
    withoutReference(plan, record.value, deletion, deletion.newOwner),
  );
  if (changed.parents[parameter] === deletion.record.key)
    tx.put(records, { ...changed, parents: { ...changed.parents, [parameter]: deletion.newOwner.key } });
}
