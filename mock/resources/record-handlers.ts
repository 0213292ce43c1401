/** Handlers of records that are created, read, listed, changed and deleted one by one. */
import { flatten } from '../../contract/resources/words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../templates/runtime/server/service.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { effectOf, type ActionRules } from './actions.ts';
import { changeRecord, createRecord, fitFields, shownIn } from './compose.ts';
import { assertParents, attempt, sentFields, taken, type ResourceCall } from './call.ts';
import { isFields, textOf } from './fields.ts';
import { findTarget, isBelow, pathTexts, targetOf, type LocatedRecord } from './locate.ts';
import { applyJsonPatch, mergePatch, nullable } from './merge.ts';
import { nextPosition, pageOf, withFigures, type ListPage } from './page.ts';
import { changeByVerb, holderOf, isEntry, entriesOf, type ListHolder } from './entries.ts';
import type { OperationPlan, ResourcePlan } from './plan.ts';
import { listRecords, records, type RecordFields, type ResourceRecord } from './record.ts';
import { notFound, OperationError } from '../http/declared-error.ts';
import { etagOf, recordPath, respond, respondWith } from './respond.ts';
import { selectRecords } from './select.ts';

/** Creates a record. */
export async function createOne(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request } = call;
  const parents = pathTexts(request);
  await assertParents(call, parents);
  const created = await call.context.world.run((tx) =>
    attempt(() => create(tx, call, sentFields(call), parents, null)),
  );
  return respondWith(plan, taken(created), addressOf(call, taken(created)));
}

/** Reads a record. */
export async function readOne(call: ResourceCall): Promise<HandlerResponse> {
  const target = targetOf(call.plan, call.request);
  await assertParents(call, target.parents);
  const record = found(call, target);
  const known = headerOf(call, 'if-none-match');
  const isDeclared = call.plan.spec.responses.some(({ status }) => status === 304);
  if (known !== null && isDeclared && known === etagOf(record))
    return { status: 304, headers: { etag: known } };
  return respondWith(call.plan, record, null);
}

/** Lists the records below a path, a page at a time. */
export async function listAll(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const parents = pathTexts(request);
  await assertParents(call, parents);
  const { resource, role } = plan;
  const holder = await holderOf(call);
  if (holder !== null && resource.resource.kind === 'set') return respond(plan, entriesOf(holder));
  const listed = holder === null || isOwned(holder, resource) ? null : entriesOf(holder);
  const below = context.world
    .query((view) => listRecords(view, resource.resource.name))
    .filter((record) =>
      listed === null ? isBelow(resource, record, parents) : listed.some((each) => isEntry(each, record.key)),
    );
  const paging = role.paging?.value ?? null;
  const page = pageOf(
    selectRecords(below, role.query, request.query, resource.schema),
    paging,
    request.query,
  );
  return writePage(call, page);
}

/** Returns whether records belong to the one above their path, and are not only listed by it. */
function isOwned({ plan }: ListHolder, { resource }: ResourcePlan): boolean {
  return resource.parents.some((parent) => parent.resource === plan.resource.name);
}

