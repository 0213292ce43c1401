/** The lists that records have of what is below them: the environments of a project, which have paths of their own. */
import type { Resource } from '../../../contract/resources/graph.ts';
import { isVariant } from '../../../contract/resources/schema-likeness.ts';
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { createRecord } from '../compose.ts';
import { isFields } from '../fields.ts';
import { findTarget, isBelow } from '../locate.ts';
import type { ResourcePlan, ResourcePlans } from '../plan.ts';
import { propertyLike } from '../plan-parts.ts';
import { listRecords, records, type ResourceRecord } from '../record.ts';
import { parentName } from '../references.ts';
import { addressIn } from '../respond.ts';
import { shownIn } from '../values/fit.ts';

/** A property that lists the records of `inner` below a record of `outer`, which `parameter` names. */
export interface EmbeddedList {
  readonly outer: ResourcePlan;
  readonly inner: ResourcePlan;
  readonly parameter: string;
  readonly property: string;
}

/** Finds the list that shows the records of a resource in the record above them; `null` if there is none. */
export async function listAbove(plans: ResourcePlans, inner: Resource): Promise<EmbeddedList | null> {
  const parent = inner.parents.at(-1);
  const owner = plans.resources.find(({ name }) => name === parent?.resource);
  if (parent === undefined || owner?.itemPath == null || owner === inner || inner.kind !== 'collection')
    return null;
  if (!inner.path.startsWith(`${owner.itemPath}/`) || !plans.isCreated(inner.name)) return null;
  const [own, outer] = [await plans.resource(inner.name), await plans.resource(owner.name)];
  const property = propertyLike(outer?.schema ?? null, inner.path.split('/').at(-1) ?? '');
  const items = property === null ? null : outer?.schema?.properties.get(property)?.items;
  const key = splitPointer(own?.keyPointer ?? '')[0];
  if (own === null || outer === null || property === null || items == null || key === undefined) return null;
  if (!items.properties.has(key) || !isVariant(items, own.schema)) return null;
  return { outer, inner: own, parameter: parentName(inner.path, parent.parameter), property };
}

/** Finds the lists that a record has of what is below it. */
export async function listsIn(plans: ResourcePlans, outer: Resource): Promise<readonly EmbeddedList[]> {
  const below = plans.resources.filter(({ parents }) => parents.at(-1)?.resource === outer.name);
  const lists = await Promise.all(below.map((inner) => listAbove(plans, inner)));
  return lists.filter((each) => each !== null);
}

/** Writes the list of what is below a record again. Shape: `parents` are those of the records in it. */
export function refreshList(
  tx: Transaction,
  list: EmbeddedList | null,
  parents: Readonly<Record<string, string>>,
): void {
  if (list === null) return;
  const { [list.parameter]: key = '', ...others } = parents;
  const record = findTarget(tx, list.outer, { key, parents: others });
  if (record !== undefined) writeList(tx, list, record);
}

/** Creates the records that a new record is sent with, and returns it with their lists. Shape: `baseUrl` begins addresses. */
export function createInner(
  tx: Transaction,
  lists: readonly EmbeddedList[],
  record: ResourceRecord,
  baseUrl: string,
): ResourceRecord {
  let whole = record;
  for (const list of lists) {
    const sent = record.value[list.property];
    const parents = { ...record.parents, [list.parameter]: record.key };
    const address = addressIn(list.inner, parents, baseUrl);
    const all = Array.isArray(sent) ? (sent as readonly JsonValue[]).filter((each) => isFields(each)) : [];
    for (const fields of all) createRecord(tx, list.inner, { fields, parents, key: null, address });
    if (all.length > 0) whole = writeList(tx, list, whole);
  }
  return whole;
}

function writeList(
  tx: Transaction,
  { outer, inner, parameter, property }: EmbeddedList,
  record: ResourceRecord,
): ResourceRecord {
  const items = outer.schema?.properties.get(property)?.items ?? null;
  const below = { ...record.parents, [parameter]: record.key };
  const shown = listRecords(tx, inner.resource.name)
    .filter((each) => isBelow(inner, each, below))
    .map(({ value }) => shownIn({ shown: items, shownSample: inner.sample, resource: inner }, value));
  return tx.put(records, { ...record, value: { ...record.value, [property]: shown } });
}
