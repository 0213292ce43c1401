/** Handlers of records that are created, read, changed and deleted one by one. */
import { actionOf } from '../../contract/resources/overrides/check-values.ts';
import { readPath } from '../../contract/resources/path-shape.ts';
import type { Resource } from '../../contract/resources/graph.ts';
import { guessEffect } from '../../contract/resources/records/action-effect.ts';
import { isVariant } from '../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../contract/resources/source.ts';
import type { HandlerResponse } from '../../templates/runtime/server/service.ts';
import { notFound, type OperationError } from '../http/declared-error.ts';
import { effectOf, sentVerb, type ActionRules } from './actions.ts';
import { assertParents, attempt, sentFields, taken, type ResourceCall } from './call.ts';
import { changeRecord, createRecord } from './compose.ts';
import { shownIn } from './values/fit.ts';
import { sentValues } from './effects/sent-values.ts';
import { existing, onlyTarget } from './single-handlers.ts';
import { newSecrets } from './effects/new-secrets.ts';
import {
  createAbove,
  createSent,
  updateOwners,
  ownersOf,
  respondWithOwner,
  sentLists,
  sentParents,
} from './effects/owners.ts';
import { renamePath } from './effects/own-texts.ts';
import { fieldsOf, logOf, withLogged } from './effects/logs.ts';
import { changeAdded, entryChange } from './sets/added-entries.ts';
import { makeResult } from './effects/results.ts';
import { withNamedKeys } from './effects/named-keys.ts';
import { entryRecords } from './effects/set-entries.ts';
import { subjectOf } from './links/subjects.ts';
import { newFields } from './effects/new-fields.ts';
import { assertState, isUnchangedBy } from './effects/state-conflicts.ts';
import { shownState } from './effects/shown-states.ts';
import { timesOfAction } from './effects/state-times.ts';
import { assertVersion, withoutVersion } from './effects/versions.ts';
import { changeByVerb, changeTexts } from './entries.ts';
import { actOnListed, changeListed, createListed } from './lists/listed-records.ts';
import { withoutPart } from './fields.ts';
import { findTarget, isOnRecord, pathTexts, targetOf, withOwner, type LocatedRecord } from './locate.ts';
import { records, type ResourceRecord } from './record.ts';
import { addressIn, etagOf, listsEtag, respond, respondWith } from './respond.ts';
import { settle, startJob, type JobRules } from './timers/job.ts';
import { changeLater } from './timers/timed-change.ts';
import { assertUnchanged, assertUnique, change, create, existingInstead } from './write-record.ts';

/** Creates a record. */
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
  const listed = (await changeTexts(call, 'add')) ?? (await createListed(call));
  if (listed !== null) return listed;
  const fields = newFields(call);
  const lists = await sentLists(call, fields);
  const above = await sentParents(call, parents);
  const created = await call.context.world.run((tx) =>
    attempt(() => {
      const other = existingInstead(tx, call, { fields, parents, key });
      if (other !== undefined) return { record: other, isNew: false };
      const record = create(tx, call, fields, createAbove(tx, call, above, parents), key);
      createSent(tx, call, lists, record);
      startJob(tx, plan.resource, record, jobOf(call));
      updateOwners(tx, owners, parents, 1);
      return { record: tx.get(records, record.id) ?? record, isNew: true };
    }),
  );
  const { record, isNew } = taken(created);
  if (!isNew) return withStatus(call, respondWith(plan, record, null), 200);
  const shown = respondWithOwner(call, owners, parents);
  if (shown !== null) return shown;
  const response = respondWith(plan, record, addressOf(call, record));
  return withLogged(call, withNamedKeys(response, plan, [record], sentFields(call)), record);
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
    itemPath !== null && plan.spec.path.startsWith(`${itemPath}/`);
  const other = plans.resources.find(
    (each) => each.schema === name && plans.isCreated(each.name) && !isAbove(each),
  );
  const own = other === undefined ? null : await plans.resource(other.name);
  return own === null ? call : { ...call, plan: { ...plan, resource: own } };
}

/** Reads a record. */
export async function readOne(call: ResourceCall): Promise<HandlerResponse> {
  const target = targetOf(call.plan, call.request);
  await assertParents(call, target.parents);
  const record = found(call, target);
  const existing = call.context.headers.get('if-none-match');
  const isDeclared = call.plan.spec.responses.some(({ status }) => status === 304);
  if (existing !== null && isDeclared && listsEtag(existing, etagOf(record)))
    return { status: 304, headers: { etag: etagOf(record) } };
  const shown = (await entryRecords(call))(record);
  return respondWith(call.plan, shown, null, call.request.query);
}

