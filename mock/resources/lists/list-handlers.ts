/** Handlers that list records, a page at a time. */
import type { Paging, QueryUse } from '../../../contract/resources/graph.ts';
import type { OperationBehavior } from '../../../contract/resources/overrides/override.ts';
import { bodyValues, queryValues } from '../../../contract/resources/bodies/search-bodies.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { fillPath } from '../../../contract/resources/path-shape.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { pointerStep, splitLast, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { assertParents, type ResourceCall } from '../call.ts';
import { createRecord } from '../write/store-record.ts';
import type { NewRecord } from '../write/fill-record.ts';
import { shownIn } from '../values/shown.ts';
import { selfLinks } from '../links/self-address.ts';
import { entryTest } from '../sets/added-entries.ts';
import { entryRecords, shownEntries } from '../sets/set-entries.ts';
import { entrySet, membershipTest, entrySwitches } from '../sets/memberships.ts';
import { entriesOf, holderOf, isEntry, isOwned, textRecords } from '../sets/entries.ts';
import { schemaFields, isFields, mapFields, pickFields, textOf, withPart } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import { findTarget, isBelow, parentsOfClients, pathTexts } from '../locate.ts';
import { pageIn, withAskedPaging } from './asked-page.ts';
import { cursorHeaders } from './cursor-headers.ts';
import { figureHeaders, type ListPage } from './figures.ts';
import { listRules } from './list-rules.ts';
import { isCommaList } from '../sets/value-sets.ts';
import { nextPosition, tokensOf, withFigures } from './page.ts';
import { listRecords, type RecordFields, type ResourceRecord } from '../record.ts';
import { kindsListed, listKinds } from './mixed-lists.ts';
import { inTree } from '../links/trees.ts';
import { withParentObjects } from './parent-objects.ts';
import { selectedIn } from './projection.ts';
import { listSeveral, listsFound, type KindList } from './several-lists.ts';
import { parentFields, shorterNames } from '../links/references.ts';
import { addressIn, inScalar, respond } from '../handlers/respond.ts';
import { isEqual } from './compare.ts';
import { selectRecords } from './select.ts';
import { wildcardsOf } from './selected-records.ts';

type Holder = Awaited<ReturnType<typeof holderOf>>;

/** Lists the records below a path, a page at a time. */
export async function listAll(sent: ResourceCall): Promise<HandlerResponse> {
  const call = withAskedPaging(withBodyValues(sent));
  const { plan } = call;
  const holder = await holderOf(call);
  if (holder !== null && plan.resource.resource.kind === 'set') {
    await assertParents(call, pathTexts(plan, call.request));
    return respond(plan, await shownEntries(call, entriesOf(holder)));
  }
  const lists = await listsFound(plan, call.plans);
  if (lists.length > 0) return listSeveral(call, lists, { page: pageIn, figures: figuresIn });
  return withParentObjects(call, writePage(call, pageIn(call, await selectedBy(call, holder))));
}

/** Writes the figures of a page into one of several lists of a response. */
function figuresIn(
  call: ResourceCall,
  body: JsonValue,
  page: ListPage,
  { schema, list }: KindList,
): JsonValue {
  const { paging: inferred } = call.plan.role;
  const next = [...schema.properties.keys()].find((name) => flatten(name) === 'next');
  const paging: Paging | null =
    inferred === null || next === undefined
      ? (inferred?.value ?? null)
      : { ...inferred.value, next: { in: 'body', pointer: pointerStep(next) } };
  const address = (position: string | number): string => pageAddress(call, page, position);
  const links = { next: nextPosition(page, paging, tokensOf(call.plan)), address, accepts: () => true, list };
  return withFigures(body, page, paging, links, schema);
}

/** Counts the records that a list would show: the number of the response, or the one in it that is named so. */
export async function countAll(call: ResourceCall): Promise<HandlerResponse> {
  const { length } = await selectedBy(call, await holderOf(call));
  const response = respond({ ...call.plan, envelope: '' }, length);
  const whole = call.plan.sample?.body;
  const body: unknown = Array.isArray(whole) ? whole[0] : whole;
  if (!isFields(body)) return response;
  const numbers = Object.keys(body).filter((name) => typeof body[name] === 'number');
  const name = numbers.find((each) => /count|total/i.test(each)) ?? numbers[0];
  // Why: a count without a schema is an object with nothing else.
  const property = name ?? (Object.keys(body).length === 0 ? 'count' : undefined);
  const counted = property === undefined ? body : { ...body, [property]: length };
  return { ...response, body: Array.isArray(whole) ? [counted] : counted };
}

/** Returns the records that a path and a query select, in their order. */
async function selectedBy(call: ResourceCall, holder: Holder): Promise<readonly ResourceRecord[]> {
  const { source, role } = call.plan;
  const { lookup } = role;
  const all = pathTexts(call.plan, call.request);
  const entries = await entriesBelow(call, holder);
  const shown =
    lookup === undefined
      ? entries
      : entries.filter(({ value }) => isEqual(valueAt(value, lookup.property), all[lookup.parameter]));
  const isOfAll = wildcardsOf(source);
  const query = pickFields<unknown>(call.request.query, (name, value) => !isOfAll(name, value));
  return selectRecords(shown, listRules(call.plan), query);
}

/** Returns the records below a path, or below each record whose key it lists. */
async function entriesBelow(call: ResourceCall, holder: Holder): Promise<readonly ResourceRecord[]> {
  const entries: ResourceRecord[] = [];
  const calls = callsByKey(call);
  const isOfAll = wildcardsOf(call.plan.source);
  for (const each of calls) {
    const isParent = (name: string, text: string): boolean =>
      name !== call.plan.role.lookup?.parameter && !isOfAll(name, text);
    const parents = pickFields(pathTexts(each.plan, each.request), isParent);
    await assertParents(each, parents);
    const below = (await recordsBelow(each, holder, parents)).map(await entryRecords(each));
    entries.push(...below.map((record) => withSwitches(each, record, parents)));
  }
  if (calls.length === 1) return entries;
  const distinct = new Map(entries.map((each) => [each.id, each]));
  return [...distinct.values()].toSorted((one, other) => one.number - other.number);
}

/** Returns the call for each key that a path lists with commas: `/groups/1,2/items`. Shape: the call itself without a list. */
function callsByKey(call: ResourceCall): readonly ResourceCall[] {
  const { plan, request } = call;
  const listed = plan.source.parameters.find(
    ({ in: place, text, schema }) => place === 'path' && (isCommaList(text) || schema.items !== null),
  );
  const sent = listed === undefined ? undefined : request.path[listed.name];
  if (listed === undefined || sent === undefined) return [call];
  const texts = [sent].flat().flatMap((each) => textOf(each).split(','));
  const keys = new Set(texts.map((each) => each.trim()));
  return [...keys].map((key) => ({
    ...call,
    request: { ...request, path: { ...request.path, [listed.name]: key } },
  }));
}

/** Returns a record with the switches of a member where a list shows what is in a set. */
function withSwitches(
  call: ResourceCall,
  record: ResourceRecord,
  parents: NewRecord['parents'],
): ResourceRecord {
  const { shown, resource } = call.plan;
  if (resource.resource.kind !== 'set' && entrySet(call, parents) === null) return record;
  const switches = entrySwitches(shown);
  return Object.keys(switches).length === 0 ? record : { ...record, value: { ...record.value, ...switches } };
}

/** Returns the records below a path: of several resources, in a list of the record above, or with it as a parent. */
async function recordsBelow(
  call: ResourceCall,
  holder: Holder,
  parents: NewRecord['parents'],
): Promise<readonly ResourceRecord[]> {
  const { plan, plans, request, context } = call;
  const { resource } = plan;
  const kinds = await kindsListed(plan, plans);
  await addAsked(call, parents);
  if (kinds.length > 0) return listKinds(call, kinds, parents);
  const texts = textRecords(call, holder);
  if (texts !== null) return texts;
  const all = context.world.query((view) => listRecords(view, resource.resource.name));
  const where = plans.behaviorOf(plan.source)?.where ?? null;
  if (where !== null) return all.filter(({ value }) => hasValues(value, where, request));
  if (holder !== null && !isOwned(holder, resource)) {
    const keys = entriesOf(holder);
    return all.filter(({ key }) => keys.some((each) => isEntry(each, key)));
  }
  const ofClients = parentsOfClients(context.world.view, plan, parents);
  const isAdded = addedTo(call, parents) ?? membershipTest(call, parents);
  const isTop = inTree(resource, plan.spec.path);
  return all.filter((record) => {
    const below = isBelow(resource, record, parents, ofClients) && isTop(record);
    return isAdded === null ? below : isAdded(record, below);
  });
}

/** Returns the test of the entries that actions add to the record above, where records do not name it; `null` for none. */
function addedTo(
  { plan, plans, context }: ResourceCall,
  parents: NewRecord['parents'],
): ReturnType<typeof entryTest> {
  const isNamed = Object.keys(parentFields(plan.resource, {}, parents)).length > 0;
  return isNamed ? null : entryTest({ view: context.world.view, plans, path: plan.spec.path }, parents);
}

/**
 * Adds the records of a feed that a query must name by their keys. Why: a list of what clients know from elsewhere would
 * be empty.
 */
async function addAsked(
  { plan, request, context }: ResourceCall,
  parents: NewRecord['parents'],
): Promise<void> {
  const { resource, source, role } = plan;
  const isRequired = ({ parameter }: QueryUse): boolean =>
    source.parameters.some(({ name, isRequired }) => name === parameter && isRequired);
  const use = role.query.find(
    (each) =>
      each.use.value.kind === 'filter' && each.use.value.property === resource.keyPointer && isRequired(each),
  );
  const value: unknown = use === undefined ? undefined : request.query[use.parameter];
  if (value === undefined || resource.resource.kind !== 'feed') return;
  const keys = (Array.isArray(value) ? value : [value]).flatMap((each) => textOf(each).split(','));
  const { view } = context.world;
  const missing = keys.filter((key) => findTarget(view, resource, { key, parents }) === undefined);
  if (missing.length === 0) return;
  await context.world.run((tx) => {
    for (const key of missing)
      createRecord(tx, resource, {
        fields: resource.sample,
        parents,
        key,
        address: () => null,
        isInitial: true,
      });
  });
}

/** Adds what the body of a search, and the objects in the query, ask for to the query. */
function withBodyValues(call: ResourceCall): ResourceCall {
  const { request, plan } = call;
  const query = queryValues(request.query);
  const ofBody = plan.source.method === 'POST' ? bodyValues(request.body) : {};
  return { ...call, request: { ...request, query: { ...ofBody, ...query } } };
}

/** Returns whether a record has the values that a file asks for. Shape: the name of a parameter is its value. */
function hasValues(
  value: RecordFields,
  where: NonNullable<OperationBehavior['where']>,
  { path, query }: Pick<ResourceCall['request'], 'path' | 'query'>,
): boolean {
  return Object.entries(where).every(([property, wanted]) => {
    const name = typeof wanted === 'string' ? wanted : '';
    const expected = path[name] ?? query[name] ?? wanted;
    return isEqual(valueAt(value, property.split('.').map(pointerStep).join('')), expected);
  });
}

function writePage(call: ResourceCall, page: ListPage): HandlerResponse {
  const { plan } = call;
  const paging = plan.role.paging?.value ?? null;
  const { query } = call.request;
  const items = page.records.map((record) => {
    const { key, value } = record;
    return (
      inScalar(plan, key) ??
      inItem(plan, selectedIn(plan, query, withSelf(call, record, shownIn(plan, value))))
    );
  });
  const next = nextPosition(page, paging, tokensOf(plan));
  const address = (position: string | number): string => pageAddress(call, page, position);
  const link = next === null ? {} : { link: `<${address(next)}>; rel="next"` };
  const response = respond(plan, items, link);
  const cursors = cursorHeaders(plan, paging, page);
  const linkHeader = paging?.next?.in === 'header' && Object.keys(cursors).length === 0 ? link : {};
  const figures = figureHeaders(plan.success, page, paging);
  const named = { ...response.headers, ...linkHeader, ...cursors, ...figures };
  const headers = Object.fromEntries(
    Object.entries<string | null>(named).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const { responseSchema: schema } = plan;
  const accepts = (body: JsonValue): boolean => plan.success?.check?.check(body) ?? true;
  const links = { next, address, accepts, list: plan.envelope };
  const ownBody = withoutOthers(plan, schema, response.body as JsonValue);
  const withParentKeys = withParents(call, ownBody);
  const body = withFigures(withParentKeys, page, paging, links, schema);
  return { ...response, headers, body };
}

/** Adds the address of a record where only lists show it. */
function withSelf(
  { plan, context }: ResourceCall,
  { key, parents, value }: ResourceRecord,
  shown: RecordFields,
): RecordFields {
  const address = (): string | null => addressIn(plan.resource, parents, context.baseUrl)(key);
  const links = schemaFields(plan.shown, (name, property) =>
    value[name] === undefined ? selfLinks(name, property, address) : undefined,
  );
  return { ...shown, ...links };
}

/** Returns an item of a list: the record, or what wraps it, with what its schema requires besides. */
function inItem({ role, sample, envelope, responseSchema }: OperationPlan, record: RecordFields): JsonValue {
  const { inItem: pointer } = role;
  if (pointer === undefined) return record;
  const [shown] = [valueAt(sample?.body, envelope ?? '')].flat() as JsonValue[];
  const required = schemaAt(responseSchema, envelope ?? '')?.items?.required;
  const others = pickFields(isFields(shown) ? shown : {}, (name) => required?.has(name) === true);
  return withPart(others, pointer, record);
}

/** Leaves out what a sample lists beside the records that a search finds; empties a list that is required. */
function withoutOthers(
  { role, envelope, success }: OperationPlan,
  schema: SourceSchema | null,
  body: JsonValue,
): JsonValue {
  if (role.role.value !== 'search' || envelope === null || envelope === '') return body;
  const [holder, own] = splitLast(envelope);
  const fields = valueAt(body, holder);
  if (!isFields(fields)) return body;
  const required = schemaAt(schema, holder)?.required;
  const entries = Object.entries(fields).flatMap(([name, value]): [string, JsonValue][] => {
    if (name === own || !Array.isArray(value)) return [[name, value]];
    return required?.has(name) === true ? [[name, []]] : [];
  });
  const result = withPart(body, holder, Object.fromEntries(entries));
  return success?.check?.check(result) === false ? body : result;
}

/** Names the parents of a list where properties beside it are named like parameters of the path, or like their ends. */
function withParents({ plan, request }: ResourceCall, body: JsonValue): JsonValue {
  if (!isFields(body)) return body;
  const texts = Object.entries(pathTexts(plan, request));
  const ends = texts.flatMap(([name, text]) => shorterNames(name).map((each) => [each, text] as const));
  const parents = new Map([...ends, ...texts].map(([name, text]) => [flatten(name), text]));
  return mapFields(body, (name, value) => {
    const text = parents.get(flatten(name));
    if (text === undefined) return value;
    return typeof value === 'string' ? text : typeof value === 'number' ? Number(text) : value;
  });
}

/** Returns the address of another page of the same list. */
function pageAddress(
  { plan, request, context }: ResourceCall,
  page: ListPage,
  position: string | number,
): string {
  const path = fillPath(plan.spec.path, (name) => String(request.path[name]));
  const url = new URL(context.baseUrl + path);
  for (const [name, value] of Object.entries(request.query))
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      if (each !== undefined && each !== null && typeof each !== 'object')
        url.searchParams.append(name, textOf(each));
  const { position: parameter = null, size = null } = plan.role.paging?.value ?? {};
  if (parameter !== null) url.searchParams.set(parameter, String(position));
  if (size !== null && url.searchParams.has(size)) url.searchParams.set(size, String(page.size));
  return url.href;
}
