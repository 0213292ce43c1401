/** Several records in the body of an operation that also takes one, or that changes those that it names. */
import { isOneOrMore } from '../../../contract/resources/bodies/find-record.ts';
import { isPlural, isSameName, singularName } from '../../../contract/resources/words.ts';
import { pointerStep, splitLast, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { effectOf, type ActionRules } from '../actions/actions.ts';
import { assertParents, attempt, unwrap, type ResourceCall } from '../call.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { changeRecord } from '../write/store-record.ts';
import { isFields, keyTextIn, pickFields, textOf, withPart } from '../fields.ts';
import { findTarget, isOnRecord, pathTexts } from '../locate.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { respond } from '../handlers/respond.ts';
import { fitFields } from '../values/fit.ts';
import { shownIn } from '../values/shown.ts';
import { existingInstead } from '../write/existing-records.ts';
import { create, mergePatch, nullable } from '../write/write-record.ts';

/**
 * Creates the records in the list beside the place of a single one, or in the list that usually has only one; `null` if a
 * request has no such list.
 */
export async function createListed(call: ResourceCall): Promise<HandlerResponse | null> {
  const { plan, request, context } = call;
  const { requestEnvelope, envelope } = plan;
  const [holder, place] = requestEnvelope === '' ? ['', ''] : splitLast(requestEnvelope);
  const isOfSeveral = place === '0' && valueAt(request.body, `${holder}/1`) !== undefined;
  const sent: unknown = valueAt(request.body, requestEnvelope);
  const isOfOne = !isOfSeveral && sent !== undefined && !Array.isArray(sent);
  const list =
    keyedRecords(call) ??
    (isOfOne ? null : listIn(valueAt(request.body, holder), plan.resource.resource.name));
  if (list === null) return null;
  const parents = pathTexts(plan, request);
  await assertParents(call, parents);
  const write = (tx: Transaction, fields: RecordFields): ResourceRecord =>
    existingInstead(tx, call, { fields, parents, key: null }) ?? create(tx, call, fields, parents, null);
  const outcome = await context.world.run((tx) => attempt(() => list.map((fields) => write(tx, fields))));
  const all = unwrap(outcome);
  if (plan.shown !== null && isOneOrMore(plan.shown))
    return respond(
      plan,
      all.map(({ value }) => shownIn(plan, value)),
    );
  if (!isOfSeveral || envelope?.endsWith('/0') !== true) return respondWithAll(call, all);
  const ofList = { ...plan, envelope: splitLast(envelope)[0] };
  return respond(
    ofList,
    all.map(({ value }) => shownIn(plan, value)),
  );
}

/** Returns a record for each key in a list such as `numbers`, with what is sent for all of them; `null` without one. */
function keyedRecords({ plan, request: { body } }: ResourceCall): readonly RecordFields[] | null {
  const { key, schema } = plan.resource;
  if (key === null || !isFields(body) || schema?.properties.has(key) !== true) return null;
  const [name, keys] =
    Object.entries(body).find(
      ([each, value]) =>
        Array.isArray(value) && isPlural(each) && isSameName(each, key) && !schema.properties.has(each),
    ) ?? [];
  if (name === undefined || !Array.isArray(keys)) return null;
  const shared = pickFields(body, (each) => each !== name);
  return (keys as readonly JsonValue[]).flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? [{ ...shared, [key]: each }] : [],
  );
}

/** Changes the records that a list in the body of a collection names by their keys; `null` if there is none. */
export async function changeListed(call: ResourceCall): Promise<HandlerResponse | null> {
  const { plan, request, context } = call;
  const { resource, spec } = plan;
  const list = spec.path === resource.resource.path ? listIn(request.body, resource.resource.name) : null;
  if (list === null || resource.keyPointer === null) return null;
  const parents = pathTexts(plan, request);
  const { schema, sample } = resource;
  const results = await context.world.run((tx) =>
    list.flatMap((fields): ResourceRecord[] => {
      const key = keyTextIn(fields, resource.keyPointer) ?? '';
      const record = findTarget(tx, resource, { key, parents });
      const sent = fitFields(schema, fields, sample, plan.written);
      return record === undefined
        ? []
        : [changeRecord(tx, resource, record, mergePatch(record.value, sent, nullable(schema)))];
    }),
  );
  return respondWithAll(call, results);
}

/**
 * Does something to the records that a body names below a path of their collection: `PUT /guests/status` with an action
 * and a list of guests; `null` for another action.
 */