/** Changes a record: in part, as a whole, or by creating it where the contract says so. */
export async function changeOne(
  call: ResourceCall,
  kind: 'update' | 'replace' | 'upsert',
): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const target = targetOf(plan, request);
  await assertParents(call, target.parents);
  const creates =
    kind === 'upsert' || (kind === 'replace' && plan.spec.responses.some(({ status }) => status === 201));
  const parents = findTarget(context.world.view, plan.resource, target)?.parents ?? target.parents;
  const owners = await ownersOf(call.plans, plan.resource, parents);
  const outcome = await context.world.run((tx) =>
    attempt(() => {
      const record = findTarget(tx, plan.resource, target);
      if (record === undefined) {
        if (!creates) throw missing(call, target);
        const created = create(tx, call, sentFields(call), target.parents, target.key);
        updateOwners(tx, owners, parents, 1);
        return { record: created, isNew: true };
      }
      assertUnchanged(call, record);
      assertState(call, plan.resource, record);
      const merges = kind === 'upsert' && plan.source.method === 'PATCH';
      const changed = change(tx, call, record, merges ? 'update' : kind);
      updateOwners(tx, owners, parents, 0);
      return { record: changed, isNew: false };
    }),
  );
  const { record, isNew } = taken(outcome);
  const above = respondWithOwner(call, owners, parents);
  if (above !== null) return above;
  const shown = respondWith(plan, record, addressOf(call, record));
  const response = withNamedKeys(shown, plan, [record], sentFields(call));
  const status = isNew
    ? 201
    : plan.spec.responses.find((each) => each.status === 200 || each.status === 204)?.status;
  return typeof status === 'number' && response.status < 300 ? withStatus(call, response, status) : response;
}

/** Sends a response under another declared status, without its body where that status has none. */
function withStatus({ plan }: ResourceCall, response: HandlerResponse, status: number): HandlerResponse {
  const declared = plan.spec.responses.filter((each) => each.status === status);
  if (declared.length === 0 || response.status === status) return response;
  return declared.some(({ kind }) => kind === 'json') ? { ...response, status } : { status };
}

/** Does something to a record. */
export async function actOn(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const listed = (await changeListed(call)) ?? (await actOnListed(call, rulesOf(call)));
  if (listed !== null) return listed;
  const isOnly = plan.resource.resource.kind === 'singleton';
  const target = isOnly ? onlyTarget(call) : targetOf(plan, request);
  if (target.key === '' || !(isOnly || isOnRecord(plan))) return respondWithSample(call);
  await assertParents(call, target.parents);
  const acted = await context.world.run((tx) =>
    attempt(() => {
      const record = isOnly ? existing(tx, call, target) : findTarget(tx, plan.resource, target);
      if (record === undefined) throw missing(call, target);
      assertVersion(call, record);
      const { schema, key } = plan.resource;
      const effect = effectOf(record.value, rulesOf(call), schema);
      if (isUnchangedBy(call, record, effect.set)) return null;
      const sent = withoutVersion(plan.resource, sentValues(call, record.value));
      assertUnique(tx, plan, sent, record);
      const changed = changeByVerb(plan.resource, record.value, listVerb(call), sentFields(call));
      if (changed !== null) return changeRecord(tx, plan.resource, record, { ...record.value, ...changed });
      const added = entryChange(call.plans, plan.spec.path, sentFields(call));
      if (added !== null) changeAdded(tx, added, record);
      if (effect.later !== null) changeLater(tx, plan.resource, record, effect.later);
      const action = rulesOf(call).names[1] ?? '';
      const secrets = schema === null ? {} : newSecrets(tx, schema, record.value, { action, key });
      const state = Object.keys({ ...sent, ...effect.set }).length > 0 ? {} : shownState(plan, rulesOf(call));
      const set = { ...secrets, ...sent, ...state, ...effect.set };
      const isSet = Object.keys(set).length > 0;
      const changes = isSet ? set : timesOfAction(schema, rulesOf(call), tx.at, record.value);
      if (Object.keys(changes).length === 0) return record;
      const after = changeRecord(tx, plan.resource, record, { ...record.value, ...changes });
      settle(tx, plan.resource, after);
      return after;
    }),
  );
  const record = taken(acted);
  if (record === null) return { status: 304 };
  const { shown } = plan;
  const isRecord = shown === null || shown.properties.size === 0 || isVariant(shown, plan.resource.schema);
  const isListed = shown !== null && (await logOf(call, shown)) !== null;
  if (isRecord && !isListed) return respondWith(plan, record, null);
  const response = await respondWithResult(call, shown, record);
  return isListed ? response : withLogged(call, response, record);
}

