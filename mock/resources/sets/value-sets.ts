/** Sets whose members are named by values in a query or a body: added, removed, and asked for. */
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { isPlural, isSameEnd, isSameName, singularName } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord, createRecord, deleteRecord } from '../write/store-record.ts';
import { confirmed } from '../handlers/confirmations.ts';
import { ownersOf, respondWithOwner, updateOwners } from '../links/owners.ts';
import { shownEntries } from './set-entries.ts';
import { withTotal } from './set-totals.ts';
import { schemaFields, isFields, keyTextIn, mapFields, pickFields, textOf } from '../fields.ts';
import { findTarget, pathTexts, isBelow, type LocatedRecord } from '../locate.ts';
import { findRecords, listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { respond } from '../handlers/respond.ts';
import { fitFields } from '../values/fit.ts';
import { shownIn } from '../values/shown.ts';
import { plainValue } from '../values/complete.ts';

/** Returns the values that a request names members of a set by; `null` for one that is not about such a set. */
export function namedValues({ plan, request }: ResourceCall): readonly string[] | null {
  if (plan.resource.resource.kind !== 'set' || plan.spec.path.endsWith('}')) return null;
  const query = request.query;
  const inQuery = plan.source.parameters
    .filter(({ in: place, name, schema }) => place === 'query' && isOfValues(name, schema))
    .flatMap(({ name }) => query[name] ?? [])
    .flatMap((each) => textOf(each).split(','));
  const body = withLists(plan.written, request.body);
  const all = [...inQuery, ...valuesIn(body)];
  return all.length === 0 && !hasEmptyList(body) ? null : [...new Set(all)];
}

/** Returns a body with the lists that its texts are described as: "comma separated list". */
function withLists(written: SourceSchema | null, body: unknown): unknown {
  if (!isFields(body)) return body;
  return mapFields(body, (name, value) => {
    const isListed = isCommaList(written?.properties.get(name)?.text ?? '');
    return isListed && typeof value === 'string' ? splitList(value) : value;
  });
}

/** Returns whether a text describes a list with commas. */
export function isCommaList(text: string): boolean {
  return /\bcomma[- ](?:separated|delimited)\b/i.test(text);
}

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Returns whether a parameter has the values of members. */
function isOfValues(name: string, { items }: SourceSchema): boolean {
  return items !== null || /^(?:ids|uris|keys|names|values)$/i.test(name);
}

/** Returns whether a body is an empty list, or has nothing but one: it names no members. */
function hasEmptyList(body: unknown): boolean {
  const [only, other] = isFields(body) ? Object.values(body) : [body];
  return other === undefined && Array.isArray(only) && only.length === 0;
}

function valuesIn(body: unknown): readonly string[] {
  const [only, ...others] = isFields(body) ? Object.entries(body) : [];
  const isId = only !== undefined && others.length === 0 && /[a-z](?:_id|Id)$/.test(only[0]);
  const one = isId && !Array.isArray(only[1]) ? [only[1]] : undefined;
  const list: unknown =
    one ?? (isFields(body) ? Object.values(body).find((each) => Array.isArray(each)) : body);
  if (!Array.isArray(list)) return [];
  return (list as readonly unknown[]).flatMap((each) => {
    const named = isFields(each) ? (each['uri'] ?? each['id'] ?? Object.values(each)[0]) : each;
    const value = isFields(named) ? named['id'] : named;
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
}

/** Adds members. Shape: with `isWhole`, they replace those that the set has. */
export async function addValues(
  call: ResourceCall,
  values: readonly string[],
  isWhole: boolean,
): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  const owners = await ownersOf(call.plans, plan.resource, parents);
  await context.world.run((tx) => {
    if (isWhole) removeAll(tx, call, parents);
    const before = listRecords(tx, plan.resource.resource.name);
    const added = values.filter((key) => findTarget(tx, plan.resource, { key, parents }) === undefined);
    for (const key of added) addEntry(tx, call, { key, parents });
    changeSent(tx, call, parents);
    moveTo(tx, placeIn(call), before, { plan: plan.resource, parents });
    updateOwners(tx, owners, parents);
  });
  const above = respondWithOwner(call, owners, parents);
  if (above !== null) return above;
  const [only] = values.length === 1 ? await shownEntries(call, values) : [];
  return isFields(only) ? respond(plan, shownIn(plan, only)) : respondWithConfirmation(call);
}

/** Returns the place in its list that a request inserts at; `null` for the end. */
function placeIn({ request }: ResourceCall): number | null {
  const sent = { ...request.query, ...(isFields(request.body) ? request.body : {}) };
  const place = Object.entries(sent).find(([name]) => /^(?:position|index)$/i.test(name))?.[1];
  return typeof place === 'number' && Number.isInteger(place) && place >= 0 ? place : null;
}

/** Moves what was added after `before` to a place in the list, by giving what comes after it new numbers. */
function moveTo(
  tx: Transaction,
  place: number | null,
  before: readonly ResourceRecord[],
  { plan, parents }: { readonly plan: ResourcePlan; readonly parents: LocatedRecord['parents'] },
): void {
  if (place === null) return;
  const later = before.filter((record) => isBelow(plan, record, parents)).slice(place);
  for (const record of later)
    tx.put(records, { ...record, number: tx.nextNumber(`number:${plan.resource.name}`) });
}

/** Adds a member, which is shown as the record that its key names. */
export function addEntry(tx: Transaction, call: ResourceCall, target: LocatedRecord): void {
  const { resource } = call.plan;
  const fields = entryFields(tx, call, target.key);
  createRecord(tx, resource, { fields, ...target, address: () => null, isGiven: true });
}

/** Writes what a request has of members besides their keys: the `value` of `{ items: [{ key, value }] }`. */
function changeSent(
  tx: Transaction,
  { plan, request }: ResourceCall,
  parents: LocatedRecord['parents'],
): void {
  const { resource } = plan;
  const lists = isFields(request.body) ? Object.values(request.body) : [request.body];
  for (const sent of lists.flatMap((each) => (Array.isArray(each) ? (each as readonly JsonValue[]) : []))) {
    const key = isFields(sent) ? keyTextIn(sent, resource.keyPointer) : null;
    const record = key === null ? undefined : findTarget(tx, resource, { key, parents });
    if (record === undefined || !isFields(sent)) continue;
    const fields = fitFields(resource.schema, sent, resource.sample, 'all');
    changeRecord(tx, resource, record, { ...record.value, ...fields });
  }
}

/** Removes all that is below a path. */
export function removeAll(
  tx: Transaction,
  { plan: { resource } }: ResourceCall,
  parents: LocatedRecord['parents'],
): void {
  for (const record of listRecords(tx, resource.resource.name))
    if (isBelow(resource, record, parents)) deleteRecord(tx, resource, record);
}

/** Removes members; what is none stays so. */
export async function removeValues(call: ResourceCall, values: readonly string[]): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  const owners = await ownersOf(call.plans, plan.resource, parents);
  await context.world.run((tx) => {
    const all = values.flatMap((key) => findTarget(tx, plan.resource, { key, parents }) ?? []);
    for (const record of all) deleteRecord(tx, plan.resource, record);
    updateOwners(tx, owners, parents);
  });
  return respondWithOwner(call, owners, parents) ?? respondWithConfirmation(call);
}

/** Returns which values are members, in the order in which they are asked for. */
export function containsValues(call: ResourceCall, values: readonly string[]): HandlerResponse {
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  const { view } = context.world;
  return respond(
    plan,
    values.map((key) => findTarget(view, plan.resource, { key, parents }) !== undefined),
  );
}

/** Responds to a change of a set: with switches that confirm it, else with the whole body. */
function respondWithConfirmation(call: ResourceCall): HandlerResponse {
  const { plan } = call;
  const switches = confirmed(plan);
  if (switches !== null) return respond(plan, switches);
  const response = respond(plan.envelope === null ? plan : { ...plan, envelope: '' }, confirmation(call));
  return withTotal(call, response, pathTexts(plan, call.request));
}

/** Returns what a change of a set is confirmed with: the sample, with what it declares and what was sent. */
function confirmation({
  plan: { sample, responseSchema: schema, written },
  request,
}: ResourceCall): JsonValue {
  const body: unknown = sample?.body;
  if (!isFields(body) || schema === null) return (body as JsonValue | undefined) ?? {};
  const missing = schemaFields(schema, (name, property) =>
    body[name] === undefined ? plainValue(property) : undefined,
  );
  const sent = withLists(written, request.body);
  const same = pickFields(isFields(sent) ? sent : {}, (name) => Array.isArray(body[name]));
  return { ...missing, ...body, ...same };
}

/**
 * Returns a member as a list shows it: the record that its value names, in the property for it if there is one. A value
 * such as `kind:type:id` names a record by its last part.
 */
function entryFields(tx: Transaction, call: ResourceCall, value: string): RecordFields {
  const { schema, sample } = call.plan.resource;
  const set = call.plan.resource.resource.name.split('/').at(-1) ?? '';
  const objects = [...(schema?.properties ?? [])].filter(([, { properties }]) => properties.has('id'));
  const isWhole = schema?.properties.has('id') === true;
  const inner = isWhole ? undefined : (objects.find(([name]) => isSameName(name, set)) ?? objects[0]);
  const key = value.split(':').at(-1) ?? value;
  if (inner === undefined) {
    const existing = isWhole ? knownRecord(tx, call, schema, key) : undefined;
    // Why the sample: no alternative of a union has what all of them require.
    const shown = schema?.alternatives.length === 0 ? {} : sample;
    const named = existing === undefined ? namedField(call) : null;
    if (named !== null) return { [named]: value };
    return existing ?? { ...withKey(schema, isWhole ? shown : {}, value, key), ...underKeyName(call, key) };
  }
  const [name, property] = inner;
  const resource = call.plans.resources.find(
    (each) => isSameName(each.name.split('/').at(-1) ?? '', name) && each.kind !== 'set',
  );
  const record = resource === undefined ? undefined : findRecords(tx, resource.name, key)[0];
  const shown = sample[name];
  return { [name]: record?.value ?? withKey(property, isFields(shown) ? shown : {}, value, key) };
}

/** Returns what the record with a key has, of a resource whose schema the members of a set have, or may have. */
function knownRecord(
  tx: Transaction,
  { plans }: ResourceCall,
  schema: SourceSchema | null,
  key: string,
): RecordFields | undefined {
  const kinds = [schema, ...(schema?.alternatives ?? [])].flatMap((each) => each?.name ?? []);
  const resources = plans.resources.filter(
    (each) => each.kind !== 'set' && each.schema !== null && kinds.includes(each.schema),
  );
  for (const { name } of resources) {
    const [record] = findRecords(tx, name, key);
    if (record !== undefined) return record.value;
  }
  return undefined;
}

/** Returns the property of members that a list of their values is named after: `username` of `usernames`; `null` for none. */
function namedField({ plan: { resource, written }, request }: ResourceCall): string | null {
  const sent = withLists(written, request.body);
  const [list] = isFields(sent)
    ? Object.entries(sent).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []))
    : [];
  const name =
    list === undefined || !isPlural(list) ? null : propertyNamed(singularName(list), resource.schema);
  const isText = name !== null && resource.schema?.properties.get(name)?.types?.has('string') === true;
  return isText && name !== 'id' ? name : null;
}

/** Returns a value under the name that records have for the parameter of their path: `recipient_email` for `{email}`. */
function underKeyName({ plan: { resource } }: ResourceCall, value: string): RecordFields {
  const { schema, keyParameter } = resource;
  const name = [...(schema?.properties ?? [])].find(
    ([each, { types }]) =>
      keyParameter !== null && types?.has('string') === true && isSameEnd(each, keyParameter),
  )?.[0];
  return name === undefined ? {} : { [name]: value };
}

function withKey(schema: SourceSchema | null, shown: RecordFields, value: string, key: string): RecordFields {
  const uri = schema?.properties.has('uri') === true && value !== key ? { uri: value } : {};
  return { ...shown, id: key, ...uri };
}
