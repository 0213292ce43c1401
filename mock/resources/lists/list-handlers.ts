/** Handlers that list records, a page at a time. */
import type { QueryUse } from '../../../contract/resources/graph.ts';
import type { OperationBehavior } from '../../../contract/resources/overrides/override.ts';
import { bodyValues } from '../../../contract/resources/search-bodies.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { pointerStep, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { assertParents, type ResourceCall } from '../call.ts';
import { createRecord, type NewRecord } from '../compose.ts';
import { shownIn } from '../values/fit.ts';
import { entryRecords, shownEntries } from '../effects/set-entries.ts';
import { entriesOf, holderOf, isEntry, isOwned } from '../entries.ts';
import { isFields, textOf } from '../fields.ts';
import { findTarget, isBelow, parentsOfClients, pathTexts } from '../locate.ts';
import { nextPosition, pageOf, withFigures, type ListPage } from './page.ts';
import { listRecords, type RecordFields, type ResourceRecord } from '../record.ts';
import { kindsListed, listKinds } from './mixed-lists.ts';
import { selectedIn } from './projection.ts';
import { respond } from '../respond.ts';
import { defaultsOf, isEqual, selectRecords } from './select.ts';

/** Lists the records below a path, a page at a time. */
export async function listAll(sent: ResourceCall): Promise<HandlerResponse> {
  const call = withBodyValues(sent);
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  await assertParents(call, parents);
  const { resource, role } = plan;
  const holder = await holderOf(call);
  if (holder !== null && resource.resource.kind === 'set')
    return respond(plan, await shownEntries(call, entriesOf(holder)));
  const listed = holder === null || isOwned(holder, resource) ? null : entriesOf(holder);
  const where = call.plans.behaviorOf(plan.source)?.where ?? null;
  const kinds = await kindsListed(call);
  await addAsked(call, parents);
  const ofClients = parentsOfClients(context.world.view, plan, parents);
  const own = (): readonly ResourceRecord[] =>
    context.world
      .query((view) => listRecords(view, resource.resource.name))
      .filter((record) => {
        if (where !== null) return hasValues(record.value, where, request);
        return listed === null
          ? isBelow(resource, record, parents, ofClients)
          : listed.some((each) => isEntry(each, record.key));
      });
  const below = kinds.length > 0 ? listKinds(call, kinds, parents) : own();
  const paging = role.paging?.value ?? null;
  const { text, parameters } = plan.source;
  const { query } = request;
  const defaults = defaultsOf(parameters);
  const { schema } = resource;
  const shown = below.map(await entryRecords(call));
  const selected = selectRecords(shown, { uses: role.query, query, schema, text, defaults });
  const page = pageOf(selected, paging, query);
  return writePage(call, page);
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
  const asked: unknown = use === undefined ? undefined : request.query[use.parameter];
  if (asked === undefined || resource.resource.kind !== 'feed') return;
  const keys = (Array.isArray(asked) ? asked : [asked]).flatMap((each) => textOf(each).split(','));
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

/** Adds what the body of a search asks for to the query. */
function withBodyValues(call: ResourceCall): ResourceCall {
  const { request, plan } = call;
  if (plan.source.method !== 'POST') return call;
  return { ...call, request: { ...request, query: { ...bodyValues(request.body), ...request.query } } };
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
  const isText = plan.shown?.types?.has('string') === true && plan.shown.properties.size === 0;
  const items = page.records.map(({ key, value }) =>
    isText ? key : selectedIn(plan, query, shownIn(plan, value)),
  );
  const next = nextPosition(page, paging);
  const address = (position: string | number): string => pageAddress(call, page, position);
  const link = next === null ? {} : { link: `<${address(next)}>; rel="next"` };
  const response = respond(plan, items, { ...link, 'x-total-count': String(page.total) });
  const headers = paging?.next?.in === 'header' ? { ...response.headers, ...link } : response.headers;
  const schema = plan.source.responses.find(
    ({ status, kind }) => kind === 'json' && status === plan.success?.status,
  )?.schema;
  const accepts = (body: JsonValue): boolean => plan.success?.check?.check(body) ?? true;
  const links = { next, address, accepts };
  const listed = withParents(call, response.body as JsonValue);
  const body = withFigures(listed, page, paging, links, schema ?? null);
  return { ...response, headers, body };
}

/** Names the parents of a list where properties beside it are named like parameters of the path. */
function withParents({ plan, request }: ResourceCall, body: JsonValue): JsonValue {
  if (!isFields(body)) return body;
  const parents = new Map(
    Object.entries(pathTexts(plan, request)).map(([name, text]) => [flatten(name), text]),
  );
  const named = Object.entries(body).map(([name, value]): [string, JsonValue] => {
    const text = parents.get(flatten(name));
    if (text === undefined) return [name, value];
    return [name, typeof value === 'string' ? text : typeof value === 'number' ? Number(text) : value];
  });
  return Object.fromEntries(named);
}

/** Returns the address of another page of the same list. */
function pageAddress(
  { plan, request, context }: ResourceCall,
  page: ListPage,
  position: string | number,
): string {
  const path = plan.spec.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path[name])),
  );
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