function writePage(call: ResourceCall, page: ListPage): HandlerResponse {
  const { plan } = call;
  const paging = plan.role.paging?.value ?? null;
  const items = page.records.map(({ value }) => shownIn(plan, value));
  const next = nextPosition(page, paging);
  const address = (position: string | number): string => pageAddress(call, page, position);
  const link = next === null ? {} : { link: `<${address(next)}>; rel="next"` };
  const response = respond(plan, items, { ...link, 'x-total-count': String(page.total) });
  const headers = paging?.next?.in === 'header' ? { ...response.headers, ...link } : response.headers;
  const schema = plan.source.responses.find(
    ({ status, kind }) => kind === 'json' && status === plan.success?.status,
  )?.schema;
  const body = withFigures(response.body as JsonValue, page, paging, { next, address }, schema ?? null);
  return { ...response, headers, body };
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
  const outcome = await context.world.run((tx) =>
    attempt(() => {
      const record = findTarget(tx, plan.resource, target);
      if (record === undefined) {
        if (!creates) throw missing(call, target);
        return { record: create(tx, call, sentFields(call), target.parents, target.key), isNew: true };
      }
      assertUnchanged(call, record);
      return { record: change(tx, call, record, kind), isNew: false };
    }),
  );
  const { record, isNew } = taken(outcome);
  const response = respondWith(plan, record, addressOf(call, record));
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

function change(
  tx: Transaction,
  call: ResourceCall,
  record: ResourceRecord,
  kind: 'update' | 'replace' | 'upsert',
): ResourceRecord {
  const { plan, request } = call;
  const { schema, sample, key } = plan.resource;
  const mediaType = plan.spec.body?.content.find(({ mediaType }) => /json-patch/.test(mediaType));
  if (mediaType !== undefined && Array.isArray(request.body)) {
    const patched = applyJsonPatch(record.value, request.body as unknown[]);
    if (typeof patched === 'string') throw new OperationError(422, patched);
    return changeRecord(tx, plan.resource, record, patched);
  }
  const sent = fitFields(schema, sentFields(call), sample, plan.written);
  const fixed: RecordFields = key === null ? {} : { [key]: record.value[key] ?? record.key };
  assertUnique(tx, plan, sent, record);
  if (kind === 'update')
    return changeRecord(tx, plan.resource, record, {
      ...mergePatch(record.value, sent, nullable(schema)),
      ...fixed,
    });
  const isKept = (name: string): boolean => !isWritable(plan, name);
  const kept = Object.fromEntries(Object.entries(record.value).filter(([name]) => isKept(name)));
  return changeRecord(tx, plan.resource, record, { ...kept, ...sent, ...fixed });
}

/** Returns whether a replaced record loses a property that is not sent: clients write it, and it need not be there. */
function isWritable({ source, resource }: OperationPlan, name: string): boolean {
  const body = source.bodies.find(({ schema }) => schema !== null)?.schema;
  const isSent = [...(body?.properties.keys() ?? [])].some((each) => flatten(each) === flatten(name));
  return isSent && resource.schema?.required.has(name) !== true;
}

/** Deletes a record and what is below it. */
export async function deleteOne(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const target = targetOf(plan, request);
  await assertParents(call, target.parents);
  const deleted = await context.world.run((tx) =>
    attempt(() => {
      const record = findTarget(tx, plan.resource, target);
      if (record === undefined) throw missing(call, target);
      assertUnchanged(call, record);
      tx.delete(records, record.id);
      for (const child of childrenOf(tx, call, record)) tx.delete(records, child.id);
      return record;
    }),
  );
  const record = taken(deleted);
  if (plan.envelope !== null) return respondWith(plan, record, null);
  const response = respond(plan, {});
  return isFields(response.body)
    ? { ...response, body: describeDeletion(response.body, plan, record) }
    : response;
}

function childrenOf(
  tx: Transaction,
  { plan, plans }: ResourceCall,
  { key }: ResourceRecord,
): readonly ResourceRecord[] {
  const { name } = plan.resource.resource;
  return plans.resources.flatMap((resource) => {
    const parent = resource.parents.find((each) => each.resource === name);
    if (parent === undefined) return [];
    return listRecords(tx, resource.name).filter((record) => record.parents[parent.parameter] === key);
  });
}

function describeDeletion(
  body: RecordFields,
  { resource: { key } }: OperationPlan,
  record: ResourceRecord,
): RecordFields {
  const own = key !== null && Object.hasOwn(body, key) ? { [key]: record.value[key] ?? record.key } : {};
  const deleted =
    body['deleted'] === undefined
      ? {}
      : { deleted: typeof body['deleted'] === 'boolean' ? true : body['deleted'] };
  return { ...body, ...own, ...deleted };
}

/** Does something to a record. */
export async function actOn(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const target = targetOf(plan, request);
  if (target.key === '') return respond(plan, plan.resource.sample);
  await assertParents(call, target.parents);
  const acted = await context.world.run((tx) =>
    attempt(() => {
      const record = findTarget(tx, plan.resource, target);
      if (record === undefined) throw missing(call, target);
      const { schema, sample } = plan.resource;
      const effect = effectOf(record.value, rulesOf(call), schema);
      const sent =
        plan.source.method === 'GET' ? {} : fitFields(schema, sentFields(call), sample, plan.written);
      const changed = changeByVerb(
        plan.resource,
        record.value,
        rulesOf(call).names.at(-1) ?? '',
        sentFields(call),
      );
      if (changed !== null) return changeRecord(tx, plan.resource, record, { ...record.value, ...changed });
      if (Object.keys(effect).length + Object.keys(sent).length === 0) return record;
      return changeRecord(tx, plan.resource, record, { ...record.value, ...sent, ...effect });
    }),
  );
  return respondWith(plan, taken(acted), null);
}

function rulesOf({ plan, plans }: ResourceCall): ActionRules {
  const { spec, source, resource } = plan;
  const { operations = {}, machines = {} } = plans.overrides;
  const behavior = operations[`${source.method} ${source.path}`] ?? operations[spec.id];
  const segment = spec.path.split(/[/:]/).findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  const named = Object.entries(machines).find(([name]) => name.startsWith(`${resource.resource.name}.`));
  return {
    behavior: behavior === undefined || behavior === 'sample' ? null : behavior,
    machine:
      named === undefined
        ? null
        : { property: named[0].slice(named[0].lastIndexOf('.') + 1), table: named[1] },
    names: [spec.id, segment],
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
      const { key } = plan.resource;
      const fields = Object.fromEntries(Object.entries(record.value).filter(([name]) => name !== key));
      return create(tx, call, { ...fields, ...sentFields(call) }, record.parents, null);
    }),
  );
  return respondWith(plan, taken(copied), addressOf(call, taken(copied)));
}