/** Verbs behind the name of a list. */
const changing: Readonly<Record<string, string>> = {
  add: 'add',
  attach: 'add',
  append: 'add',
  remove: 'remove',
  delete: 'remove',
  detach: 'remove',
};

/** Returns what an action does with a list of a record: what is posted where the whole list is put is added to it. */
function listVerb({ plan, plans, ...call }: ResourceCall): string {
  const { names } = rulesOf({ plan, plans, ...call });
  const { name, segments } = readPath(plan.spec.path);
  if (/^(?:add|remove|attach|detach)(?=[A-Z_-])/.test(name)) return name;
  // Why: `/orders/{id}/labels/remove` says what it removes in front of the verb.
  const list = segments.at(-2);
  if (list?.parameters.length === 0 && changing[name] !== undefined) return `${changing[name]}_${list.text}`;
  const isWhole = plans.has('PUT', plan.spec.path);
  if (plan.source.method === 'POST' && (isWhole || /^(?:add|attach|append)/i.test(plan.source.text)))
    return `add_${name}`;
  return plan.source.method === 'DELETE' ? `remove_${name}` : (names.at(-1) ?? '');
}

/** Responds to an action on no record: with what it makes, else with a sampled record. */
function respondWithSample(call: ResourceCall): Promise<HandlerResponse> | HandlerResponse {
  const { shown, resource } = call.plan;
  const isRecord = shown === null || shown.properties.size === 0 || isVariant(shown, resource.schema);
  return isRecord ? respond(call.plan, resource.sample) : respondWithResult(call, shown);
}

/** Responds with what an operation makes that is no record: its sample, with what was sent. */
async function respondWithResult(
  call: ResourceCall,
  schema: SourceSchema,
  acted: ResourceRecord | null = null,
): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const { shownSample: sample, written, spec } = plan;
  const rename = renamePath(spec.path, pathTexts(plan, request));
  const parts = { schema, sample, sent: sentFields(call), written, rename };
  const log = await logOf(call, schema);
  const result = await context.world.run((tx) => {
    const subject = acted === null ? {} : subjectOf(schema, sample, plan.resource, acted);
    const made = { ...makeResult(tx, parts), ...subject };
    const isDone = plan.role.role.value === 'action' && plan.source.method !== 'DELETE';
    const fields = isDone ? { ...made, ...guessEffect(schema, rulesOf(call).names, made) } : made;
    if (log === null) return fields;
    const parents = pathTexts(plan, request);
    const address = addressIn(log, parents, context.baseUrl);
    const own = acted === null ? {} : fieldsOf(log, acted, rulesOf(call).names[1] ?? '');
    const record = createRecord(tx, log, { fields: { ...fields, ...own }, parents, key: null, address });
    startJob(tx, log, record, { isAccepted: false, actions: [] });
    return shownIn(plan, record.value);
  });
  return respond(plan, result);
}

function rulesOf(call: ResourceCall): ActionRules {
  const { plan, plans } = call;
  const { spec, source, resource } = plan;
  const { machines = {} } = plans.overrides;
  const segment = actionOf(spec.path);
  const named = Object.entries(machines).find(([name]) => name.startsWith(`${resource.resource.name}.`));
  return {
    behavior: plans.behaviorOf(source),
    machine:
      named === undefined
        ? null
        : { property: named[0].slice(named[0].lastIndexOf('.') + 1), table: named[1] },
    names: [spec.id, segment, ...sentVerb(segment, sentFields(call))],
  };
}

/** Copies a record. */
export async function copyOne(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const target = targetOf(plan, request);
  await assertParents(call, target.parents);
  const copied = await context.world.run((tx) =>
    attempt(() => {
      const record = findTarget(tx, plan.resource, target);
      if (record === undefined) throw missing(call, target);
      const { keyPointer } = plan.resource;
      const whole = keyPointer === null ? record.value : withoutPart(record.value, keyPointer);
      // Why: a copy has unique values of its own.
      const { unique } = plan.resource.resource;
      const fields = Object.fromEntries(Object.entries(whole).filter(([name]) => !unique.includes(name)));
      return create(tx, call, { ...fields, ...sentFields(call) }, record.parents, null);
    }),
  );
  return respondWith(plan, taken(copied), addressOf(call, taken(copied)));
}

function found(call: ResourceCall, target: LocatedRecord): ResourceRecord {
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
