/** Handlers that delete one record, or several of a collection. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { bodyValues } from '../../../contract/resources/bodies/search-bodies.ts';
import { parametersIn } from '../../../contract/resources/path-shape.ts';
import { isVariant } from '../../../contract/resources/schema-likeness.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { notFound } from '../../http/declared-error.ts';
import { assertParents, attempt, unwrap, type ResourceCall } from '../call.ts';
import { deleteRecord } from '../write/store-record.ts';
import { withLogged } from '../actions/logs.ts';
import { ownersOf, partAbove, respondWithOwner, updateOwners } from '../links/owners.ts';
import { assertState } from '../actions/state-conflicts.ts';
import { deletionEffects, releaseReferring } from '../links/deleted-references.ts';
import { assertLeaf, branchOf } from '../links/trees.ts';
import { changeEntries, changeTexts, holderOf, isOwned } from '../sets/entries.ts';
import { isFields, textOf } from '../fields.ts';
import { findTarget, pathTexts, targetOf } from '../locate.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { records, type RecordFields, type ResourceRecord } from '../record.ts';
import { respond, respondWith } from '../handlers/respond.ts';
import { shownIn } from '../values/shown.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { keepDeleted, withDeletion } from '../write/deleted-records.ts';
import { assertUnchanged, childrenOf } from '../write/write-record.ts';
import { selectedBelow } from './selected-records.ts';

/** Deletes a record and what is below it. */
export async function deleteOne(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const target = targetOf(plan, request);
  await assertParents(call, target.parents);
  const listResponse = await changeTexts(call, 'remove');
  if (listResponse !== null) return listResponse;
  const below = findTarget(context.world.view, plan.resource, target)?.parents ?? {};
  const owners = await ownersOf(call.plans, plan.resource, below);
  const effects = await deletionEffects(call);
  const outcome = await context.world.run((tx) =>
    attempt(() => {
      const record = findTarget(tx, plan.resource, target);
      if (record === undefined) throw notFound(plan.resource.resource.name, target.key);
      assertUnchanged(call, record);
      assertState(call, record);
      const branch = branchOf(tx, plan.resource, record);
      assertLeaf(plan.spec, request, branch);
      const own = [record, ...branch].map((each) => ({ resource: plan.resource, record: each }));
      for (const each of [...own, ...releaseReferring(tx, call, effects, record)]) {
        const ofResource = { ...call, plan: { ...plan, resource: each.resource } };
        for (const child of childrenOf(tx, ofResource, each.record)) tx.delete(records, child.id);
        deleteRecord(tx, each.resource, each.record);
      }
      keepDeleted(tx, call, record);
      updateOwners(tx, owners, record.parents);
      return record;
    }),
  );
  const record = unwrap(outcome);
  const above = respondWithOwner(call, owners, record.parents);
  if (above !== null) return above;
  const isRecord = plan.shown === null || isVariant(plan.shown, plan.resource.schema);
  if (plan.envelope !== null && isRecord) {
    const value = withDeletion(plan.shown, record.value, true);
    return respondWith(plan, { ...record, value }, null);
  }
  const response = await withLogged(call, respond({ ...plan, envelope: null }, {}), record);
  return isFields(response.body)
    ? {
        ...response,
        body: { ...describeDeletion(response.body, plan, record), ...partAbove(call, owners, record) },
      }
    : response;
}

function describeDeletion(
  body: RecordFields,
  { resource: { key }, spec }: OperationPlan,
  record: ResourceRecord,
): RecordFields {
  const last = parametersIn(spec.path).at(-1) ?? '';
  const keyName = [key, last].find((each) => each !== null && Object.hasOwn(body, each)) ?? null;
  const keyField = keyName === null ? {} : { [keyName]: record.value[key ?? keyName] ?? record.key };
  const mark =
    body['deleted'] === undefined
      ? {}
      : { deleted: typeof body['deleted'] === 'boolean' ? true : body['deleted'] };
  return { ...body, ...keyField, ...mark };
}

/** Deletes the records below a path: those that are named, else all that fit the query. */
export async function deleteAll(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  await assertParents(call, parents);
  const { resource } = plan;
  const holder = await holderOf(call);
  const listResponse =
    holder === null || isOwned(holder, resource) ? null : await changeEntries(call, 'remove');
  if (listResponse !== null) return listResponse;
  const { body } = request;
  const sent: unknown = isFields(body) ? Object.values(body).find((each) => Array.isArray(each)) : body;
  const names = Array.isArray(sent) ? (sent as readonly unknown[]).map(keyTextOf) : null;
  const owners = await ownersOf(call.plans, resource, parents);
  const removals = await context.world.run((tx) => {
    const matches = selectedBelow(tx, call, { ...bodyValues(body), ...request.query });
    const selection = names === null ? matches : matches.filter(({ key }) => names.includes(key));
    for (const record of selection) {
      for (const child of childrenOf(tx, call, record)) tx.delete(records, child.id);
      deleteRecord(tx, resource, record);
    }
    updateOwners(tx, owners, parents);
    return selection;
  });
  const shown = valueAt(plan.sample?.body, plan.envelope ?? '');
  if (plan.envelope !== null && Array.isArray(shown))
    return respond(
      plan,
      removals.map(({ value }) => shownIn(plan, value)),
    );
  return respond({ ...plan, envelope: '' }, (plan.sample?.body as JsonValue | undefined) ?? {});
}

/** Returns the key in an entry of a list of records to delete. */
function keyTextOf(entry: unknown): string {
  return isFields(entry) ? textOf(entry['id'] ?? Object.values(entry)[0]) : textOf(entry);
}