function create(
  tx: Transaction,
  call: ResourceCall,
  fields: RecordFields,
  parents: Readonly<Record<string, string>>,
  key: string | null,
): ResourceRecord {
  const { resource } = call.plan;
  const own = resource.key === null ? undefined : fields[resource.key];
  const chosen = key ?? (typeof own === 'string' || typeof own === 'number' ? String(own) : null);
  const known = chosen === null ? undefined : findTarget(tx, resource, { key: chosen, parents });
  if (known?.isInitial === true) tx.delete(records, known.id);
  else if (known !== undefined)
    throw new OperationError(409, `${resource.resource.name} already has a record ${known.key}`);
  assertUnique(tx, call.plan, fields, null);
  const { baseUrl } = call.context;
  const address = (made: string): string | null => {
    const path = recordPath(resource, made, parents);
    return path === null ? null : baseUrl + path;
  };
  return createRecord(tx, resource, { fields, parents, key, address, written: call.plan.written });
}

/** Refuses values that another record has, where they are unique. */
function assertUnique(
  tx: Transaction,
  { resource: { resource } }: OperationPlan,
  fields: RecordFields,
  own: ResourceRecord | null,
): void {
  const unique = resource.unique.filter((name) => fields[name] !== undefined && fields[name] !== null);
  if (unique.length === 0) return;
  for (const record of listRecords(tx, resource.name)) {
    if (record.id === own?.id) continue;
    const taken = unique.find((name) => record.value[name] === fields[name]);
    if (taken === undefined) continue;
    // Why: a client that sends the documented example does not know of the records that a world begins with.
    if (record.isInitial === true) tx.delete(records, record.id);
    else
      throw new OperationError(
        409,
        `${resource.name} already has a record with the ${taken} ${textOf(fields[taken])}`,
      );
  }
}

/** Refuses a change of a record that is not the one that the client knows. */
function assertUnchanged(call: ResourceCall, record: ResourceRecord): void {
  const wanted = headerOf(call, 'if-match');
  if (wanted === null || wanted === '*' || wanted === etagOf(record)) return;
  throw new OperationError(412, `The record has changed: its ETag is ${etagOf(record)}`);
}

function headerOf({ request }: ResourceCall, name: string): string | null {
  const value = Object.entries(request.headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : null;
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
  const path = recordPath(plan.resource, key, parents);
  return path === null ? null : context.baseUrl + path;
}
