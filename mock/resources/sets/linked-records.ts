/** Records of another one that a request lists by their keys: `POST /groups/{id}/customers/batch` with `customer_ids`. */
import { parentName, readBelow } from '../../../contract/resources/path-shape.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import { flatten, singularName } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { notFound } from '../../http/declared-error.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord } from '../write/store-record.ts';
import { isFields, textOf } from '../fields.ts';
import { entriesOf } from './entries.ts';
import { findTarget, targetIn } from '../locate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { findRecords, records, type ResourceRecord } from '../record.ts';
import { parentFields } from '../links/references.ts';
import { respond, respondWith } from '../handlers/respond.ts';

/** Links what a body lists by its keys to the record above a path, or unlinks it; `null` if it lists no keys. */
export async function linkListed(call: ResourceCall): Promise<HandlerResponse | null> {
  const { plan, plans, request, context } = call;
  const list = plan.spec.path.replace(/(?<=[^}])\/(?:batch|bulk|add|remove)$/, '');
  const verb = plan.spec.path.slice(list.length);
  const { itemPath, parameter, segment } = readBelow(list);
  // Why: a set has entries of its own.
  const isSet = verb === '' && plan.resource.resource.kind === 'set';
  const keys = isSet ? null : keysIn(request.body, segment);
  const above = plans.resources.find((each) => each.itemPath === itemPath);
  const other = plans.listedBelow(itemPath, segment);
  if (keys === null || above === undefined || other === null) return null;
  const [owner, linked] = [await plans.resource(above.name), await plans.resource(other.name)];
  if (owner === null || linked === null) return null;
  const name = parentName(itemPath, parameter);
  const target = targetIn(plan, request, parameter);
  const { key } = target;
  const record = findTarget(context.world.view, owner, target);
  if (record === undefined) throw notFound(above.name, key);
  const removes = plan.source.method === 'DELETE' || verb === '/remove';
  const result = await context.world.run((tx) => {
    const matches = keys.flatMap((each) => findRecords(tx, linked.resource.name, each)[0] ?? []);
    for (const each of matches) link(tx, linked, each, { name, key: removes ? null : key });
    return withLinks(tx, owner, record, { segment, keys: matches.map((each) => each.key), removes });
  });
  return plan.envelope === null ? respond(plan, {}) : respondWith({ ...plan, resource: owner }, result, null);
}

/** Returns the keys in the only list of a body, which is named for the keys of records; `null` for another body. */
function keysIn(body: unknown, segment: string): readonly string[] | null {
  const [only, second] = isFields(body) ? Object.entries(body) : [];
  if (only === undefined || second !== undefined || !Array.isArray(only[1])) return null;
  if (flatten(singularName(only[0])) !== `${flatten(singularName(segment))}id`) return null;
  const entries = only[1] as readonly JsonValue[];
  return entries.map((each) => textOf(isFields(each) ? each['id'] : each));
}

function link(
  tx: Transaction,
  plan: ResourcePlan,
  record: ResourceRecord,
  { name, key }: { readonly name: string; readonly key: string | null },
): void {
  const { [name]: before = '', ...others } = record.parents;
  const fields = parentFields(plan, {}, { [name]: key ?? before });
  const linkFields =
    key === null ? Object.fromEntries(Object.keys(fields).map((each) => [each, null])) : fields;
  const result = changeRecord(tx, plan, record, { ...record.value, ...linkFields });
  tx.put(records, { ...result, parents: key === null ? others : { ...others, [name]: key } });
}

interface LinkChange {
  readonly segment: string;
  readonly keys: readonly string[];
  readonly removes: boolean;
}

/** Changes the list of linked records that a record has, and returns it. */
function withLinks(
  tx: Transaction,
  owner: ResourcePlan,
  record: ResourceRecord,
  { segment, keys, removes }: LinkChange,
): ResourceRecord {
  const property = propertyNamed(segment, owner.schema);
  if (property === null || owner.schema?.properties.get(property)?.items == null) return record;
  const before = entriesOf({ record, property });
  const named = new Set(keys);
  const others = before.filter((each) => !named.has(textOf(isFields(each) ? each['id'] : each)));
  const entries = removes ? others : [...others, ...keys];
  return changeRecord(tx, owner, record, { ...record.value, [property]: entries });
}
