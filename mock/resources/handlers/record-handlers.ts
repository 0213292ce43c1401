/** Handlers of records that are created, read, changed and deleted one by one. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import type { Resource } from '../../../contract/resources/graph.ts';
import { readPath } from '../../../contract/resources/path-shape.ts';
import { successesOf } from '../../../contract/resources/successes.ts';
import { stateProperty } from '../../../contract/resources/records/state-values.ts';
import { converted } from '../values/fit-value.ts';
import { bareName, flatten, isSameName } from '../../../contract/resources/words.ts';
import { isVariant, propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { notFound, type OperationError } from '../../http/declared-error.ts';
import { assertParents, attempt, sentFields, unwrap, type ResourceCall } from '../call.ts';
import {
  createAbove,
  createSent,
  updateOwners,
  ownersOf,
  respondWithOwner,
  sentLists,
  sentParents,
} from '../links/owners.ts';
import { sentSingletons, setSingletons } from '../links/sent-singletons.ts';
import { withLogged } from '../actions/logs.ts';
import { withNamedKeys } from './named-keys.ts';
import { sentSets, fillSets } from '../sets/sent-sets.ts';
import { entryRecords } from '../sets/set-entries.ts';
import { newFields } from '../write/new-fields.ts';
import { withRepeated } from './results.ts';
import { assertNotFinal, assertState } from '../actions/state-conflicts.ts';
import { changeTexts } from '../sets/entries.ts';
import { createListed } from '../lists/listed-records.ts';
import { keyTextIn, pickFields, schemaFields, withoutPart } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { findTarget, isOnRecord, pathTexts, targetOf, withOwner, type LocatedRecord } from '../locate.ts';
import { records, type RecordFields, type ResourceRecord } from '../record.ts';
import { addressIn, etagOf, listsEtag, respondWith } from './respond.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ownParameter, parentFields } from '../links/references.ts';
import { createRecord } from '../write/store-record.ts';
import { startJob, type JobRules } from '../timers/job.ts';
import { callerAbove } from './single-handlers.ts';
import { existingInstead, withIdentifier } from '../write/existing-records.ts';
import { moveRecord, newParents } from '../write/moved-records.ts';
import { assertUnchanged, change, create } from '../write/write-record.ts';
import { respondWithResult } from './action-handlers.ts';

export async function createOne(called: ResourceCall): Promise<HandlerResponse> {
  const call = await withShownResource(called);
  const { plan, request } = call;
  const isItem = plan.spec.path === plan.resource.resource.itemPath;
  const { key, parents } = isItem
    ? targetOf(plan, request)
    : { key: null, parents: withOwner(plan.resource, pathTexts(plan, request)) };
  await assertParents(call, parents);
  const owners = await ownersOf(call.plans, plan.resource, parents);
  const isListed = owners.some(({ list }) => list !== null);
  if (plan.shown !== null && !isListed && !call.plans.isRead(plan.resource.resource.name))
    return respondWithResult(call, plan.shown);
  const listResponse = (await changeTexts(call, 'add')) ?? (await createListed(call));
  if (listResponse !== null) return listResponse;
  const fields = newFields(call);
  const lists = await sentLists(call, fields);
  const singles = await sentSingletons(call, fields);
  const sets = await sentSets(call, fields);
  const above = await sentParents(call, parents);
  const caller = await callerAbove(call, fields);
  const outcome = await call.context.world.run((tx) =>
    attempt(() => {
      const other = existingInstead(tx, call, { fields, parents, key });
      if (other !== undefined) return { record: other, isNew: false };
      const others = { ...caller, ...namedAbove(call, fields) };
      const record = create(tx, call, fields, { ...others, ...createAbove(tx, call, above, parents) }, key);
      createSent(tx, call, lists, record);
      setSingletons(tx, call, singles, record);
      fillSets(tx, call, sets, record);
      if (call !== called) createMembership(tx, called, call, record);
      startJob(tx, plan.resource, record, jobOf(call));
      updateOwners(tx, owners, parents);
      return { record: tx.get(records, record.id) ?? record, isNew: true };
    }),
  );
  const { record, isNew } = unwrap(outcome);
  if (!isNew) return withStatus(call, respondWith(plan, record, null), 200);
  const shown = respondWithOwner(call, owners, parents);
  if (shown !== null) return shown;
  const value = withRepeated(plan, sentFields(call), record.value);
  const response = respondWith(plan, { ...record, value }, addressOf(call, record));
  return withLogged(call, withNamedKeys(response, plan, [record], sentFields(call)), record);
}

/** Returns the keys of the records above a new one that a request names and the record itself does not. */
function namedAbove({ plan, plans }: ResourceCall, sent: RecordFields): LocatedRecord['parents'] {
  const { schema } = plan.resource;
  const named = Object.entries(sent).filter(([name]) => {
    const bare = bareName(name);
    const isShown = schema === null || [name, bare].some((each) => propertyNamed(each, schema) !== null);
    const isKey = !isShown && bare !== '' && bare !== name;
    return isKey && plans.resources.some((each) => isSameName(each.name.split('/').at(-1) ?? '', bare));
  });
  const keys = named.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  );
  return Object.fromEntries(keys);
}

