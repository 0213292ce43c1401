/** Handlers of what exists once below its parents: singletons, flags, and entries of sets. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import type { Resource } from '../../../contract/resources/graph.ts';
import { readPath } from '../../../contract/resources/path-shape.ts';
import { guessEffect } from '../../../contract/resources/records/action-effect.ts';
import { isSelf } from '../../../contract/resources/candidates/find-views.ts';
import { requestSchemaOf } from '../../../contract/resources/operation-facts.ts';
import { isVariant, propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import { endOf, isVerb } from '../../../contract/resources/words.ts';
import type { SourceOperation } from '../../../contract/resources/source.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { changeRecord, createRecord } from '../write/store-record.ts';
import { fitFields } from '../values/fit.ts';
import { assertParents, sentFields, type ResourceCall } from '../call.ts';
import { findTarget, isBelow, parentsOfClients, pathTexts, targetOf, type LocatedRecord } from '../locate.ts';
import { confirmed } from './confirmations.ts';
import { repeatedValues } from '../actions/sent-values.ts';
import { changeFlagList, listOfFlag } from '../sets/listed-flags.ts';
import { setSwitch, switchOf, type RecordSwitch } from '../actions/switches.ts';
import { withTotal } from '../sets/set-totals.ts';
import { changeEntries, entriesOf, holderOf, isEntry } from '../sets/entries.ts';
import { emptiedLists, isMap, mergePatch, nullable } from '../write/write-record.ts';
import { listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import { isFields, keyTextIn, pickFields, textOf } from '../fields.ts';
import { countedBelow } from '../links/counts-below.ts';
import { ownParameter, parentFields } from '../links/references.ts';
import { changeAbove, fieldsAbove, sharingRecord } from '../links/shared-fields.ts';
import { notFound, OperationError } from '../../http/declared-error.ts';
import { withParentObjects } from '../lists/parent-objects.ts';
import { respond, respondWith } from './respond.ts';
import { addValues, containsValues, namedValues, removeValues } from '../sets/value-sets.ts';

/** The key of a record that exists once below its parents. */
export const ONLY = 'only';

/** Returns the singleton that a path is about: one for each value of the parameters that all its operations require. */
export function onlyTarget({ plan, plans, request }: ResourceCall): LocatedRecord {
  const { source, resource } = plan;
  const operations = plans.operationsOf(resource.resource);
  const isOfAll = (name: string): boolean =>
    operations.length > 1 && operations.every((each) => requires(each.source, name));
  const query: Readonly<Record<string, unknown>> = request.query;
  const variants = source.parameters.flatMap(({ name }) =>
    isOfAll(name) && query[name] !== undefined ? [[name, textOf(query[name])] as const] : [],
  );
  return { key: ONLY, parents: { ...pathTexts(plan, request), ...Object.fromEntries(variants) } };
}

function requires({ parameters }: SourceOperation, wanted: string): boolean {
  return parameters.some(
    ({ name, in: place, isRequired }) => place === 'query' && isRequired && name === wanted,
  );
}

/** Reads a singleton: as it was written, else as the sample shows it. */
export async function readSingleton(call: ResourceCall): Promise<HandlerResponse> {
  const target = onlyTarget(call);
  await assertParents(call, target.parents);
  const { resource, spec } = call.plan;
  const end = resource.resource.kind === 'singleton' ? null : endOf(readPath(spec.path).name);
  const asked = askedFor(call);
  const record =
    asked ??
    (end === null
      ? findTarget(call.context.world.view, resource, target)
      : recordAt(call, target.parents, end));
  if (record?.isDeleted === true) throw missingSingleton(call);
  const own = record ?? (await callerRecord(call));
  const shared = fieldsAbove(call.context.world.view, await sharingRecord(call));
  if (own !== undefined) {
    const value = { ...own.value, ...shared };
    return withParentObjects(call, respondWith(call.plan, { ...own, value }, null));
  }
  const initial = { ...initialFields(call), ...repeatedValues(call), ...shared };
  const counts = await countedBelow(call);
  const shown = { ...initial, ...parentFields(resource, initial, target.parents), ...counts };
  return withParentObjects(call, respond(call.plan, shown));
}

/**
 * Returns the record of a collection that a read finds by properties which its query must name; undefined for another read.
 *
 * Errors: throws an OperationError if there is none, and 404 is declared or clients create the records.
 */
