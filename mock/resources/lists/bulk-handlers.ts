/** Handlers that create several records of a collection. */
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { assertParents, attempt, sentFields, unwrap, type ResourceCall } from '../call.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { isDeletion } from '../../../contract/resources/infer/infer-role.ts';
import { changeSent, mayExist } from '../write/existing-records.ts';
import { deleteRecord } from '../write/store-record.ts';
import { withNamedKeys } from '../handlers/named-keys.ts';
import { ownersOf, updateOwners } from '../links/owners.ts';
import { isFields, keyTextIn, textOf } from '../fields.ts';
import { findTarget, pathTexts } from '../locate.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { respond } from '../handlers/respond.ts';
import { shownIn } from '../values/shown.ts';
import { removeAll } from '../sets/value-sets.ts';
import { create } from '../write/write-record.ts';

/** Creates the records in a list: all of them, or none if one of them cannot be created. */
export async function createAll(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  await assertParents(call, parents);
  const written = itemsOf(call);
  const each: ResourceCall = { ...call, plan: { ...plan, written } };
  const owners = await ownersOf(call.plans, plan.resource, parents);
  const outcome = await context.world.run((tx) =>
    attempt(() => {
      if (isWhole(call)) removeAll(tx, call, parents);
      for (const key of deletedIn(request.body)) {
        const record = findTarget(tx, plan.resource, { key, parents });
        if (record !== undefined) deleteRecord(tx, plan.resource, record);
      }
      const sent = plan.spec.body == null ? [sentFields(call)] : sentRecords(request.body);
      const written = sent
        .flatMap((fields) => perEntry(plan.resource.schema, fields))
        .map((fields) => write(tx, each, fields, parents));
      updateOwners(tx, owners, parents);
      return written;
    }),
  );
  const all = unwrap(outcome);
  const sample = (plan.sample?.body as JsonValue | undefined) ?? {};
  const isSampled = plan.shown === null || !Array.isArray(valueAt(sample, plan.envelope ?? ''));
  const confirming = { ...plan, envelope: null };
  if (isSampled) return withNamedKeys(respond(confirming, sample), confirming, all);
  return withNamedKeys(
    respond(
      plan,
      all.map(({ value }) => shownIn(plan, value)),
    ),
    plan,
    all,
  );
}

/** Returns a record for each entry of a list of which a record has one as a text: a message for each recipient. */
function perEntry(schema: SourceSchema | null, fields: RecordFields): readonly RecordFields[] {
  for (const [name, value] of Object.entries(fields)) {
    const types = schema?.properties.get(name)?.types;
    if (Array.isArray(value) && value.length > 0 && types?.size === 1 && types.has('string'))
      return (value as readonly JsonValue[]).map((entry) => ({ ...fields, [name]: entry }));
  }
  return [fields];
}

/** Returns whether a list replaces the one that is there: it is put, and its records have no paths of their own. */
function isWhole({ plan: { source, resource }, plans }: ResourceCall): boolean {
  const isNamed = resource.keyPointer !== null && resource.resource.itemPath !== null;
  return source.method === 'PUT' && !isNamed && !plans.has('POST', source.path);
}

/** Returns the keys of what a body deletes: the list in `delete`, or in the object that it is. */
function deletedIn(body: unknown): readonly string[] {
  const [, part] = (isFields(body) ? Object.entries(body) : []).find(([name]) => isDeletion.test(name)) ?? [];
  const lists = isFields(part) ? Object.values(part) : [part];
  const list = lists.find((each) => Array.isArray(each)) ?? [];
  return (list as readonly JsonValue[]).map((each) => textOf(isFields(each) ? each['id'] : each));
}

/** Creates a record, or changes the one with its key where the contract specifies that. */
function write(
  tx: Transaction,
  call: ResourceCall,
  fields: RecordFields,
  parents: Readonly<Record<string, string>>,
): ResourceRecord {
  const { resource, source } = call.plan;
  // Why the other one: where a PUT of the same path creates records, a POST also changes them.
  const isOther = source.method === 'POST' && call.plans.has('PUT', source.path);
  const updates = isOther || mayExist(source);
  const key = updates ? keyTextIn(fields, resource.keyPointer) : null;
  const record = key === null ? undefined : findTarget(tx, resource, { key, parents });
  if (record === undefined) return create(tx, call, fields, parents, null);
  return changeSent(tx, call, record, { fields });
}

/** Returns the schema of one record in the list of a body. */
function itemsOf({ plan: { written } }: ResourceCall): ResourceCall['plan']['written'] {
  if (written === null || written.items !== null) return written?.items ?? null;
  return [...written.properties.values()].find(({ items }) => items !== null)?.items ?? null;
}

/** Returns the records in a body: in the list that it is, or in the first one that it has. */
function sentRecords(body: unknown): readonly RecordFields[] {
  const [, inside] =
    Object.entries(isFields(body) ? body : {}).find(
      ([name, each]) => Array.isArray(each) && !isDeletion.test(name),
    ) ?? [];
  const list: unknown = isFields(body) ? inside : body;
  return Array.isArray(list) ? (list as readonly unknown[]).filter((each) => isFields(each)) : [];
}
