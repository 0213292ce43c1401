/** The lists that a record has of others: what operations of their own add to them, remove from them, and list. */
import { parentName, readBelow } from '../../../contract/resources/path-shape.ts';
import { listChangeOf } from '../../../contract/resources/records/list-changes.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { isPlural, isSameName, singularName } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord } from '../write/store-record.ts';
import { fitValue } from '../values/fit-value.ts';
import { isFields, textOf } from '../fields.ts';
import { findTarget, targetIn } from '../locate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { records, type RecordFields, type ResourceRecord } from '../record.ts';
import { respond } from '../handlers/respond.ts';

/** A record with a list. Shape: `entry` is the key of one of them in the path; `null` for none. */
export interface ListHolder {
  readonly plan: ResourcePlan;
  readonly record: ResourceRecord;
  readonly property: string;
  readonly entry: string | null;
}

/** Returns the record above a path that has a list with the name of the last segment; `null` if there is none. */
export async function holderOf({ plan, plans, request, context }: ResourceCall): Promise<ListHolder | null> {
  const { path } = plan.spec;
  const [, list = path, own = ''] = /^(.*)\/\{([^{}]+)\}$/.exec(path) ?? [];
  const { itemPath, parameter, segment } = readBelow(list);
  const resource = plans.resources.find((each) => each.itemPath === itemPath);
  if (resource === undefined) return null;
  const above = await plans.resource(resource.name);
  const property = propertyOfSet(above?.schema ?? null, segment);
  if (above === null || property === null || !isList(above, property)) return null;
  const { key, parents: texts } = targetIn(plan, request, parameter);
  const { [parentName(path, own)]: entry = null, ...parents } = texts;
  const record = findTarget(context.world.view, above, { key, parents });
  return record === undefined ? null : { plan: above, record, property, entry };
}

/** Returns the property with the members of a set: `groups`, or `group_ids`. */
function propertyOfSet(schema: SourceSchema | null, name: string): string | null {
  return propertyNamed(name, schema) ?? propertyNamed(`${singularName(name)} ids`, schema);
}

/** Returns whether records belong to the one above their path, and are not only listed by it. */
export function isOwned({ plan }: ListHolder, { resource, schema }: ResourcePlan): boolean {
  const { name } = plan.resource;
  if (resource.parents.some((parent) => parent.resource === name)) return true;
  return propertyNamed(`${singularName(name.split('/').at(-1) ?? '')}_id`, schema) !== null;
}

function isList({ schema }: ResourcePlan, property: string): boolean {
  return schema?.properties.get(property)?.types?.has('array') === true;
}

/** Returns the list of a holder; empty if it has none yet. */
export function entriesOf({
  record,
  property,
}: Pick<ListHolder, 'record' | 'property'>): readonly JsonValue[] {
  const list = record.value[property];
  return Array.isArray(list) ? (list as readonly JsonValue[]) : [];
}

/** Returns the texts in the list of a record as records, where that is all that a path shows; `null` for other lists. */
export function textRecords(
  { plan: { shown, resource }, context }: ResourceCall,
  holder: ListHolder | null,
): readonly ResourceRecord[] | null {
  const isText = shown?.properties.size === 0 && shown.types?.has('string') === true;
  if (holder === null || !isText || resource.resource.kind !== 'feed') return null;
  const { record } = holder;
  const { name } = resource.resource;
  const at = context.world.now;
  return entriesOf(holder).map((entry, number) => {
    const key = textOf(entry);
    const fields = { id: `${record.id}/${key}`, resource: name, number, key, parents: {}, value: {} };
    return { ...fields, version: 1, createdAt: at, updatedAt: at };
  });
}

/** Changes the list that a path is about; `null` if no record above it has one. */
export async function changeEntries(
  call: ResourceCall,
  kind: 'add' | 'put' | 'remove',
): Promise<HandlerResponse | null> {
  const holder = await holderOf(call);
  if (holder === null) return null;
  const sent = holder.entry === null ? sentEntries(call) : [holder.entry];
  const { plan, property } = holder;
  const after = await call.context.world.run((tx) => {
    const record = tx.get(records, holder.record.id) ?? holder.record;
    const before = kind === 'put' ? [] : entriesOf({ record, property });
    const clears = kind === 'remove' && sent.length === 0;
    const entries = clears ? [] : withEntries(plan, property, before, sent, kind === 'remove');
    const { value } = changeRecord(tx, plan, record, { ...record.value, [property]: entries });
    return entriesOf({ record: { ...record, value }, property });
  });
  const shown = call.plan.sample?.body;
  const [only, second] = sent;
  const entry =
    only === undefined || second !== undefined ? undefined : after.find((each) => isEntry(each, only));
  const isOne = isFields(shown) && !Object.values(shown).some((each) => Array.isArray(each));
  return respond(call.plan, isOne && isFields(entry) ? entry : inForm(after, shown));
}