function jobOf({ plan: { success, resource }, plans }: ResourceCall): JobRules {
  return { isAccepted: success?.status === 202, actions: plans.actionsOn(resource.resource.name) };
}

/** Returns a call that creates what its response shows, where that is a record of another resource: a user in a group. */
async function withShownResource(call: ResourceCall): Promise<ResourceCall> {
  const { plan, plans } = call;
  const { shown, resource } = plan;
  const name = shown?.name ?? null;
  if (shown === null || name === null || name === resource.schema?.name || isVariant(shown, resource.schema))
    return call;
  const isAbove = ({ itemPath }: Resource): boolean =>
    itemPath !== null && `${plan.spec.path}/`.startsWith(`${itemPath}/`);
  const other = plans.resources.find(
    (each) => each.schema === name && plans.isCreated(each.name) && !isAbove(each),
  );
  const shownPlan = other === undefined ? null : await plans.resource(other.name);
  return shownPlan === null ? call : { ...call, plan: { ...plan, resource: shownPlan } };
}

/**
 * Creates the entry of a list that refers to a new record of another resource: the membership of a user who is created in
 * a group.
 */
function createMembership(
  tx: Transaction,
  { plan: { resource, spec }, request, context }: ResourceCall,
  { plan }: ResourceCall,
  { key }: ResourceRecord,
): void {
  const parameter = ownParameter(plan.resource);
  const fields = parameter === null ? {} : parentFields(resource, resource.sample, { [parameter]: key });
  if (resource.resource.kind === 'set' || Object.keys(fields).length === 0) return;
  const parents = pathTexts({ spec }, request);
  const address = addressIn(resource, parents, context.baseUrl);
  createRecord(tx, resource, { fields, parents, key: null, address });
}

export async function readOne(call: ResourceCall): Promise<HandlerResponse> {
  const target = targetOf(call.plan, call.request);
  await assertParents(call, target.parents);
  const record = recordAt(call, target);
  const ifNoneMatch = call.context.headers.get('if-none-match');
  const isDeclared = call.plan.spec.responses.some(({ status }) => status === 304);
  if (ifNoneMatch !== null && isDeclared && listsEtag(ifNoneMatch, etagOf(record)))
    return { status: 304, headers: { etag: etagOf(record) } };
  const shown = (await entryRecords(call))(record);
  return respondWith(call.plan, shown, null, call.request.query);
}

/** Changes a record: in part, as a whole, or by creating it where the contract specifies that. */
export async function changeOne(
  call: ResourceCall,
  kind: 'update' | 'replace' | 'upsert',
): Promise<HandlerResponse> {
  const { plan, context } = call;
  const target = changedTarget(call);
  await assertParents(call, target.parents);
  const creates =
    kind === 'upsert' || (kind === 'replace' && plan.spec.responses.some(({ status }) => status === 201));
  const parents = findTarget(context.world.view, plan.resource, target)?.parents ?? target.parents;
  const owners = await ownersOf(call.plans, plan.resource, parents);
  const moved = newParents(call, parents);
  if (Object.keys(moved).length > 0) await assertParents(call, { ...target.parents, ...moved });
  const before = findTarget(context.world.view, plan.resource, target)?.value ?? {};
  const sets = await sentSets(call, sentFields(call));
  const outcome = await context.world.run((tx) =>
    attempt(() => {
      const isNamed = kind !== 'upsert' || target.key !== '';
      const record = isNamed
        ? findTarget(tx, plan.resource, target)
        : withIdentifier(tx, plan, sentFields(call));
      if (record === undefined) {
        if (!creates) throw missing(call, target);
        const created = create(tx, call, sentFields(call), target.parents, isNamed ? target.key : null);
        updateOwners(tx, owners, parents);
        return { record: created, isNew: true };
      }
      assertUnchanged(call, record);
      assertState(call, record);
      assertNotFinal(call, record);
      const merges = kind === 'upsert' && plan.source.method === 'PATCH';
      const changed = change(tx, call, record, merges ? 'update' : kind);
      updateOwners(tx, owners, parents);
      fillSets(tx, call, sets, changed);
      const latest = tx.get(records, changed.id) ?? changed;
      return { record: moveRecord(tx, call, latest, { moved, owners }), isNew: false };
    }),
  );
  const { record, isNew } = unwrap(outcome);
  const above = respondWithOwner(call, owners, parents);
  if (above !== null) return above;
  const value = { ...record.value, ...valuesBefore(plan, before) };
  const shown = respondWith(plan, { ...record, value }, addressOf(call, record));
  const response = withNamedKeys(shown, plan, [record], sentFields(call));
  const status = isNew
    ? 201
    : successesOf(plan.spec.responses, plan.source.responses).find(
        (each) => each.status === 200 || each.status === 204,
      )?.status;
  return typeof status === 'number' && response.status < 300 ? withStatus(call, response, status) : response;
}