function askedFor({ plan, plans, request, context }: ResourceCall): ResourceRecord | undefined {
  const { source, resource } = plan;
  if (resource.resource.kind !== 'collection') return undefined;
  const query: Readonly<Record<string, unknown>> = request.query;
  const wanted = source.parameters.flatMap(({ name }): [string, string][] => {
    const property = requires(source, name) ? propertyNamed(name, resource.schema) : null;
    return property === null || query[name] === undefined ? [] : [[property, textOf(query[name])]];
  });
  if (wanted.length === 0) return undefined;
  const parents = pathTexts(plan, request);
  const record = listRecords(context.world.view, resource.resource.name).find(
    (each) =>
      isBelow(resource, each, parents) && wanted.every(([name, text]) => textOf(each.value[name]) === text),
  );
  const isMissing = plan.spec.responses.some(({ status }) => status === 404);
  if (record === undefined && (isMissing || plans.isCreated(resource.resource.name)))
    throw notFound(resource.resource.name, wanted.map(([, text]) => text).join());
  return record;
}

/** Returns the resource with the record of the caller that `/me` shows, which has other paths; undefined for none. */
export function usersShownBy({ plan, plans }: Pick<ResourceCall, 'plan' | 'plans'>): Resource | undefined {
  const { name, schema } = plan.resource.resource;
  if (plan.role.role.value !== 'singleton-read' || !isSelf({ path: readPath(plan.spec.path) }))
    return undefined;
  return plans.resources.find(
    (each) => each.itemPath !== null && (each.name === name || (schema !== null && each.schema === schema)),
  );
}

async function callerRecord(call: ResourceCall): Promise<ResourceRecord | undefined> {
  const { plans, context } = call;
  const users = usersShownBy(call);
  const other = users === undefined ? null : await plans.resource(users.name);
  const key = other === null ? null : keyTextIn(initialFields(call), other.keyPointer);
  return other === null || key === null
    ? undefined
    : findTarget(context.world.view, other, { key, parents: {} });
}

/** Returns the first or the last record of a list. Errors: throws an OperationError for a list without any. */
function recordAt(
  { plan, context }: ResourceCall,
  parents: LocatedRecord['parents'],
  end: 0 | -1,
): ResourceRecord {
  const { view } = context.world;
  const { resource } = plan.resource;
  const ofClients = parentsOfClients(view, plan, parents);
  const all = listRecords(view, resource.name);
  const record = all.filter((each) => isBelow(plan.resource, each, parents, ofClients)).at(end);
  if (record === undefined) throw notFound(resource.name, readPath(plan.spec.path).name);
  return record;
}

interface SingleParts extends Pick<ResourceCall, 'plans'> {
  readonly plan: Pick<ResourceCall['plan'], 'resource'>;
}

/**
 * Returns the caller as a parent of a new record that names whom it belongs to, and that is sent without; else nothing.
 */
export async function callerAbove(
  { plan: { resource }, plans }: ResourceCall,
  sent: RecordFields,
): Promise<LocatedRecord['parents']> {
  const callers = plans.callers === null ? null : await plans.resource(plans.callers);
  const parameter = callers === null ? null : ownParameter(callers);
  if (callers === null || parameter === null || callers === resource) return {};
  const key = keyTextIn(initialFields({ plan: { resource: callers }, plans }), callers.keyPointer);
  if (key === null) return {};
  const names = Object.keys(parentFields(resource, resource.sample, { [parameter]: key }));
  return names.length === 0 || names.some((name) => name in sent) ? {} : { [parameter]: key };
}

/** Returns the initial value of a singleton: its sample, with the record of a user. */
function initialFields({ plan: { resource }, plans }: SingleParts): RecordFields {
  const records = plans.overrides.records?.[resource.resource.name];
  const [first] = typeof records === 'object' ? records : [];
  return isFields(first) ? { ...resource.sample, ...first } : resource.sample;
}