/** Changes a list of texts, such as the ids of labels, that is not a resource; `null` if there is none. */
export async function changeTexts(
  call: ResourceCall,
  kind: 'add' | 'remove',
): Promise<HandlerResponse | null> {
  if (call.plan.spec.body !== null || call.plan.success?.kind === 'json') return null;
  const holder = await holderOf(call);
  const items = holder?.plan.schema?.properties.get(holder.property)?.items;
  return items?.types?.has('string') === true ? changeEntries(call, kind) : null;
}

/** Returns a list as a response shows it: as it is, or in the object that has one. */
function inForm(list: readonly JsonValue[], shown: unknown): JsonValue {
  if (!isFields(shown)) return list;
  const name = Object.keys(shown).find((each) => Array.isArray(shown[each]));
  return name === undefined ? shown : { ...shown, [name]: list };
}

/** Returns what an action such as `addTag` or `invite` changes in a record; `null` for another action. */
export function changeByVerb(
  plan: ResourcePlan,
  value: RecordFields,
  action: string,
  sent: RecordFields,
): RecordFields | null {
  const change = listChangeOf(plan.schema, action, Object.keys(sent));
  if (change === null) return null;
  const { property, kind } = change;
  const current = value[property];
  const before = Array.isArray(current) ? (current as readonly JsonValue[]) : [];
  const items = plan.schema?.properties.get(property)?.items ?? null;
  const names = Object.keys(sent);
  const isEntire = change.sent === null && names.some((name) => items?.properties.has(name) === true);
  const name = change.sent ?? names.find((each) => isSameName(each, property)) ?? names[0] ?? '';
  const isOfSeveral = change.sent !== null || isPlural(name);
  const one = isEntire ? sent : isOfSeveral ? splitTexts(sent[name]) : sent[name];
  const entries = Array.isArray(one) ? (one as readonly JsonValue[]) : one === undefined ? [] : [one];
  return { [property]: withEntries(plan, property, before, entries, kind === 'remove') };
}

/** Returns the texts that one text lists with commas; another value as it is. */
function splitTexts(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && value.includes(',')
    ? value.split(',').map((each) => each.trim())
    : value;
}

/** Returns the entries in a body: the list, the only list in it, or the only value. */
function sentEntries({ request: { body, query } }: ResourceCall): readonly JsonValue[] {
  if (body === undefined || body === null)
    return Object.values(query as Readonly<Record<string, JsonValue | undefined>>)
      .filter((each) => each !== undefined)
      .flatMap((each) => each);
  if (Array.isArray(body)) return body as JsonValue[];
  const values = isFields(body) ? Object.values(body) : [];
  const list = values.find((each) => Array.isArray(each));
  if (Array.isArray(list)) return list as readonly JsonValue[];
  return values.length === 1 && !isFields(values[0]) ? values : [];
}

function withEntries(
  { schema, sample }: ResourcePlan,
  property: string,
  before: readonly JsonValue[],
  sent: readonly JsonValue[],
  removes: boolean,
): readonly JsonValue[] {
  const others = before.filter((each) => !sent.some((key) => isEntry(each, key)));
  if (removes) return others;
  const items = schema?.properties.get(property)?.items ?? null;
  const shown = sample[property];
  const [first] = Array.isArray(shown) ? (shown as readonly JsonValue[]) : [];
  return [...others, ...sent.map((each) => (items === null ? each : (fitValue(items, each, first) ?? each)))];
}

/** Returns whether an entry of a list is the one with a key, or one with the same properties. */
export function isEntry(entry: JsonValue, key: JsonValue): boolean {
  if (isFields(entry) && isFields(key) && Object.keys(key).length > 0)
    return Object.entries(key).every(([name, value]) => textOf(entry[name]) === textOf(value));
  if (!isFields(entry) || isFields(key)) return textOf(entry) === textOf(key);
  return Object.values(entry).some((each) => !isFields(each) && textOf(each) === textOf(key));
}