export async function actOnListed(call: ResourceCall, rules: ActionRules): Promise<HandlerResponse | null> {
  const { plan, request, context } = call;
  const { resource, spec } = plan;
  const isBelow = spec.path.startsWith(`${resource.resource.path.replace(/\/$/, '')}/`);
  const isOfOne = resource.resource.itemPath !== null && isOnRecord(plan);
  if (!isBelow || isOfOne || resource.keyPointer === null) return null;
  const list = isFields(request.body) ? listIn(request.body, resource.resource.name) : null;
  const sentKeys = list === null ? keysIn(request.body, resource.resource.name, resource.key) : null;
  const keys = sentKeys ?? list?.map((fields) => keyTextIn(fields, resource.keyPointer) ?? '');
  if (keys === undefined) return null;
  const parents = pathTexts(plan, request);
  await assertParents(call, parents);
  await context.world.run((tx) => {
    for (const key of keys) {
      const record = findTarget(tx, resource, { key: textOf(key), parents });
      const { set } = record === undefined ? { set: {} } : effectOf(record.value, rules, resource.schema);
      if (record !== undefined && Object.keys(set).length > 0)
        changeRecord(tx, resource, record, { ...record.value, ...set });
    }
  });
  return sentKeys === null ? respond(plan, resource.sample) : respondWithKeys(call, sentKeys);
}

/** Responds with the keys that a request names, where a response is or has a list of keys. */
function respondWithKeys({ plan }: ResourceCall, keys: readonly (string | number)[]): HandlerResponse {
  const { responseSchema: schema } = plan;
  const response = respond({ ...plan, envelope: null }, {});
  const isOfKeys = ({ items }: SourceSchema): boolean =>
    ['string', 'integer'].some((type) => items?.types?.has(type) === true);
  const lists = [...(schema?.properties ?? [])].flatMap(([name, each]) => (isOfKeys(each) ? [name] : []));
  if (schema !== null && isOfKeys(schema)) return { ...response, body: keys };
  const [only, second] = lists;
  if (only === undefined || second !== undefined) return response;
  return { ...response, body: withPart(response.body, pointerStep(only), keys) };
}

/** Returns the keys that a body names: in the list that it is, in `ids`, or in a list that is named like the resource. */
function keysIn(body: unknown, resource: string, key: string | null): readonly (string | number)[] | null {
  const name = singularName(resource.split('/').at(-1) ?? '');
  const isOfKeys = (each: string): boolean =>
    ['id', 'key', 'uuid', name, `${name}id`, singularName(key ?? 'id')].includes(singularName(each));
  const list: unknown = isFields(body)
    ? Object.entries(body).find(([each, value]) => Array.isArray(value) && isOfKeys(each))?.[1]
    : body;
  const isKey = (each: unknown): each is string | number =>
    typeof each === 'string' || typeof each === 'number';
  return Array.isArray(list) && list.length > 0 && list.every(isKey) ? list : null;
}

/** Returns the list of records in a body: the body itself, or the property that is named like the resource. */
function listIn(body: unknown, resource: string): readonly RecordFields[] | null {
  const name = resource.split('/').at(-1) ?? '';
  const list: unknown = isFields(body)
    ? Object.entries(body).find(([each, value]) => Array.isArray(value) && isSameName(each, name))?.[1]
    : body;
  return Array.isArray(list) && list.every((each) => isFields(each)) ? list : null;
}

/** Responds with several records: in the lists of a response for records and for their ids, without the single one. */
function respondWithAll(call: ResourceCall, all: readonly ResourceRecord[]): HandlerResponse {
  const { plan } = call;
  const shown = plan.shown?.items ?? (plan.envelope === '/0' ? plan.shown : null);
  if (shown !== null && (plan.envelope === '/0' || plan.envelope === ''))
    return respond(
      { ...plan, envelope: '' },
      all.map(({ value }) => shownIn({ ...plan, shown }, value)),
    );
  const response = respond(plan, {});
  if (response.body === undefined) return response;
  const [holder] = plan.envelope === null || plan.envelope === '' ? [''] : splitLast(plan.envelope);
  const around = schemaAt(plan.responseSchema, holder);
  const sample = valueAt(response.body, holder);
  const body = Object.entries(isFields(sample) ? sample : {}).filter(
    ([name]) => `${holder}/${name}` !== plan.envelope || around?.required.has(name) === true,
  );
  const lists = [...(around?.properties ?? [])].flatMap(([name, property]): [string, JsonValue][] => {
    const part = listOf(call, { name, property, all });
    return part === null ? [] : [[name, part]];
  });
  const part = Object.fromEntries([...body, ...lists]);
  return { ...response, body: withPart(response.body, holder, part) };
}

/** Returns what a property of a response lists: the records, or their ids; `null` for neither. */
function listOf(
  { plan }: ResourceCall,
  { name, property, all }: { name: string; property: SourceSchema; all: readonly ResourceRecord[] },
): JsonValue | null {
  const resource = plan.resource.resource.name.split('/').at(-1) ?? '';
  if (property.items === null) return null;
  if (isSameName(name, resource) && property.items.properties.size > 0)
    return all.map(({ value }) => shownIn({ ...plan, shown: property.items }, value));
  const isOfIds = singularName(name) === `${singularName(resource)}id`;
  return isOfIds ? all.map(({ key }) => key) : null;
}