/** Changes a singleton, which exists from then on. */
export async function changeSingleton(
  call: ResourceCall,
  kind: 'replace' | 'update',
): Promise<HandlerResponse> {
  const target = onlyTarget(call);
  await assertParents(call, target.parents);
  const { plan, context } = call;
  const { schema, sample } = plan.resource;
  const sharing = await sharingRecord(call);
  const record = await context.world.run((tx) => {
    const own = existing(tx, call, target);
    const record = { ...own, value: { ...own.value, ...fieldsAbove(tx, sharing) } };
    const sent = fitFields(schema, sentFields(call), sample, plan.written);
    const value =
      kind === 'update'
        ? mergePatch(record.value, sent, nullable(schema))
        : { ...emptiedLists(plan.resource, record.value), ...serverFields(record.value, call), ...sent };
    const changed = changeRecord(tx, plan.resource, record, value);
    changeAbove(tx, sharing, changed);
    return changed;
  });
  return withParentObjects(call, respondWith(plan, record, null));
}

/** Returns what a replaced singleton keeps: what clients do not write, and what it must have. */
function serverFields(value: RecordFields, { plan: { source, resource } }: ResourceCall): RecordFields {
  const sent = requestSchemaOf(source)?.properties;
  const isKept = (name: string): boolean =>
    !isMap(resource) && (sent?.has(name) !== true || resource.schema?.required.has(name) === true);
  return pickFields(value, (name) => isKept(name));
}

/** Returns a singleton, which exists from then on. */
export function existing(tx: Transaction, call: ResourceCall, target: LocatedRecord): ResourceRecord {
  const { resource } = call.plan;
  const record = findTarget(tx, resource, target);
  if (record !== undefined && record.isDeleted !== true) return record;
  if (record !== undefined) tx.delete(records, record.id);
  const newRecord = { fields: initialFields(call), parents: target.parents, key: ONLY, address: () => null };
  return createRecord(tx, { ...resource, key: null, keyPointer: null }, newRecord);
}

/** Deletes a singleton, which then is missing where reading it declares that, and else as the sample shows it. */
export async function deleteSingleton(call: ResourceCall): Promise<HandlerResponse> {
  const target = onlyTarget(call);
  await assertParents(call, target.parents);
  const { plan, plans, context } = call;
  const { path } = plan.spec;
  const before = findTarget(context.world.view, plan.resource, target);
  if (before?.isDeleted === true && plans.declares('DELETE', path, 404)) throw missingSingleton(call);
  const sharing = await sharingRecord(call);
  await context.world.run((tx) => {
    changeAbove(tx, sharing, null);
    if (plans.declares('GET', path, 404)) tx.put(records, { ...existing(tx, call, target), isDeleted: true });
    else if (before !== undefined) tx.delete(records, before.id);
  });
  return respond(plan, plan.resource.sample);
}

function missingSingleton({ plan }: ResourceCall): OperationError {
  return new OperationError(404, `There is no ${plan.resource.resource.name}`);
}

/** Returns the entry that a path is about: by its last parameter, or the only one. */
function entryOf(call: ResourceCall): LocatedRecord {
  return call.plan.spec.path.endsWith('}') ? targetOf(call.plan, call.request) : onlyTarget(call);
}

/** Adds an entry to a set, or sets a flag; repeating it changes nothing. */
export async function setEntry(call: ResourceCall): Promise<HandlerResponse> {
  const target = entryOf(call);
  const { plan, context } = call;
  await assertParents(call, pathTexts(plan, call.request));
  const isWhole = plan.source.method === 'PUT' && !plan.spec.path.endsWith('}');
  const listResponse = await changeEntries(call, isWhole ? 'put' : 'add');
  if (listResponse !== null) return listResponse;
  const values = namedValues(call);
  if (values !== null) return addValues(call, values, replacesEntries(call, isWhole));
  const [above, list] = [await switchOf(call), await listOfFlag(call)];
  const record = await context.world.run((tx) => {
    const owner = above === null ? undefined : setSwitch(tx, call, above, true);
    const before = findTarget(tx, plan.resource, target);
    const fields = switchedOn(call);
    const record =
      before === undefined
        ? createRecord(tx, plan.resource, { fields, ...target, address: () => null })
        : changedEntry(tx, call, before, fields);
    if (list !== null && before === undefined) changeFlagList(tx, call, list, record.value, true);
    return owner !== undefined && showsRecord(call, above) ? owner : record;
  });
  return respondWith(plan, record, null);
}