/** Returns what a response shows of a record before its change: `oldName`. */
function valuesBefore({ shown, resource }: OperationPlan, before: RecordFields): RecordFields {
  return schemaFields(shown, (name) => {
    const bare = /^(?:old|previous|former)_?(?=[A-Za-z])(.+)$/i.exec(name)?.[1] ?? '';
    const property =
      resource.schema?.properties.has(name) === true ? null : propertyNamed(bare, resource.schema);
    return property === null ? undefined : before[property];
  });
}

/** Returns the record that a path identifies, else the one that the body names by its key. */
function changedTarget(call: ResourceCall): LocatedRecord {
  const { plan, request } = call;
  const { keyPointer, keyParameter } = plan.resource;
  if (isOnRecord(plan) || plan.spec.path.endsWith('}')) return targetOf(plan, request);
  const sent = sentFields(call);
  const key =
    keyTextIn(sent, keyPointer) ??
    keyLike(sent, plan.resource.key) ??
    keyTextIn(sent, pointerStep(keyParameter ?? ''));
  return { key: key ?? '', parents: pathTexts(plan, request) };
}

/** Returns the key in what was sent, in another case than records have it; `null` for none. */
function keyLike(sent: RecordFields, key: string | null): string | null {
  const name = Object.keys(sent).find((each) => key !== null && flatten(each) === flatten(key));
  return name === undefined ? null : keyTextIn(sent, pointerStep(name));
}

/** Sends a response under another declared status, without its body where that status has none. */
function withStatus({ plan }: ResourceCall, response: HandlerResponse, status: number): HandlerResponse {
  const responses = plan.spec.responses.filter((each) => each.status === status);
  if (responses.length === 0 || response.status === status) return response;
  return responses.some(({ kind }) => kind === 'json') ? { ...response, status } : { status };
}

export async function copyOne(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const target = targetOf(plan, request);
  await assertParents(call, target.parents);
  const outcome = await context.world.run((tx) =>
    attempt(() => {
      const record = findTarget(tx, plan.resource, target);
      if (record === undefined) throw missing(call, target);
      const { keyPointer } = plan.resource;
      const whole = keyPointer === null ? record.value : withoutPart(record.value, keyPointer);
      // Why: a copy has unique values of its own.
      const { unique } = plan.resource.resource;
      const origin = originOf(call, record);
      // Why without its state: what is done again begins again.
      const state = Object.keys(origin).length === 0 ? null : stateProperty(plan.resource.schema);
      const isCopied = (name: string): boolean => !unique.includes(name) && name !== state;
      const fields = pickFields(whole, (name) => isCopied(name));
      const copy = { ...fields, ...origin, ...statedFor(plan), ...sentFields(call) };
      return create(tx, call, copy, record.parents, null);
    }),
  );
  return respondWith(plan, unwrap(outcome), addressOf(call, unwrap(outcome)));
}

/** Returns what the text of an operation sets in a copy: "The copy has its `visibility` set to `hidden`". */
const statedFor = memoizeByObject(({ source, resource: { schema } }: OperationPlan): RecordFields => {
  const matches = source.text.matchAll(/(?<!\w)(\w{1,60})[`"']? (?:is |be )?set to [`"']?([\w-]+)/g);
  const stated = Array.from(matches, ([, name = '', value = '']): [string, string] => [name, value]);
  return Object.fromEntries(
    stated.filter(([name, value]) => schema?.properties.get(name)?.values?.includes(value) === true),
  );
});

/** Returns the properties of a copy about its original, such as `retry_of`. Shape: empty if there are none. */
function originOf({ plan }: ResourceCall, { key }: ResourceRecord): RecordFields {
  const { schema } = plan.resource;
  const name = propertyNamed(`${readPath(plan.spec.path).name}_of`, schema);
  const property = name === null ? undefined : schema?.properties.get(name);
  return name === null || property === undefined ? {} : { [name]: converted(property, key) ?? key };
}

function recordAt(call: ResourceCall, target: LocatedRecord): ResourceRecord {
  const record = findTarget(call.context.world.view, call.plan.resource, target);
  if (record === undefined) throw missing(call, target);
  return record;
}

function missing({ plan }: ResourceCall, { key }: LocatedRecord): OperationError {
  return notFound(plan.resource.resource.name, key);
}

function addressOf({ plan, context }: ResourceCall, { key, parents }: ResourceRecord): string | null {
  return addressIn(plan.resource, parents, context.baseUrl)(key);
}