/** Returns whether members replace those of before: as the text says, else by a PUT where a POST adds them. */
function replacesEntries({ plan, plans }: ResourceCall, isWhole: boolean): boolean {
  const { isReplaced, isAdded } = entriesStatedIn(plan.source);
  return isReplaced || (isWhole && plans.has('POST', plan.spec.path) && !isAdded);
}

/** What a text states about the entries of before. */
const entriesStatedIn = memoizeByObject(({ text }: SourceOperation) => ({
  isReplaced: /\b(?:all|any) (?:existing|previous|current)\b[^.]{0,60}\b(?:deleted|removed|replaced)\b/i.test(
    text,
  ),
  isAdded: /^\W{0,10}adds? (?:or|and) (?:edit|update|change)/im.test(text),
}));

/** Returns an entry with what was sent of it again: the new role of a member. */
function changedEntry(
  tx: Transaction,
  { plan: { resource, written } }: ResourceCall,
  entry: ResourceRecord,
  sent: RecordFields,
): ResourceRecord {
  const fields = fitFields(resource.schema, sent, resource.sample, written);
  const isSame = Object.entries(fields).every(([name, value]) => textOf(entry.value[name]) === textOf(value));
  return isSame ? entry : changeRecord(tx, resource, entry, { ...entry.value, ...fields });
}

/** Returns what was sent, with the switch of a new entry that its path names: `approved` of `/requests/{id}/approve`. */
function switchedOn(call: ResourceCall): RecordFields {
  const { schema } = call.plan.resource;
  const { name } = readPath(call.plan.spec.path);
  const effect = schema === null || !isVerb(name) ? {} : guessEffect(schema, [name], {});
  return { ...effect, ...sentFields(call) };
}

/** Removes an entry from a set, or unsets a flag; what is not there stays so. */
export async function unsetEntry(call: ResourceCall): Promise<HandlerResponse> {
  const target = entryOf(call);
  await assertParents(call, target.parents);
  const listResponse = await changeEntries(call, 'remove');
  if (listResponse !== null) return listResponse;
  const values = namedValues(call) ?? valuesBelow(call);
  if (values !== null) return removeValues(call, values);
  const [above, list] = [await switchOf(call), await listOfFlag(call)];
  const owner = await call.context.world.run((tx) => {
    const record = findTarget(tx, call.plan.resource, target);
    if (record !== undefined) tx.delete(records, record.id);
    if (list !== null && record !== undefined) changeFlagList(tx, call, list, record.value, false);
    return above === null ? undefined : setSwitch(tx, call, above, false);
  });
  if (owner !== undefined && showsRecord(call, above)) return respondWith(call.plan, owner, null);
  const response = respond(call.plan, confirmed(call.plan) ?? call.plan.resource.sample);
  return withTotal(call, response, target.parents);
}

/** Returns the values of a set that is removed as a whole; `null` for another removal. */
function valuesBelow({ plan, request, context }: ResourceCall): readonly string[] | null {
  const { resource, spec } = plan;
  const { kind, itemPath, name } = resource.resource;
  if (kind !== 'set' || itemPath === null || spec.path.endsWith('}') || request.body != null) return null;
  const parents = pathTexts(plan, request);
  return listRecords(context.world.view, name)
    .filter((each) => isBelow(resource, each, parents))
    .map(({ key }) => key);
}

/** Returns whether the response to a switch is the record that it is one of. */
function showsRecord({ plan: { shown } }: ResourceCall, above: RecordSwitch | null): boolean {
  return shown !== null && shown.properties.size > 0 && isVariant(shown, above?.plan.schema ?? null);
}

/** Returns whether a flag is set, as a status. */
export async function readFlag(call: ResourceCall): Promise<HandlerResponse> {
  const target = entryOf(call);
  await assertParents(call, target.parents);
  const values = namedValues(call);
  if (values !== null && call.plan.sample?.body instanceof Array) return containsValues(call, values);
  const { plan, context } = call;
  const holder = await holderOf(call);
  const entry = holder?.entry ?? null;
  if (holder !== null && entry !== null && entriesOf(holder).some((each) => isEntry(each, entry)))
    return respondWith(plan, holder.record, null);
  const record = findTarget(context.world.view, plan.resource, target);
  if (record === undefined) throw notFound(plan.resource.resource.name, target.key);
  return respondWith(plan, record, null);
}
